/**
 * Receives files that people upload. They are only opened to detect their type (types.ts); they are written as they
 * come, encrypted in parts (db/cipher.ts), so that a process holds one part of a file, and a change of ENCRYPTION_KEY
 * covers them too. What this rules out (test/services/file-intake.test.ts):
 *
 * - Many uploads, or slow ones, hold memory or connections of the database: each part is one statement.
 * - Somebody can read a file that broke off or was refused: it becomes a stored file only in the transaction that says whose it is.
 * - Parts that never became a file stay: they are deleted at once, or after a crash an hour later, with what has expired.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cipher } from '../../db/cipher.ts';
import { StoredFile, UploadPart } from '../../db/entities/index.ts';
import { type InvalidParameter, invalidParameter } from '../../domain/errors.ts';
import type { RefusalReason } from '../../domain/refusal-reasons.ts';
import { type FileRules, type FileType, safeFileName } from '../../domain/stored-file.ts';
import { TableCheck, typeOfStart } from './types.ts';

/** Bytes that are encrypted together. */
const PART_BYTES = 128 * 1024;

/** A file as it is sent. */
export interface SentFile {
  /** As its sender called it. */
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** A complete upload, checked and encrypted, which belongs to nobody yet. */
export interface ReceivedFile {
  readonly uploadId: string;
  readonly name: string;
  readonly type: FileType;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

/** Reads it to its end. @throws InvalidParameter where its type is not allowed, or it is empty or too large. */
export async function receiveFile(
  em: EntityManager,
  cipher: Cipher,
  { name, content }: SentFile,
  rules: FileRules,
): Promise<ReceivedFile> {
  const uploadId = randomUUID();
  const hash = createHash('sha256');
  let size = 0;
  let number = 0;
  let type: FileType | undefined;
  const table = new TableCheck();
  try {
    for await (const part of inParts(content)) {
      size += part.byteLength;
      if (size > rules.maxBytes)
        throw refusal('too_large', `must have at most ${rules.maxBytes / 1024 / 1024} MB`);
      type ??= await typeOfStart(part, rules.types);
      if (type === undefined || (type === 'text/csv' && !table.add(part))) throw unsupported(rules);
      hash.update(part);
      const contentEncrypted = await cipher.encrypt(part);
      await em.insert(UploadPart, { uploadId, number: number++, contentEncrypted });
    }
    if (type === undefined || (type === 'text/csv' && !table.add(undefined))) throw unsupported(rules);
    return { uploadId, name: safeFileName(name, type), type, size, sha256: hash.digest('hex') };
  } catch (error) {
    await discard(em, [uploadId]);
    throw error;
  }
}

/** In the caller's transaction, which also says whose it is. @returns its id. */
export async function storeFile(
  em: EntityManager,
  { uploadId, ...file }: ReceivedFile,
  createdAt: Date,
): Promise<number> {
  const fileId = Number(await em.insert(StoredFile, { ...file, createdAt }));
  await em.execute(
    `insert into stored_file_part (file_id, number, content_encrypted)
     select ?, number, content_encrypted from upload_part where upload_id = ?`,
    [fileId, uploadId],
  );
  await em.nativeDelete(UploadPart, { uploadId });
  return fileId;
}

/** Receives files with `receive`, and does with them what `work` does; of those that it does not store nothing is left. */
export async function withReceived<Result>(
  em: EntityManager,
  cipher: Cipher,
  rules: FileRules,
  work: (receive: (file: SentFile) => Promise<ReceivedFile>) => Promise<Result>,
): Promise<Result> {
  const received: string[] = [];
  try {
    return await work(async (file) => {
      const one = await receiveFile(em, cipher, file, rules);
      received.push(one.uploadId);
      return one;
    });
  } finally {
    await discard(em, received);
  }
}

/** What can't be deleted now is deleted as what has expired; the error before says more. */
async function discard(em: EntityManager, uploadIds: readonly string[]): Promise<void> {
  if (uploadIds.length === 0) return;
  await em.nativeDelete(UploadPart, { uploadId: { $in: [...uploadIds] } }).catch(() => undefined);
}

/** Pieces of `PART_BYTES`, and the rest. */
async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of content) {
    pieces.push(piece);
    length += piece.byteLength;
    if (length < PART_BYTES) continue;
    const joined = Buffer.concat(pieces, length);
    let from = 0;
    for (; length - from >= PART_BYTES; from += PART_BYTES) yield joined.subarray(from, from + PART_BYTES);
    pieces = from < length ? [joined.subarray(from)] : [];
    length -= from;
  }
  if (length > 0) yield Buffer.concat(pieces, length);
}

function unsupported({ types }: FileRules): InvalidParameter {
  const known = types.map((one) => (one === 'text/csv' ? 'text/csv without formulas' : one)).join(', ');
  return refusal('unsupported_media_type', `must be by its content one of ${known}`);
}

function refusal(reason: RefusalReason, msg: string): InvalidParameter {
  return invalidParameter('body.file', reason, msg);
}
