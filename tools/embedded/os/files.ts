import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file that only its owner may read, so that a reader sees the old content or the new, never half. */
export function writePrivateFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx' });
    renameSync(draft, path);
  } catch (error) {
    // A full disk is tried again and again.
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Reads a secret, made up and kept (mode 0600) when there is none yet. */
export function keepSecret(path: string, make: () => string): string {
  const known = readIfPresent(path)?.trim();
  if (known) {
    chmodSync(path, 0o600);
    return known;
  }
  const secret = make();
  writePrivateFile(path, `${secret}\n`);
  return secret;
}

/** @returns the text of a file, or undefined when there is no such file. */
export function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Parses a JSON file; undefined when it is missing or damaged (all of ours can be made again). */
export function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
