/**
 * Files that people hand in. They are never opened here but to tell their type (file-type; CSV by its characters); they lie
 * encrypted in parts, each a text of db/cipher.ts, so that a change of ENCRYPTION_KEY takes them too.
 */
import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { fileTypeFromBuffer } from 'file-type';
import type { Cipher } from '../../db/cipher.ts';
import { StoredFile, StoredFilePart } from '../../db/entities/index.ts';
import { detail, InvalidParameter } from '../../domain/errors.ts';
import type { RefusalReason } from '../../domain/refusal-reasons.ts';
import { type FileRules, type FileType, safeFileName } from '../../domain/stored-file.ts';
import { TEXT_PATTERN } from '../../domain/text.ts';

/** Bytes that are encrypted together. */
const PART_BYTES = 128 * 1024;

/** A file as it was sent. */
export interface SentFile {
  /** As its sender called it. */
  readonly name: string;
  readonly content: Uint8Array;
}

/** One that was checked and encrypted, and is not stored yet. */
export interface SealedFile {
  readonly name: string;
  readonly type: FileType;
  readonly size: number;
  readonly sha256: string;
  readonly parts: readonly string[];
}

/** A stored file with what is in it. */
export interface OpenedFile {
  readonly name: string;
  readonly type: FileType;
  readonly content: Buffer;
}

/** @throws InvalidParameter where it is none of the types, empty or too large. */
export async function sealFile(
  cipher: Cipher,
  { name, content }: SentFile,
  rules: FileRules,
): Promise<SealedFile> {
  const type = await typeOf(content, rules);
  const parts: string[] = [];
  for (let from = 0; from < content.byteLength; from += PART_BYTES)
    parts.push(await cipher.encrypt(content.subarray(from, from + PART_BYTES)));
  return { name: safeFileName(name, type), type, size: content.byteLength, sha256: sha256(content), parts };
}

/** In the caller's transaction, which also says whose it is. @returns its id. */
export async function storeFile(em: EntityManager, { parts, ...file }: SealedFile): Promise<number> {
  const fileId = Number(await em.insert(StoredFile, { ...file, createdAt: new Date() }));
  await em.insertMany(
    StoredFilePart,
    parts.map((contentEncrypted, number) => ({ fileId, number, contentEncrypted })),
  );
  return fileId;
}

/** Whoever calls has looked whose it is. @throws Error where what is stored is not, whole and in order, what was sent. */
export async function openFile(em: EntityManager, cipher: Cipher, id: number): Promise<OpenedFile> {
  const { name, type, sha256: expected } = await em.findOneOrFail(StoredFile, id);
  const parts = await em.find(StoredFilePart, { fileId: id }, { orderBy: { number: 'asc' } });
  const opened: Uint8Array[] = [];
  for (const { contentEncrypted } of parts) opened.push(await cipher.decryptBytes(contentEncrypted));
  const content = Buffer.concat(opened);
  if (sha256(content) !== expected) throw new Error(`file ${id} is not what was sent`);
  return { name, type, content };
}

/** By its content alone: whatever it is called, and whatever type its sender names. @throws InvalidParameter */
async function typeOf(content: Uint8Array, { types, maxBytes }: FileRules): Promise<FileType> {
  if (content.byteLength > maxBytes)
    throw refusal('too_large', `must have at most ${maxBytes / 1024 / 1024} MB`);
  const found = (await fileTypeFromBuffer(content))?.mime;
  const type = types.find((known) =>
    known === 'text/csv' ? found === undefined && isTable(content) : known === found,
  );
  if (type !== undefined) return type;
  const known = types.map((one) => (one === 'text/csv' ? 'text/csv without formulas' : one)).join(', ');
  throw refusal('unsupported_media_type', `must be by its content one of ${known}`);
}

/** What would calculate, or call out, in the reader's spreadsheet (OWASP, "CSV injection"); numbers may have a sign. */
const FORMULA = /^[\s"']*(?:[=@＝＠]|[+\-＋－](?![\d.,\s]*"?$))/u;
const IS_TEXT = new RegExp(TEXT_PATTERN);

function isTable(content: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    if (text.trim() === '' || !IS_TEXT.test(text)) return false;
    return !text.split(/[,;\t\r\n]/).some((field) => FORMULA.test(field));
  } catch {
    return false;
  }
}

function refusal(reason: RefusalReason, msg: string): InvalidParameter {
  return new InvalidParameter([detail('body.file', reason, msg)]);
}

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
