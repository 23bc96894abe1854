import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @returns the full path of a program on `path` (the PATH variable), or undefined. */
export function findProgram(name: string, path: string | undefined): string | undefined {
  const suffixes = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  const folders = (path ?? '').split(delimiter).filter(Boolean);
  const candidates = folders.flatMap((folder) => suffixes.map((suffix) => join(folder, `${name}${suffix}`)));
  return candidates.find(isExecutable);
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
