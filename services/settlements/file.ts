import type { Readable } from 'node:stream';
import type { Settlement } from '../../db/entities/index.ts';

/** A statement as a file. */
export interface StatementFile {
  readonly name: string;
  readonly content: Readable;
}

/** Made of ids. @param type how it ends. */
export function fileName({ id, month, part }: Settlement, type: string): string {
  const label = part === 1 ? month : `${month}-part-${part}`;
  return `${id}-${label}.${type}`;
}
