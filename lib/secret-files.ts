import { readFileSync } from 'node:fs';

/** The variables of lib/config.ts that hold a secret: a URL with a password, a key. */
export const SECRET_VARIABLES = [
  'DATABASE_URL',
  'DATABASE_MIGRATION_URL',
  'DATABASE_ADMIN_URL',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEYS_ACCEPTED',
  'CONSOLE_OIDC_CLIENT_SECRET',
  'REDIS_URL',
  'SMTP_URL',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment with each secret that is given as a file: `ENCRYPTION_KEY_FILE=/run/secrets/encryption-key` in the place of
 * `ENCRYPTION_KEY`. That is how Docker and Kubernetes hand secrets over, out of sight of `docker inspect` and of child processes.
 * White space around it is left out: editors end a file with a line break. An empty file is a variable that is not set.
 * @throws Error naming the variable, and never what is in it, where both are set, or the file can't be read
 */
export function withSecretFiles(env: Environment): Environment {
  const read: Record<string, string | undefined> = {};
  for (const name of SECRET_VARIABLES) {
    const path = env[`${name}_FILE`];
    if (!path) continue;
    if (env[name]) throw new Error(`${name} and ${name}_FILE exclude each other: set one`);
    read[name] = contentOf(path, `${name}_FILE`);
    read[`${name}_FILE`] = undefined;
  }
  return Object.keys(read).length === 0 ? env : { ...env, ...read };
}

function contentOf(path: string, variable: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    const { code = 'unreadable' } = cause as NodeJS.ErrnoException;
    throw new Error(`${variable} names a file that can't be read (${code})`, { cause });
  }
}
