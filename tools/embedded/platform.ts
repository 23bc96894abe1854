import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type ApplicationOptions,
  apiService,
  consoleService,
  type Environment,
  serversService,
  WORKER_PROCESSES,
  workerService,
} from './application.ts';
import { showErrors } from './application-log.ts';
import {
  type BackendOptions,
  type Database,
  prepareDatabase,
  prepareTemporal,
  type Temporal,
} from './backends.ts';
import { consolePassword, encryptionKey } from './data-folder.ts';
import type { ConsoleInfo, KnownInfo } from './dev-file.ts';
import { type ReservedPort, reservePort } from './os/ports.ts';
import type { Say } from './os/terminal.ts';
import { releasePorts, reservePorts } from './platform-ports.ts';
import { type Platform, startRun } from './run.ts';
import { isLoopback, sayExposure, withSandboxDefaults } from './sandbox-defaults.ts';
import { reachableHost, type StartSettings } from './settings.ts';
import type { ServiceDefinition } from './supervisor/service.ts';
import { buildWorkflowBundle } from './temporal/workflow-bundle.ts';

export interface PlatformOptions {
  readonly checkout: string;
  readonly settings: StartSettings;
  readonly say: Say;
  /** Gives up a start under way. */
  readonly signal: AbortSignal;
  /** API, console and each role of the workers as separate processes, as in production; by default two for all. */
  readonly separateProcesses?: boolean;
}

interface Foundation extends BackendOptions {
  readonly checkout: string;
  readonly key: string;
  readonly separateProcesses: boolean;
}

/** Starts the whole platform (docs/architecture.md, "npm start"). @throws as startRun */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const { checkout, settings, say, signal, separateProcesses = false } = options;
  return await startRun({ checkout, dataDir: settings.dataDir, say, signal }, async (run) => {
    sayExposure(settings.env, settings.host, say);
    const ports = await reservePorts(run.data.ports, settings, say);
    const key = settings.encryptionKey ?? encryptionKey(run.data);
    const known = await startParts({ ...run, checkout, settings, ports, key, separateProcesses });
    await releasePorts(ports);
    return known;
  });
}

async function startParts(base: Foundation): Promise<() => KnownInfo> {
  const { data, supervisor, checkout } = base;
  const [database, temporal, bundle] = await Promise.all([
    prepareDatabase(base, base.key),
    prepareTemporal(base),
    buildWorkflowBundle(checkout, data.bundles),
  ]);
  const env = () => applicationEnvironment(base, database, temporal, bundle);
  const services = [...(await workers(base, env)), ...servers(base, env)];
  await Promise.all(services.map((service) => supervisor.start(service)));
  return () => known(base, env(), database, temporal);
}

/** As it is now: a part that was started again may have had to take another port. */
function known(base: Foundation, env: Environment, database: Database, temporal: Temporal): KnownInfo {
  return {
    api: apiUrl(base),
    console: consoleInfo(base),
    temporalAddress: temporal.address,
    temporalNamespace: env.TEMPORAL_NAMESPACE ?? 'default',
    temporalUi: temporal.ui() ?? null,
    database: database.url,
    agency: database.agency,
    studio: database.studio,
    dataDir: base.data.dir,
    outbox: env.SMTP_URL?.startsWith('file:') ? fileURLToPath(env.SMTP_URL) : null,
  };
}

function apiUrl({ settings, ports }: Foundation): string {
  return settings.publicBaseUrl ?? `http://${reachableHost(settings.host)}:${ports.api.port}`;
}

/** Its host has another name than the API's: browsers keep cookies by name, not by port, and passkeys need one. */
function consoleInfo({ settings, data, ports }: Foundation): ConsoleInfo {
  const host = reachableHost(settings.host);
  const name = isLoopback(host) ? 'localhost' : host;
  const url = settings.env.CONSOLE_BASE_URL || `http://${name}:${ports.console.port}`;
  const password = consolePassword(data);
  const login = (who: string) => ({ email: `${who}@guidepost.example`, password });
  return { url, agency: login('agency'), studio: login('studio') };
}

function servers(base: Foundation, env: () => Environment): ServiceDefinition[] {
  const { settings, ports } = base;
  const logins =
    settings.env.NODE_ENV === 'production'
      ? {}
      : { SANDBOX_CONSOLE_PASSWORD: consoleInfo(base).agency.password };
  const host = reachableHost(settings.host);
  const consolePort = () => `${ports.console.port}`;
  const metricsPort = ports.apiMetrics;
  if (!base.separateProcesses) {
    const own = () => ({ ...env(), ...logins, CONSOLE_PORT: consolePort() });
    const both = application(base, own, 'api, console', host, ports.api);
    return [serversService({ ...both, extra: { name: 'console', port: ports.console }, metricsPort })];
  }
  const own = () => ({ ...env(), ...logins, PORT: consolePort(), METRICS_PORT: undefined });
  return [
    apiService({ ...application(base, env, 'api', host, ports.api), metricsPort }),
    consoleService(application(base, own, 'console', host, ports.console)),
  ];
}

async function workers(base: Foundation, env: () => Environment): Promise<ServiceDefinition[]> {
  const definition = (name: string, port: ReservedPort, roles?: string) => {
    const own = () => ({
      ...env(),
      // Its health and metrics are for this machine, wherever the API listens.
      HOST: '127.0.0.1',
      WORKER_HEALTH_PORT: `${port.port}`,
      ...(roles === undefined ? {} : { WORKER_ROLES: roles }),
    });
    return workerService(name, application(base, own, name, '127.0.0.1', port));
  };
  if (!base.separateProcesses) return [definition('worker', base.ports.workerHealth)];
  const processes = Object.entries(WORKER_PROCESSES);
  return await Promise.all(
    processes.map(async ([name, roles]) => definition(name, await reservePort(), roles)),
  );
}

function applicationEnvironment(
  base: Foundation,
  database: Database,
  temporal: Temporal,
  bundle: string,
): Environment {
  const { settings, data, ports, key } = base;
  const ui = temporal.ui();
  return {
    // On loopback, as PostgreSQL, Temporal and its UI are, wherever the API listens.
    METRICS_PORT: `127.0.0.1:${ports.apiMetrics.port}`,
    ...(settings.keepsMail ? { SMTP_URL: pathToFileURL(data.outbox).href } : {}),
    ...withSandboxDefaults(settings.env, settings.host),
    HOST: settings.host,
    PORT: `${ports.api.port}`,
    PUBLIC_BASE_URL: apiUrl(base),
    CONSOLE_BASE_URL: consoleInfo(base).url,
    ...(ui ? { TEMPORAL_UI_URL: ui } : {}),
    DATABASE_URL: database.url,
    // What the application may not do it can't be made to do.
    DATABASE_MIGRATION_URL: undefined,
    DATABASE_ADMIN_URL: undefined,
    ENCRYPTION_KEY: key,
    WORKFLOW_BUNDLE: bundle,
    ...temporal.env,
  };
}

function application(
  { checkout, say }: Foundation,
  env: () => Environment,
  name: string,
  host: string,
  port: ReservedPort,
): ApplicationOptions {
  return { checkout, env, host, port, onLine: showErrors(name, say), say };
}
