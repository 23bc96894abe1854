import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError, readSecretFiles } from '../../lib/config.ts';
import { dataFolderOf } from './data-folder.ts';
import { readDevFile } from './dev-file.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The environment as it is where DATABASE_URL and ENCRYPTION_KEY are both set; else with those of the platform that runs now
 * on `GUIDEPOST_DATA`, or on the checkout's `.guidepost` (docs/decisions/0101). Where none runs, nothing is added.
 * @throws ConfigError where DATABASE_URL alone is set, and is another platform's.
 */
export function operatorEnvironment(environment: Environment): Environment {
  const env = readSecretFiles(environment);
  if (env.DATABASE_URL && env.ENCRYPTION_KEY) return env;
  const running = readDevFile(join(dataFolderOf(CHECKOUT, env.GUIDEPOST_DATA), 'dev.json'));
  if (running === undefined) return env;
  if (env.DATABASE_URL && env.DATABASE_URL !== running.database) {
    throw new ConfigError('DATABASE_URL is not that of the platform that runs here: set ENCRYPTION_KEY, too');
  }
  return {
    ...env,
    CONSOLE_BASE_URL: env.CONSOLE_BASE_URL || running.console.url,
    // As tools/embedded/sandbox-defaults.ts has it for the platform itself.
    OPERATORS_TO_APPROVE: env.OPERATORS_TO_APPROVE || (env.NODE_ENV === 'production' ? undefined : '1'),
    DATABASE_URL: running.database,
    ENCRYPTION_KEY:
      env.ENCRYPTION_KEY || readFileSync(join(running.dataDir, 'encryption.key'), 'utf8').trim(),
    TEMPORAL_ADDRESS: env.TEMPORAL_ADDRESS || running.temporalAddress,
    TEMPORAL_NAMESPACE: env.TEMPORAL_NAMESPACE || running.temporalNamespace,
  };
}
