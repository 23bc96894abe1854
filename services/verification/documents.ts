import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Cipher } from '../../db/cipher.ts';
import { StoredFile, VerificationAttachment, VerificationDocument } from '../../db/entities/index.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { numberedId, numberOf } from '../../domain/ids.ts';
import { DOCUMENT_RULES, MAX_DOCUMENTS } from '../../domain/verification.ts';
import { recordAudit } from '../audit.ts';
import { type SentFile, storeFile, withReceived } from '../files/intake.ts';
import { type OpenedFile, openFile } from '../files/stored.ts';
import { type DocumentView, documentView } from './reading.ts';
import { VerificationNotFound } from './refusals.ts';
import { type CompanyMember, openDraft } from './writing.ts';

export type VerificationDocuments = ReturnType<typeof createVerificationDocuments>;

export function createVerificationDocuments({
  orm,
  cipher,
  now,
}: {
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  readonly now: () => Date;
}) {
  return {
    /**
     * Adds a file to the draft; nothing of it is read before there is one with room.
     * @throws InvalidParameter where its type is not allowed, it is too large, or there are too many.
     */
    async add(member: CompanyMember, readFile: () => Promise<SentFile>): Promise<DocumentView> {
      const { companyId } = member;
      await orm.em.fork().transactional((em) => draftWithRoom(em, companyId));
      return await withReceived(orm.em.fork(), cipher, DOCUMENT_RULES, async (receive) => {
        const file = await receive(await readFile());
        return await orm.em.fork().transactional(async (em) => {
          const draft = await draftWithRoom(em, companyId);
          const createdAt = now();
          const fileId = await storeFile(em, file, createdAt);
          const id = Number(await em.insert(VerificationDocument, { companyId, fileId }));
          await em.insert(VerificationAttachment, { submissionId: draft.id, documentId: id });
          await note(em, member, 'verification.document_added', id);
          return documentView({ ...file, id, createdAt });
        });
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
        if ((await em.count(VerificationAttachment, { documentId: id })) === 0) await erase(em, id);
        await note(em, member, 'verification.document_removed', id);
      });
    },

    /** The company's own. @throws VerificationNotFound */
    async open(documentId: string, companyId: string): Promise<OpenedFile> {
      const em = orm.em.fork();
      const id = numberOf('document', documentId);
      return await openDocument(em, cipher, await em.findOne(VerificationDocument, { id, companyId }));
    },
  };
}

async function draftWithRoom(em: EntityManager, companyId: string) {
  const draft = await openDraft(em, companyId);
  const number = await em.count(VerificationAttachment, { submissionId: draft.id });
  if (number >= MAX_DOCUMENTS)
    throw invalidParameter('body.file', 'limit_reached', `at most ${MAX_DOCUMENTS} documents`);
  return draft;
}

/** Reads a document. @throws VerificationNotFound where it is null, Error where it is not what was sent. */
export async function openDocument(
  em: EntityManager,
  cipher: Cipher,
  document: VerificationDocument | null,
): Promise<OpenedFile> {
  if (document === null) throw new VerificationNotFound('document');
  return await openFile(em, cipher, document.fileId);
}

async function erase(em: EntityManager, id: number): Promise<void> {
  const { fileId } = await em.findOneOrFail(VerificationDocument, id);
  await em.nativeDelete(VerificationDocument, { id });
  await em.nativeDelete(StoredFile, { id: fileId });
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
