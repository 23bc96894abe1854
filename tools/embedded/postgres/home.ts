import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readlinkSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readIfPresent, writePrivateFile } from '../os/files.ts';
import type { Say } from '../os/terminal.ts';
import { type PostgresBinaries, reachableBinaries } from './binaries.ts';
import { type Account, postgresAccount } from './user.ts';

/** Where a root user's database goes when the account `postgres` can't enter the data folder. */
const SYSTEM_FOLDER = '/var/lib/guidepost';
const OWNER_NOTE = 'DATA_FOLDER';

/** Where PostgreSQL's files are, and as whom it runs. */
export interface PostgresHome {
  readonly dir: string;
  /** undefined: as ourselves. */
  readonly account: Account | undefined;
  readonly binaries: PostgresBinaries;
}

/**
 * Finds or makes the folder `<dataDir>/postgres`. For root, below a folder that PostgreSQL's account can't enter, it
 * is a link to a folder under /var/lib/guidepost. The cluster itself is in `data` there, and that account's.
 */
export function preparePostgresHome(dataDir: string, say: Say): PostgresHome {
  mkdirSync(dataDir, { recursive: true });
  const wanted = join(dataDir, 'postgres');
  const account = ownerOfExisting(wanted) ?? postgresAccount(say);
  const dir = account ? reachableHome(dataDir, wanted, account, say) : ownHome(wanted);
  return { dir, account, binaries: reachableBinaries(account, SYSTEM_FOLDER, say) };
}

/** Deletes a database for good, wherever it was put. */
export function removePostgresHome(dataDir: string): void {
  const wanted = join(dataDir, 'postgres');
  const elsewhere = linkTarget(wanted);
  if (elsewhere) rmSync(elsewhere, { recursive: true, force: true });
  rmSync(wanted, { recursive: true, force: true });
}

/** Root continues the database of an ordinary user as that user. */
function ownerOfExisting(wanted: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const found = statSync(join(wanted, 'data', 'PG_VERSION'), { throwIfNoEntry: false });
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

function ownHome(dir: string): string {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return dir;
}

function reachableHome(dataDir: string, wanted: string, account: Account, say: Say): string {
  const linked = linkTarget(wanted);
  if (!linked) {
    mkdirSync(wanted, { recursive: true });
    if (canEnter(wanted, account)) return wanted;
  }
  const elsewhere = linked && belongsTo(linked, dataDir) ? linked : folderFor(dataDir);
  if (linked !== elsewhere) {
    say(`PostgreSQL's account can't enter ${dataDir}: its files are kept in ${elsewhere}`);
    rmSync(wanted, { recursive: true, force: true });
    symlinkSync(elsewhere, wanted);
  }
  mkdirSync(elsewhere, { recursive: true, mode: 0o755 });
  writePrivateFile(join(elsewhere, OWNER_NOTE), `${realpathSync(dataDir)}\n`);
  return elsewhere;
}

/** A data folder that was moved takes its database along; one that was copied must not share it. */
function belongsTo(home: string, dataDir: string): boolean {
  const owner = readIfPresent(join(home, OWNER_NOTE))?.trim();
  if (owner === undefined) return false;
  return owner === realpathSync(dataDir) || !statSync(owner, { throwIfNoEntry: false });
}

function folderFor(dataDir: string): string {
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12);
  return join(SYSTEM_FOLDER, name);
}

/** Asked of the system itself: modes, lists of rights and mounts all count. */
function canEnter(dir: string, { uid, gid }: Account): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', resolve(dir)], { uid, gid, cwd: '/' }).status === 0;
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
