/**
 * The operators' side of the enterprise verification: for their command line and the console. What this rules out
 * (test/console/verification/decisions.test.ts):
 *
 * - Two operators decide one submission: it is locked, and the second one is refused, since it is decided.
 * - A company is approved without a live merchant, or has two: the decision and the merchant are one transaction.
 * - What was withdrawn is approved: the same lock.
 */

import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Cipher } from '../../db/cipher.ts';
import { Company, Merchant, VerificationDocument, VerificationSubmission } from '../../db/entities/index.ts';
import { writeAccountMail } from '../../db/queries/console/account-mails.ts';
import {
  ownersOf,
  type QueuedSubmission,
  queuedSubmissions,
} from '../../db/queries/operators/verification-queue.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { numberOf } from '../../domain/ids.ts';
import type { MerchantKind } from '../../domain/merchant.ts';
import type { RefusedFields } from '../../domain/verification.ts';
import { submissionMail } from '../../lib/mail/verification-words.ts';
import { type AuditActor, actorName, recordAudit } from '../audit.ts';
import type { OpenedFile } from '../files/stored.ts';
import { openDocument } from '../verification/documents.ts';
import { type SubmissionView, submissionsOf } from '../verification/reading.ts';
import { VerificationNotFound } from '../verification/refusals.ts';
import { registerMerchant, verifyMerchant } from './registry/merchant-registry.ts';

export interface CompanyFacts {
  readonly companyId: string;
  readonly name: string;
  readonly kind: MerchantKind;
  readonly country: string;
  readonly sandboxKey: string;
  readonly liveKey: string | null;
  readonly registeredAt: string;
}

/** What an operator says of a submission. */
export interface Refusal {
  readonly refused: RefusedFields;
  readonly note: string | null;
}

export type VerificationDecisions = ReturnType<typeof createVerificationDecisions>;

interface DecisionDeps {
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  readonly now: () => Date;
  /** The console's address, which mails lead to. */
  readonly consoleBaseUrl: string;
}

export function createVerificationDecisions({ orm, cipher, now, consoleBaseUrl }: DecisionDeps) {
  const decide = <Result>(
    companyId: string,
    number: number,
    work: (em: EntityManager, submission: VerificationSubmission) => Promise<Result>,
  ) => orm.em.fork().transactional(async (em) => work(em, await lockSubmitted(em, companyId, number)));

  return {
    /** Those that wait, oldest first; or those decided, newest first. */
    queue: (state: 'decided' | 'submitted'): Promise<QueuedSubmission[]> =>
      queuedSubmissions(orm.em.fork(), state),

    /** A company with its submissions, newest first; its draft is its own affair. @throws VerificationNotFound */
    async read(companyId: string): Promise<{ company: CompanyFacts; submissions: SubmissionView[] }> {
      const em = orm.em.fork();
      const company = await em.findOne(Company, companyId);
      if (company === null) throw new VerificationNotFound('submission');
      const submissions = await submissionsOf(em, companyId);
      return { company: factsOf(company), submissions: submissions.filter(({ state }) => state !== 'draft') };
    },

    /** A document of what was sent; the log says who opened it. @throws VerificationNotFound */
    async openDocument(actor: AuditActor, documentId: string): Promise<OpenedFile> {
      const em = orm.em.fork();
      const document = await sentDocument(em, numberOf('document', documentId));
      const opened = await openDocument(em, cipher, document);
      const subject = `company:${document!.companyId}`;
      await recordAudit(em, actor, {
        action: 'verification.document_opened',
        subject,
        details: { documentId },
      });
      return opened;
    },

    /**
     * Approves: the company's live merchant is there at once, under the name that was verified. The company is notified.
     * @returns its merchant key. @throws InvalidParameter when it is decided or withdrawn already.
     */
    approve: (actor: AuditActor, companyId: string, number: number, words: string | null = null) =>
      decide(companyId, number, async (em, submission) => {
        close(submission, 'approved', actor, now(), { refused: {}, note: words });
        const key = await liveMerchantOf(em, actor, submission);
        const mailed = (await ownersOf(em, companyId)).map(({ email }) => email);
        await verifyMerchant(em, actor, key, 'approved', { reason: words, at: now(), mailed });
        await finish(em, actor, submission, consoleBaseUrl);
        return key;
      }),

    /**
     * Refuses with a reason for each wrong field, or one for all of it. The company is notified, and may correct it.
     * @throws InvalidParameter without any reason, or it is decided or withdrawn already.
     */
    async refuse(actor: AuditActor, companyId: string, number: number, refusal: Refusal): Promise<void> {
      if (Object.keys(refusal.refused).length === 0 && refusal.note === null)
        throw invalidParameter('body.refused', 'missing', 'say what is wrong: of a field, or in the note');
      await decide(companyId, number, async (em, submission) => {
        close(submission, 'refused', actor, now(), refusal);
        await finish(em, actor, submission, consoleBaseUrl);
      });
    },
  };
}

async function lockSubmitted(
  em: EntityManager,
  companyId: string,
  number: number,
): Promise<VerificationSubmission> {
  await em.execute(
    'select 1 from verification_submission where company_id = ? and number = ? for no key update',
    [companyId, number],
  );
  const submission = await em.findOne(VerificationSubmission, { companyId, number });
  if (submission === null || submission.state === 'draft') throw new VerificationNotFound('submission');
  if (submission.state !== 'submitted')
    throw invalidParameter('submission', 'not_permitted', `it is ${submission.state} already`);
  return submission;
}

/** Null where it was never sent: what lies in a draft is the company's own affair. */
async function sentDocument(em: EntityManager, documentId: number): Promise<VerificationDocument | null> {
  const [sent] = await em.execute<unknown[]>(
    `select 1 from verification_attachment a join verification_submission s on s.id = a.submission_id
     where a.document_id = ? and s.state <> 'draft' limit 1`,
    [documentId],
  );
  return sent === undefined ? null : await em.findOne(VerificationDocument, documentId);
}

function close(
  submission: VerificationSubmission,
  state: 'approved' | 'refused',
  actor: AuditActor,
  at: Date,
  { refused, note }: Refusal,
): void {
  Object.assign(submission, { state, decidedAt: at, decidedBy: actorName(actor), refused, note });
}

/** The one that it has, brought up to what was verified; or a new one. */
async function liveMerchantOf(
  em: EntityManager,
  actor: AuditActor,
  { companyId, form }: VerificationSubmission,
): Promise<string> {
  const company = await em.findOneOrFail(Company, companyId);
  const verified = { name: form.legalName, country: form.country };
  if (company.liveKey !== null && company.liveKey !== undefined) {
    Object.assign(await em.findOneOrFail(Merchant, company.liveKey), verified);
    return company.liveKey;
  }
  const { kind } = company;
  const contactEmail = form.contactEmail;
  const { key } = await registerMerchant(em, actor, { ...verified, kind, sandbox: false, contactEmail });
  company.liveKey = key;
  await em.flush();
  return key;
}

/** The audit log gets the fields' names, the owners' mails the operator's words. */
async function finish(
  em: EntityManager,
  actor: AuditActor,
  submission: VerificationSubmission,
  consoleBaseUrl: string,
): Promise<void> {
  await em.flush();
  const { companyId, number, state, refused, note } = submission;
  const decision = state === 'approved' ? 'approved' : 'refused';
  const fields = Object.keys(refused);
  const details = { number, ...(fields.length > 0 && { fields }) };
  const action = `verification.${decision}`;
  await recordAudit(em, actor, { action, subject: `company:${companyId}`, details });
  const facts = {
    decision,
    refused,
    note: note ?? null,
    page: `${consoleBaseUrl}/${companyId}/sandbox/company/verification`,
  } as const;
  for (const owner of await ownersOf(em, companyId))
    await writeAccountMail(em, { to: owner.email, type: action, ...submissionMail(owner.language, facts) });
}

function factsOf({ id, name, kind, country, sandboxKey, liveKey, createdAt }: Company): CompanyFacts {
  const registeredAt = createdAt.toISOString();
  return { companyId: id, name, kind, country, sandboxKey, liveKey: liveKey ?? null, registeredAt };
}
