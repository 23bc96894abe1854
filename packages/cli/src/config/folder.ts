import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { EXIT } from '../exit-codes.ts';
import { CommandFailure } from '../failure.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where profiles, cursors and the local secret are kept: GUIDEPOST_CONFIG_DIR, else `guidepost` in the user's folder for
 * settings (XDG_CONFIG_HOME, APPDATA, `~/.config`).
 */
export function configFolder(env: Environment): string {
  if (env.GUIDEPOST_CONFIG_DIR) return env.GUIDEPOST_CONFIG_DIR;
  if (process.platform === 'win32' && env.APPDATA) return join(env.APPDATA, 'guidepost');
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'guidepost');
}

/** @returns undefined where there is none. @throws CommandFailure when it can't be read, or is no JSON. */
export function readPrivate<Value>(path: string): Value | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new CommandFailure(`${path} can't be read (${code})`, EXIT.usage, undefined, error);
  }
  try {
    return JSON.parse(text) as Value;
  } catch (error) {
    const remedy = 'Mend it, or remove it and log in again.';
    throw new CommandFailure(`${path} is not the JSON that it should be`, EXIT.usage, remedy, error);
  }
}

/**
 * Written whole or not at all, readable by its owner only (0600, its folder 0700).
 * @throws CommandFailure when that can't be done.
 */
export function writePrivate(path: string, value: unknown): void {
  const draft = `${path}.${randomUUID()}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true });
    chmodSync(draft, 0o600);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandFailure(`${path} can't be written (${code})`, EXIT.usage, undefined, error);
  }
}

/** Whether others than its owner may read a file; always false where there are no such modes. */
export function isExposed(path: string): boolean {
  if (process.platform === 'win32') return false;
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && (found.mode & 0o077) !== 0;
}
