import { hostname, userInfo } from 'node:os';
import type { Operator } from '../services/audit.ts';
import { OperatorError } from './refusal.ts';

/** Accounts that several people, or programs, work under: their name does not say who it was. */
const SHARED_ACCOUNTS: readonly string[] = [
  ...['root', 'admin', 'administrator', 'nobody', 'app', 'deploy', 'service', 'guidepost'],
  ...['postgres', 'node', 'www-data', 'runner', 'jenkins', 'gitlab-runner'],
  ...['ubuntu', 'debian', 'centos', 'ec2-user', 'azureuser', 'opc', 'vagrant'],
];

interface Asked {
  /** --as */
  readonly as?: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** Whether it writes: commands that only read need no name. */
  readonly isChange: boolean;
}

/**
 * Who works at this command line, as the audit log has it: --as, GUIDEPOST_OPERATOR, who came by sudo, or the account.
 * @throws OperatorError for a change under an account that is shared.
 */
export function operatorAt({ as, env, isChange }: Asked, account = accountName()): Operator {
  const named = as ?? (env.GUIDEPOST_OPERATOR || undefined) ?? personOf(env.SUDO_USER);
  const host = hostname();
  if (named !== undefined)
    return { operator: named, address: `${account ?? 'unknown'}@${host}`.slice(0, 100) };
  const isShared = account === null || SHARED_ACCOUNTS.includes(account.toLowerCase()) || Boolean(env.CI);
  if (isShared && isChange)
    throw new OperatorError(
      `the account "${account ?? 'unknown'}" may be anybody's: say who you are with --as NAME, or in GUIDEPOST_OPERATOR`,
      { exit: 'usage' },
    );
  return { operator: account ?? 'unknown', address: host };
}

function personOf(account: string | undefined): string | undefined {
  return account && !SHARED_ACCOUNTS.includes(account.toLowerCase()) ? account : undefined;
}

/** Null where a container runs under a number without a name. */
function accountName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
