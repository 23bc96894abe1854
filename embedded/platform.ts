import { type ApplicationOptions, apiService, workerService } from './application.ts';
import { showErrors } from './application-log.ts';
import {
  type BackendOptions,
  type Database,
  prepareDatabase,
  prepareTemporal,
  type Temporal,
} from './backends.ts';
import { encryptionKey, openDataFolder } from './data-folder.ts';
import { type DevInfo, removeDevFiles, writeDevFiles } from './dev-file.ts';
import { choosePorts } from './platform-ports.ts';
import { takeRunLock } from './run-lock.ts';
import type { Say } from './say.ts';
import { reachableHost, type StartSettings } from './settings.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';
import { buildWorkflowBundle } from './workflow-bundle.ts';

export interface Platform {
  readonly info: DevInfo;
  readonly dataDir: string;
  /** API first, then the workers, Temporal and PostgreSQL. `force` kills them all. */
  readonly stop: (options?: { force?: boolean }) => Promise<void>;
}

export interface PlatformOptions {
  readonly checkout: string;
  readonly settings: StartSettings;
  readonly say: Say;
  /** Gives up a start under way. */
  readonly signal: AbortSignal;
}

interface Foundation extends BackendOptions {
  readonly checkout: string;
  readonly key: string;
}

/**
 * Starts the whole platform (design, chapter 7). When that fails, everything that was started is stopped first.
 * @throws AlreadyRunningError when another process runs on the same data folder.
 */
export async function startPlatform({ checkout, settings, say, signal }: PlatformOptions): Promise<Platform> {
  const data = openDataFolder(checkout, settings.dataDir);
  const lock = await takeRunLock(data.lock, say);
  const pids = new Map<string, number>();
  let info: DevInfo | undefined;
  let ending = false;
  const quietAtTheEnd: Say = (line) => ending || say(line);
  const onChange = (name: string, pid: number | undefined) => {
    if (pid === undefined) pids.delete(name);
    else pids.set(name, pid);
    if (ending) return;
    lock.note(supervisor.guardPid(), [...pids.values()]);
    if (info) {
      info = withPids(info, supervisor, pids);
      writeDevFiles(data.devFiles, info);
    }
  };
  const supervisor = createSupervisor({ logDir: data.logs, say: quietAtTheEnd, onChange });
  const stop: Platform['stop'] = async (options) => {
    ending = true;
    removeDevFiles(data.devFiles, data.dir);
    await supervisor.stop(options);
    lock.release();
  };
  const failed = new AbortController();
  signal.addEventListener('abort', () => void stop());
  try {
    removeDevFiles(data.devFiles, data.dir);
    const ports = await choosePorts(data.ports, settings.host, settings.port, say);
    const key = settings.encryptionKey ?? encryptionKey(data);
    const either = AbortSignal.any([signal, failed.signal]);
    const all = { checkout, settings, data, ports, supervisor, say: quietAtTheEnd, signal: either, key };
    const known = await startParts(all);
    signal.throwIfAborted();
    info = withPids(known, supervisor, pids);
    writeDevFiles(data.devFiles, info);
    return { info, dataDir: data.dir, stop };
  } catch (error) {
    failed.abort();
    await stop();
    throw error;
  }
}

async function startParts(base: Foundation): Promise<Omit<DevInfo, 'pids'>> {
  const { settings, data, ports, supervisor, checkout } = base;
  const [database, temporal, bundle] = await Promise.all([
    prepareDatabase(base, base.key),
    prepareTemporal(base),
    buildWorkflowBundle(checkout, data.bundles),
  ]);
  const api = settings.publicBaseUrl ?? `http://${reachableHost(settings.host)}:${ports.api}`;
  const env = applicationEnvironment(base, database, temporal, bundle, api);
  await Promise.all([
    supervisor.start(workerService(application(base, env, 'worker', '127.0.0.1', ports.workerHealth))),
    supervisor.start(apiService(application(base, env, 'api', reachableHost(settings.host), ports.api))),
  ]);
  return {
    api,
    temporalAddress: temporal.address,
    temporalNamespace: env.TEMPORAL_NAMESPACE ?? 'default',
    temporalUi: temporal.ui ?? null,
    database: database.url,
    agency: database.agency,
    studio: database.studio,
    dataDir: data.dir,
  };
}

function applicationEnvironment(
  { settings, ports, key }: Foundation,
  database: Database,
  temporal: Temporal,
  bundle: string,
  api: string,
): Record<string, string | undefined> {
  return {
    ALLOW_INSECURE_CALLBACKS: '1',
    ...settings.env,
    HOST: settings.host,
    PORT: `${ports.api}`,
    PUBLIC_BASE_URL: api,
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: key,
    WORKER_HEALTH_PORT: `${ports.workerHealth}`,
    WORKFLOW_BUNDLE: bundle,
    ...temporal.env,
  };
}

function application(
  { checkout, say }: Foundation,
  env: ApplicationOptions['env'],
  name: string,
  host: string,
  port: number,
): ApplicationOptions {
  return { checkout, env, readyUrl: `http://${host}:${port}/readyz`, onLine: showErrors(name, say) };
}

function withPids(info: Omit<DevInfo, 'pids'>, supervisor: Supervisor, pids: Map<string, number>): DevInfo {
  const guard = supervisor.guardPid();
  return { ...info, pids: { supervisor: process.pid, ...(guard && { guard }), ...Object.fromEntries(pids) } };
}
