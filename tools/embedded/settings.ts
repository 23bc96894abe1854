import { ConfigError, loadConfig, readSecretFiles } from '../../lib/config.ts';
import { cacheFolder } from './os/cache-folder.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What `npm start` takes from the environment; the rest is handed on to the API and the workers. */
export interface StartSettings {
  readonly env: Environment;
  /** GUIDEPOST_DATA: where everything is kept; default `.guidepost` in the checkout. */
  readonly dataDir: string | undefined;
  readonly cacheDir: string;
  /** DATABASE_URL, TEMPORAL_ADDRESS: a server of one's own; then none is started. */
  readonly databaseUrl: string | undefined;
  /** DATABASE_MIGRATION_URL: who migrates there; undefined: who DATABASE_URL names. */
  readonly databaseMigrationUrl: string | undefined;
  readonly temporalAddress: string | undefined;
  readonly host: string;
  /** PORT: this one and no other; default: 8080, or one that is free. */
  readonly port: number | undefined;
  readonly publicBaseUrl: string | undefined;
  readonly encryptionKey: string | undefined;
  /** Mails are kept in the data folder: there is no SMTP_URL, and this is no production. */
  readonly keepsMail: boolean;
}

/** @throws ConfigError when a variable that the API or the workers read is wrong: before anything is started. */
export function readSettings(environment: Environment): StartSettings {
  const env = readSecretFiles(environment);
  checkApplicationVariables(env);
  return {
    env,
    dataDir: env.GUIDEPOST_DATA || undefined,
    cacheDir: cacheFolder(env),
    databaseUrl: env.DATABASE_URL || undefined,
    databaseMigrationUrl: env.DATABASE_MIGRATION_URL || undefined,
    temporalAddress: env.TEMPORAL_ADDRESS || undefined,
    host: env.HOST || '127.0.0.1',
    port: Number(env.PORT) || undefined,
    publicBaseUrl: env.PUBLIC_BASE_URL || undefined,
    encryptionKey: env.ENCRYPTION_KEY || undefined,
    keepsMail: !env.SMTP_URL && env.NODE_ENV !== 'production',
  };
}

/** With placeholders for what `npm start` provides itself. */
function checkApplicationVariables(env: Environment): void {
  const provided = { DATABASE_URL: 'postgresql://own', ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') };
  const given = Object.entries(env).filter(([, value]) => value);
  try {
    loadConfig({ ...provided, ...Object.fromEntries(given) });
  } catch (error) {
    // A Temporal profile for another cluster may be broken; ours doesn't use it.
    if (error instanceof ConfigError) throw error;
  }
}

/** An address of this machine under which a server listening on `host` answers. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
