import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type DataFolder, encryptionKey } from '../embedded/data-folder.ts';
import { keepSecret } from '../embedded/os/files.ts';
import { requiredVariables } from './compose.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What `.env` would hold for this machine: the caller's environment, secrets that are made once and kept in the data folder, and
 * the addresses of the gateway. A `.env` is not read: it belongs to an installation.
 */
export function ownVariables(
  text: string,
  env: Environment,
  data: DataFolder,
  ports: Readonly<Record<string, number>>,
): Environment {
  const secrets = requiredVariables(text).map((name) => [name, env[name] || secretOf(name, data)] as const);
  const [api, console] = [ports['gateway/GATEWAY_PORT'], ports['gateway/CONSOLE_PORT']];
  return {
    PUBLIC_BASE_URL: `http://127.0.0.1:${api}`,
    // Another host name than the API's: browsers keep cookies by name, not by port.
    CONSOLE_BASE_URL: `http://localhost:${console}`,
    ...env,
    ...Object.fromEntries(secrets),
    GATEWAY_PORT: `${api}`,
    CONSOLE_PORT: `${console}`,
    TRUST_PROXY: '127.0.0.1/32',
  };
}

function secretOf(name: string, data: DataFolder): string {
  if (name === 'ENCRYPTION_KEY') return encryptionKey(data);
  return keepSecret(join(data.dir, 'secrets', name), () => randomBytes(24).toString('hex'));
}
