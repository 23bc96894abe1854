import type { MikroORM } from '@mikro-orm/postgresql';
import { type Cipher, createCipher } from '../db/cipher.ts';
import { createDatabaseClock } from '../db/clock.ts';
import { openInstallation } from '../db/installation.ts';
import { createOrm } from '../db/orm.ts';
import { readSchemaState, requireSchema } from '../db/schema.ts';
import { type Config, ConfigError, loadConfig, readSecretFiles } from '../lib/config.ts';
import { createAccountMailer } from '../services/accounts/mailer.ts';
import type { Operator } from '../services/audit.ts';
import { type CredentialService, createCredentialService } from '../services/credentials/credentials.ts';
import { createOperators, type Operators } from '../services/operators/operators.ts';
import {
  createMerchantRegistry,
  type MerchantRegistry,
} from '../services/operators/registry/merchant-registry.ts';
import { type Confirm, createConfirm } from './confirm.ts';
import { operatorAt } from './operator-name.ts';
import { codeOf, OperatorError } from './refusal.ts';

/** What the commands work with. */
export interface AdminContext {
  readonly config: Config;
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  /** The id of the installation. */
  readonly installation: string;
  readonly now: () => Date;
  readonly operator: Operator;
  readonly confirm: Confirm;
  readonly merchants: MerchantRegistry;
  readonly credentials: CredentialService;
  readonly operators: Operators;
}

/** What the command line says beside its command. */
export interface Settings {
  readonly as?: string | undefined;
  readonly yes?: boolean | undefined;
  readonly json?: boolean | undefined;
  /** The command writes. */
  readonly isChange: boolean;
}

/** A person waits for a command, and longer than a merchant for a request. */
const PATIENT = { statementMs: 60_000, lockMs: 15_000, idleMs: 60_000 };

/** Opens the database, checks that the key is its own, runs one command, closes it. */
export async function withContext<Result>(
  { as, yes = false, isChange }: Settings,
  work: (context: AdminContext) => Promise<Result>,
): Promise<Result> {
  const operator = operatorAt({ as, env: process.env, isChange });
  const config = readConfig(process.env);
  const orm = createOrm({ databaseUrl: config.databaseUrl, poolMax: 2, limits: PATIENT });
  const cipher = createCipher(config.encryptionKey, config.encryptionKeysAccepted);
  const { now, measure } = createDatabaseClock({ orm });
  try {
    await refuseIfAway(orm);
    requireSchema(await readSchemaState(orm.em.fork()));
    await measure();
    const installation = await openInstallation(orm.em.fork(), cipher);
    const services = {
      merchants: createMerchantRegistry({ orm, now }),
      credentials: createCredentialService({ orm, cipher, now }),
      operators: createOperators({ orm, now, mailer: createAccountMailer(config.consoleBaseUrl) }),
    };
    const confirm = createConfirm(yes);
    return await work({ config, orm, cipher, installation, now, operator, confirm, ...services });
  } finally {
    await orm.close();
  }
}

/** @throws ConfigError */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const env = readSecretFiles(environment);
  if (env.DATABASE_URL || env.ENCRYPTION_KEY) return loadConfig(env);
  throw new ConfigError('set DATABASE_URL and ENCRYPTION_KEY, or start the platform here (npm start)');
}

/** What can't be reached is not a fault of the command. */
async function refuseIfAway(orm: MikroORM): Promise<void> {
  try {
    await orm.em.getConnection().execute('select 1');
  } catch (cause) {
    const why = codeOf(cause) || 'no answer in time';
    throw new OperatorError(`the database does not answer (${why}): check DATABASE_URL`, {
      cause,
      exit: 'unavailable',
    });
  }
}
