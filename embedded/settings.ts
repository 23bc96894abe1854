import { cacheFolder } from './cache-folder.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What `npm start` takes from the environment; the rest is handed on to the API and the workers. */
export interface StartSettings {
  readonly env: Environment;
  /** GUIDEPOST_DATA: where everything is kept; default `.guidepost` in the checkout. */
  readonly dataDir: string | undefined;
  readonly cacheDir: string;
  /** DATABASE_URL, TEMPORAL_ADDRESS: a server of one's own; then none is started. */
  readonly databaseUrl: string | undefined;
  readonly temporalAddress: string | undefined;
  readonly host: string;
  /** PORT: this one and no other; default: 8080, or one that is free. */
  readonly port: number | undefined;
  readonly publicBaseUrl: string | undefined;
  readonly encryptionKey: string | undefined;
}

/** @throws when PORT is none. The application's own config.ts checks the values that it is handed. */
export function readSettings(env: Environment): StartSettings {
  return {
    env,
    dataDir: env.GUIDEPOST_DATA || undefined,
    cacheDir: cacheFolder(env),
    databaseUrl: env.DATABASE_URL || undefined,
    temporalAddress: env.TEMPORAL_ADDRESS || undefined,
    host: env.HOST || '127.0.0.1',
    port: env.PORT ? portNumber(env.PORT) : undefined,
    publicBaseUrl: env.PUBLIC_BASE_URL || undefined,
    encryptionKey: env.ENCRYPTION_KEY || undefined,
  };
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error('PORT must be from 1 to 65535');
  return port;
}

/** An address of this machine under which a server listening on `host` answers. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
