import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { EXIT } from '../exit-codes.ts';
import { CommandFailure } from '../failure.ts';
import type { Io } from './io.ts';

/** A file that somebody named; `-`: stdin. @throws CommandFailure */
export async function readInput(file: string, io: Io): Promise<Buffer> {
  if (file === '-') return Buffer.from(await buffer(io.stdin));
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandFailure(`${file} can't be read (${code})`, EXIT.usage, undefined, error);
  }
}
