/**
 * Documents of a verification. They are never opened here but for their first bytes, by which their type is known
 * (file-type); they lie encrypted in parts, each a text of db/cipher.ts, so that a change of ENCRYPTION_KEY takes them too.
 */
import { createHash } from 'node:crypto';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { fileTypeFromBuffer } from 'file-type';
import type { Cipher } from '../../../db/cipher.ts';
import {
  VerificationAttachment,
  VerificationDocument,
  VerificationDocumentPart,
} from '../../../db/entities/index.ts';
import { numberedId, numberOf } from '../../../domain/ids.ts';
import {
  DOCUMENT_PART_BYTES,
  DOCUMENT_TYPES,
  type DocumentType,
  MAX_DOCUMENT_BYTES,
  MAX_DOCUMENTS,
  safeFileName,
} from '../../../domain/verification.ts';
import { recordAudit } from '../audit.ts';
import { type DocumentView, documentView } from './reading.ts';
import { refuse, VerificationNotFound } from './refusals.ts';
import { type CompanyMember, openDraft } from './writing.ts';

/** A file as it was sent. */
export interface SentFile {
  /** As its sender called it. */
  readonly name: string;
  readonly content: Uint8Array;
}

/** A document with what is in it. */
export interface OpenedDocument {
  readonly name: string;
  readonly type: DocumentType;
  readonly content: Buffer;
}

export type VerificationDocuments = ReturnType<typeof createVerificationDocuments>;

export function createVerificationDocuments({ orm, cipher }: { orm: MikroORM; cipher: Cipher }) {
  return {
    /** Adds a file to the draft. @throws InvalidParameter where it is none of the types, too large, or one too many. */
    async add(member: CompanyMember, file: SentFile): Promise<DocumentView> {
      const type = await typeOf(file.content);
      const parts = await sealed(cipher, file.content);
      return await orm.em.fork().transactional(async (em) => {
        const draft = await openDraft(em, member.companyId);
        const number = await em.count(VerificationAttachment, { submissionId: draft.id });
        if (number >= MAX_DOCUMENTS)
          throw refuse('body.file', 'limit_reached', `at most ${MAX_DOCUMENTS} documents`);
        const document = await insert(em, member.companyId, file, type, parts);
        await em.insert(VerificationAttachment, { submissionId: draft.id, documentId: document.id });
        await note(em, member, 'verification.document_added', document.id);
        return documentView(document);
      });
    },

    /** Takes it from the draft; its content is deleted where no earlier submission has it. @throws VerificationNotFound */
    async remove(member: CompanyMember, documentId: string): Promise<void> {
      const id = numberOf('document', documentId);
      await orm.em.fork().transactional(async (em) => {
        const draft = await openDraft(em, member.companyId);
        const removed = await em.nativeDelete(VerificationAttachment, {
          submissionId: draft.id,
          documentId: id,
        });
        if (removed === 0) throw new VerificationNotFound('document');
        if ((await em.count(VerificationAttachment, { documentId: id })) === 0)
          await em.nativeDelete(VerificationDocument, { id });
        await note(em, member, 'verification.document_removed', id);
      });
    },

    /** The company's own. @throws VerificationNotFound */
    async open(documentId: string, companyId: string): Promise<OpenedDocument> {
      const em = orm.em.fork();
      const id = numberOf('document', documentId);
      return await openDocument(em, cipher, await em.findOne(VerificationDocument, { id, companyId }));
    },
  };
}

/** Reads a document. @throws VerificationNotFound where it is null, Error where it is not what was sent. */
export async function openDocument(
  em: EntityManager,
  cipher: Cipher,
  document: VerificationDocument | null,
): Promise<OpenedDocument> {
  if (document === null) throw new VerificationNotFound('document');
  const { name, type } = document;
  return { name, type, content: await unsealed(em, cipher, document) };
}

/** By its content alone: whatever it is called, and whatever type its sender names. @throws InvalidParameter */
async function typeOf(content: Uint8Array): Promise<DocumentType> {
  if (content.byteLength > MAX_DOCUMENT_BYTES)
    throw refuse('body.file', 'too_large', 'must have at most 10 MB');
  const found = await fileTypeFromBuffer(content);
  const type = DOCUMENT_TYPES.find((known) => known === found?.mime);
  if (type !== undefined) return type;
  throw refuse('body.file', 'unsupported_media_type', 'must be a PDF, a PNG or a JPEG by its content');
}

async function sealed(cipher: Cipher, content: Uint8Array): Promise<string[]> {
  const parts: string[] = [];
  for (let from = 0; from < content.byteLength; from += DOCUMENT_PART_BYTES)
    parts.push(await cipher.encrypt(content.subarray(from, from + DOCUMENT_PART_BYTES)));
  return parts;
}

async function insert(
  em: EntityManager,
  companyId: string,
  { name, content }: SentFile,
  type: DocumentType,
  parts: readonly string[],
): Promise<VerificationDocument> {
  const document = em.create(VerificationDocument, {
    companyId,
    name: safeFileName(name, type),
    type,
    size: content.byteLength,
    sha256: sha256(content),
    createdAt: new Date(),
  });
  await em.flush();
  const rows = parts.map((contentEncrypted, number) => ({
    documentId: document.id,
    number,
    contentEncrypted,
  }));
  await em.insertMany(VerificationDocumentPart, rows);
  return document;
}

/** @throws Error where what is stored is not, whole and in order, what was sent. */
async function unsealed(
  em: EntityManager,
  cipher: Cipher,
  { id, sha256: expected }: VerificationDocument,
): Promise<Buffer> {
  const parts = await em.find(VerificationDocumentPart, { documentId: id }, { orderBy: { number: 'asc' } });
  const opened: Uint8Array[] = [];
  for (const { contentEncrypted } of parts) opened.push(await cipher.decryptBytes(contentEncrypted));
  const content = Buffer.concat(opened);
  if (sha256(content) !== expected) throw new Error(`document ${id} is not what was sent`);
  return content;
}

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Its name stays out: people's names are in it often enough. */
async function note(
  em: EntityManager,
  { companyId, actor }: CompanyMember,
  action: string,
  id: number,
): Promise<void> {
  const details = { documentId: numberedId('document', id) };
  await recordAudit(em, actor, { action, subject: `company:${companyId}`, details });
}
