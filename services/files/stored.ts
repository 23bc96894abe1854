/** Reads uploaded files (intake.ts), a part at a time. */
import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cipher } from '../../db/cipher.ts';
import { StoredFile, StoredFilePart } from '../../db/entities/index.ts';
import type { FileType } from '../../domain/stored-file.ts';

/** A stored file with what is in it. */
export interface OpenedFile {
  readonly name: string;
  readonly type: FileType;
  /** Bytes. */
  readonly size: number;
  /** Breaks off where what is stored is not, whole and in order, what was sent. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** The caller has checked whose it is. */
export async function openFile(em: EntityManager, cipher: Cipher, id: number): Promise<OpenedFile> {
  const file = await em.findOneOrFail(StoredFile, id);
  const { name, type, size } = file;
  return { name, type, size, content: readParts(em.fork(), cipher, file) };
}

/** The last part is passed on only when all are proved to be what was sent: until then a reader has no complete file. */
async function* readParts(
  em: EntityManager,
  cipher: Cipher,
  { id, sha256 }: StoredFile,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let held: Uint8Array | undefined;
  for (let number = 0; ; number++) {
    const part = await em.findOne(StoredFilePart, { fileId: id, number }, { disableIdentityMap: true });
    if (part === null) break;
    if (held !== undefined) yield held;
    held = await cipher.decryptBytes(part.contentEncrypted);
    hash.update(held);
  }
  if (held === undefined || hash.digest('hex') !== sha256) throw new Error(`file ${id} is not what was sent`);
  yield held;
}
