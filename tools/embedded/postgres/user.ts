import { spawnSync } from 'node:child_process';
import type { Say } from '../os/terminal.ts';

/** The account that a program runs as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const NAME = 'postgres';

/** Ways to make a system account: shadow-utils, Debian's adduser, BusyBox. */
const CREATORS: readonly (readonly [string, ...string[]])[][] = [
  [['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', NAME]],
  [['adduser', '--system', '--group', '--no-create-home', '--quiet', NAME]],
  [
    ['addgroup', '-S', NAME],
    ['adduser', '-S', '-D', '-H', '-G', NAME, NAME],
  ],
];

/**
 * The account for PostgreSQL, which refuses to run as root.
 * @returns undefined when we aren't root: it then runs as ourselves.
 * @throws when we are root and no account can be made.
 */
export function postgresAccount(say: Say): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const known = lookUp();
  if (known) return known;
  say(`Creating the system user "${NAME}": PostgreSQL refuses to run as root`);
  for (const steps of CREATORS) {
    for (const [file, ...args] of steps) spawnSync(file, args, { stdio: 'ignore' });
    const made = lookUp();
    if (made) return made;
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and no system user "${NAME}" could be created. ` +
      'Create one, start as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

function lookUp(): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((option) => {
    const { status, stdout } = spawnSync('id', [option, NAME], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : undefined;
  });
  return uid && gid ? { uid, gid } : undefined;
}
