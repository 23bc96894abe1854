import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAcceptedKeys } from '../../lib/config.ts';
import type { DataFolder } from './data-folder.ts';
import type { Credentials } from './dev-file.ts';
import { startOneShot } from './os/one-shot.ts';
import type { Say } from './os/terminal.ts';
import type { PlatformPorts } from './platform-ports.ts';
import { type RunningPostgres, startPostgres } from './postgres/index.ts';
import type { Preparation, Prepared } from './postgres/prepare.ts';
import type { DatabaseUrls } from './postgres/roles.ts';
import type { StartSettings } from './settings.ts';
import type { Supervisor } from './supervisor/index.ts';
import { locateTemporalProgram } from './temporal/program.ts';
import { NAMESPACE, startTemporalServer } from './temporal/server.ts';

export interface BackendOptions {
  readonly settings: StartSettings;
  readonly data: DataFolder;
  readonly ports: PlatformPorts;
  readonly supervisor: Supervisor;
  readonly say: Say;
  /** Aborted when the start is given up. */
  readonly signal: AbortSignal;
}

export interface Database {
  readonly url: string;
  readonly agency: Credentials;
  readonly studio: Credentials;
}

export interface Temporal {
  readonly address: string;
  /** Base URL of the web UI as it is now: its port may have been taken while the server was away. */
  readonly ui: () => string | undefined;
  /** Environment variables with which the API and the workers reach it. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** PostgreSQL (ours, unless DATABASE_URL names one), its schema up to date and the sandbox in it. */
export async function prepareDatabase(
  { settings, data, ports, supervisor, say }: BackendOptions,
  encryptionKey: string,
): Promise<Database> {
  // It loads the ORM meanwhile, which takes as long as PostgreSQL's start.
  const preparing = startOneShot(new URL('./postgres/prepare.ts', import.meta.url));
  try {
    const ours = { dataDir: data.dir, port: ports.database, supervisor, say };
    const database = foreignDatabase(settings) ?? reachOwn(await startPostgres(ours));
    const { applied, ...prepared } = await preparing.ask<Prepared>({
      database,
      encryptionKey: Buffer.from(encryptionKey, 'base64'),
      encryptionKeysAccepted: readAcceptedKeys(settings.env),
    } satisfies Preparation);
    if (applied > 0) say(`Database schema: ${applied} migration(s) applied`);
    return prepared;
  } finally {
    preparing.kill();
  }
}

const reachOwn = ({ adminUrl, secretsDir }: RunningPostgres) => ({ adminUrl, secretsDir });

/** DATABASE_URL and, where migrations have a role of their own, DATABASE_MIGRATION_URL. */
function foreignDatabase({ databaseUrl, databaseMigrationUrl }: StartSettings): DatabaseUrls | undefined {
  return databaseUrl === undefined
    ? undefined
    : { url: databaseUrl, migrationUrl: databaseMigrationUrl ?? databaseUrl };
}

/** The Temporal development server, unless TEMPORAL_ADDRESS names another. */
export async function prepareTemporal(options: BackendOptions): Promise<Temporal> {
  const { settings, data, ports, supervisor, say, signal } = options;
  if (settings.temporalAddress) {
    await prepareForeignServer(settings, say);
    return { address: settings.temporalAddress, ui: () => undefined, env: {} };
  }
  const { cacheDir, env } = settings;
  const [program, { SEARCH_ATTRIBUTE_TYPES }] = await Promise.all([
    locateTemporalProgram({ cacheDir, say, env, signal }),
    import('../../workflows/contract.ts'),
  ]);
  signal.throwIfAborted();
  const { address } = await startTemporalServer({
    program,
    supervisor,
    searchAttributes: SEARCH_ATTRIBUTE_TYPES,
    port: ports.temporal,
    uiPort: ports.temporalUi,
    dbFile: data.temporalDb,
  });
  const ui = () => `http://127.0.0.1:${ports.temporalUi.port}`;
  return { address, ui, env: ownServerOnly(settings, data, address) };
}

/** Registers the search attributes where that is allowed; on Temporal Cloud it is done by its own tools. */
async function prepareForeignServer({ env }: StartSettings, say: Say): Promise<void> {
  const [
    { Connection },
    { loadClientConnectConfig },
    { ensureSearchAttributes },
    { SEARCH_ATTRIBUTE_TYPES },
  ] = await Promise.all([
    import('@temporalio/client'),
    import('@temporalio/envconfig'),
    import('./temporal/setup.ts'),
    import('../../workflows/contract.ts'),
  ]);
  const defined = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const { connectionOptions, namespace } = loadClientConnectConfig({
    overrideEnvVars: Object.fromEntries(defined),
  });
  const connection = await Connection.connect({ ...connectionOptions, connectTimeout: '10s' });
  try {
    await ensureSearchAttributes(connection, namespace ?? NAMESPACE, SEARCH_ATTRIBUTE_TYPES);
  } catch (error) {
    say(`The search attributes could not be registered (${(error as Error).message}): register them by hand`);
  } finally {
    await connection.close();
  }
}

/** Our server has no TLS and no keys: a profile made for another cluster must not be mixed in. */
function ownServerOnly({ env }: StartSettings, data: DataFolder, address: string): Temporal['env'] {
  const foreign = Object.keys(env).filter((name) => name.startsWith('TEMPORAL_'));
  const cleared = Object.fromEntries(foreign.map((name) => [name, undefined]));
  const config = join(data.dir, 'temporal.toml');
  writeFileSync(config, '[profile.default]\n');
  return {
    ...cleared,
    TEMPORAL_CONFIG_FILE: config,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: NAMESPACE,
  };
}
