/**
 * What a company does with its verification. What this rules out (test/console/verification/company.test.ts):
 *
 * - Two submissions are open at once: a unique index decides, and the second one reads the first.
 * - Two people overwrite each other's draft: each save names the version that it changes.
 * - A submission changes while an operator reads it: triggers freeze it when it is sent, and a change of a draft locks it.
 */
import { type EntityManager, type MikroORM, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import {
  Company,
  Merchant,
  Person,
  VerificationAttachment,
  VerificationSubmission,
} from '../../db/entities/index.ts';
import { writeNews } from '../../db/queries/console/account-mails.ts';
import { operatorsWhoMay } from '../../db/queries/console/people.ts';
import { detail, InvalidParameter, invalidParameter } from '../../domain/errors.ts';
import { EMPTY_FORM, FORM_FIELDS, type VerificationForm } from '../../domain/verification.ts';
import { applicationMail } from '../../lib/mail/verification-words.ts';
import { type AuditActor, recordAudit } from '../audit.ts';
import { formFaults } from './form-check.ts';
import { type SubmissionView, viewsOf } from './reading.ts';

/** Who acts, and for which company. Whether they may is the caller's to know. */
export interface CompanyMember {
  readonly companyId: string;
  readonly personId: number;
  readonly actor: AuditActor;
}

interface WritingDeps {
  readonly orm: MikroORM;
  readonly now: () => Date;
  /** The console's address, which mails lead to. */
  readonly consoleBaseUrl: string;
}

export type VerificationWriting = ReturnType<typeof createVerificationWriting>;

/** Every function returns the submission as it is then, and throws InvalidParameter where it is not possible. */
export function createVerificationWriting({ orm, now, consoleBaseUrl }: WritingDeps) {
  const change = (work: (em: EntityManager) => Promise<VerificationSubmission>): Promise<SubmissionView> =>
    orm.em.fork().transactional(async (em) => {
      const submission = await work(em);
      await em.flush();
      return (await viewsOf(em, [submission]))[0]!;
    });

  return {
    /** A draft with what was sent last, or what is known of the company; the open one where there is one. */
    begin: (member: CompanyMember) =>
      change((em) => beginDraft(em, member, now())).catch((error: unknown) => {
        if (!(error instanceof UniqueConstraintViolationException)) throw error;
        return change((em) => openDraft(em, member.companyId));
      }),

    /** @param version of the draft that was changed. */
    save: (member: CompanyMember, version: number, form: VerificationForm) =>
      change(async (em) => {
        const draft = await openDraft(em, member.companyId, version);
        draft.form = trimmed(form);
        draft.version++;
        draft.updatedAt = now();
        return draft;
      }),

    /** From then on it is frozen. @throws InvalidParameter with every field that is missing or wrong. */
    send: (member: CompanyMember, version: number) =>
      change(async (em) => {
        const draft = await openDraft(em, member.companyId, version);
        await refuseIncomplete(em, draft);
        Object.assign(draft, { state: 'submitted', submittedAt: now(), submittedBy: member.personId });
        await note(em, member, 'verification.submitted', draft);
        await notifyOperators(em, member.companyId, consoleBaseUrl);
        return draft;
      }),

    /** Takes back what waits for its decision; an operator's decision meanwhile wins. */
    withdraw: (member: CompanyMember) =>
      change(async (em) => {
        const open = await lockOpen(em, member.companyId);
        if (open?.state !== 'submitted') throw invalidParameter('submission', 'not_permitted', 'none waits');
        open.state = 'withdrawn';
        await note(em, member, 'verification.withdrawn', open);
        return open;
      }),
  };
}

/** The draft, locked. @throws InvalidParameter where there is none, or its version differs. */
export async function openDraft(
  em: EntityManager,
  companyId: string,
  version?: number,
): Promise<VerificationSubmission> {
  const open = await lockOpen(em, companyId);
  if (open?.state !== 'draft')
    throw invalidParameter('submission', 'not_permitted', 'there is no draft to change');
  if (version !== undefined && version !== open.version)
    throw invalidParameter(
      'body.version',
      'version_differs',
      'somebody has changed the draft since you read it',
    );
  return open;
}

async function lockOpen(em: EntityManager, companyId: string): Promise<VerificationSubmission | undefined> {
  const [row] = await em.execute<{ id: number }[]>(
    "select id from verification_submission where company_id = ? and state in ('draft', 'submitted') for no key update",
    [companyId],
  );
  return row === undefined ? undefined : await em.findOneOrFail(VerificationSubmission, Number(row.id));
}

async function beginDraft(
  em: EntityManager,
  { companyId, personId }: CompanyMember,
  at: Date,
): Promise<VerificationSubmission> {
  const open = await lockOpen(em, companyId);
  if (open !== undefined) return await openDraft(em, companyId);
  const company = await em.findOneOrFail(Company, companyId);
  await refuseVerified(em, company);
  const last = await em.findOne(
    VerificationSubmission,
    { companyId, number: { $gt: 0 } },
    { orderBy: { number: 'desc' } },
  );
  const draft = em.create(VerificationSubmission, {
    companyId,
    number: (last?.number ?? 0) + 1,
    form: last?.form ?? (await firstForm(em, company, personId)),
    createdAt: at,
    updatedAt: at,
  });
  await em.flush();
  if (last !== null) await em.execute(SAME_DOCUMENTS, [draft.id, last.id]);
  return draft;
}

const SAME_DOCUMENTS = `
insert into verification_attachment (submission_id, document_id)
select ?::bigint, document_id from verification_attachment where submission_id = ?`;

async function refuseVerified(em: EntityManager, { liveKey }: Company): Promise<void> {
  if (liveKey === null || liveKey === undefined) return;
  const { verification } = await em.findOneOrFail(Merchant, liveKey);
  if (verification === 'approved')
    throw invalidParameter('submission', 'not_permitted', 'the company is verified already');
}

async function firstForm(em: EntityManager, company: Company, personId: number): Promise<VerificationForm> {
  const { name, email } = await em.findOneOrFail(Person, personId);
  const { name: legalName, country } = company;
  return { ...EMPTY_FORM, legalName, country, contactName: name, contactEmail: email };
}

function trimmed(form: VerificationForm): VerificationForm {
  return Object.fromEntries(FORM_FIELDS.map((field) => [field, form[field].trim()])) as VerificationForm;
}

async function refuseIncomplete(em: EntityManager, draft: VerificationSubmission): Promise<void> {
  const faults = formFaults(draft.form);
  const documents = await em.count(VerificationAttachment, { submissionId: draft.id });
  if (documents === 0) faults.push(detail('body.documents', 'too_few', 'at least one document is needed'));
  if (faults.length > 0) throw new InvalidParameter(faults);
}

/** The form stays out of the audit log: there are people's names in it. */
async function note(
  em: EntityManager,
  { companyId, actor }: CompanyMember,
  action: string,
  { number }: VerificationSubmission,
): Promise<void> {
  await recordAudit(em, actor, { action, subject: `company:${companyId}`, details: { number } });
}

/** Once for each that is sent: this is its transaction. */
async function notifyOperators(em: EntityManager, companyId: string, consoleBaseUrl: string): Promise<void> {
  const facts = { companyId, page: `${consoleBaseUrl}/desk/verifications/${companyId}` };
  for (const { email, language } of await operatorsWhoMay(em, 'operator.verification.write'))
    await writeNews(em, {
      sender: `company:${companyId}`,
      to: email,
      type: 'verification.submitted',
      ...applicationMail(language, facts),
    });
}
