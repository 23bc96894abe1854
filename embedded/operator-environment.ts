import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '../config.ts';
import { readDevFile } from './dev-file.ts';

type Environment = Record<string, string | undefined>;

const CHECKOUT = fileURLToPath(new URL('..', import.meta.url));

/**
 * DATABASE_URL and ENCRYPTION_KEY where both are set; else those of the embedded platform that runs now, from
 * `GUIDEPOST_DATA` or the checkout's `.guidepost` (docs/decisions/0036).
 * @throws ConfigError when there is neither.
 */
export function operatorEnvironment(env: Environment = process.env): Environment {
  const isOwn = Boolean(env.DATABASE_URL) && Boolean(env.ENCRYPTION_KEY);
  if (isOwn) return env;
  const folder = env.GUIDEPOST_DATA || join(CHECKOUT, '.guidepost');
  const running = readDevFile(join(folder, 'dev.json'));
  if (running === undefined) {
    throw new ConfigError('set DATABASE_URL and ENCRYPTION_KEY, or start the platform here (npm start)');
  }
  const key = env.ENCRYPTION_KEY || readFileSync(join(running.dataDir, 'encryption.key'), 'utf8').trim();
  const temporal = {
    TEMPORAL_ADDRESS: env.TEMPORAL_ADDRESS || running.temporalAddress,
    TEMPORAL_NAMESPACE: env.TEMPORAL_NAMESPACE || running.temporalNamespace,
  };
  return { ...env, ...temporal, DATABASE_URL: env.DATABASE_URL || running.database, ENCRYPTION_KEY: key };
}
