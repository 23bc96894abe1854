import type { EntityManager } from '@mikro-orm/postgresql';
import type { Language } from '../../../domain/console-roles.ts';
import type { MerchantKind } from '../../../domain/merchant.ts';
import type { SubmissionState } from '../../../domain/verification.ts';

/** A line of the operators' queue. */
export interface QueuedSubmission {
  readonly companyId: string;
  readonly number: number;
  readonly state: SubmissionState;
  /** As it was sent. */
  readonly legalName: string;
  readonly country: string;
  readonly kind: MerchantKind;
  readonly documents: number;
  readonly submittedAt: string;
  readonly decidedAt: string | null;
}

/** So many are shown; the next ones follow when these are decided. */
const SHOWN = 100;

const COLUMNS = `
select s.company_id as "companyId", s.number, s.state, s.form ->> 'legalName' as "legalName", s.form ->> 'country' as country,
  c.kind, s.submitted_at as "submittedAt", s.decided_at as "decidedAt",
  (select count(*)::int from verification_attachment a where a.submission_id = s.id) as documents
from verification_submission s join company c on c.id = s.company_id`;

const WAITING = `${COLUMNS} where s.state = 'submitted' order by s.submitted_at, s.id limit ${SHOWN}`;
const DECIDED = `${COLUMNS} where s.state in ('approved', 'refused') order by s.decided_at desc, s.id desc limit ${SHOWN}`;

/** Those that wait for a decision, oldest first; or those decided, newest first. */
export async function queuedSubmissions(
  em: EntityManager,
  state: 'decided' | 'submitted',
): Promise<QueuedSubmission[]> {
  const rows = await em.execute<QueuedSubmission[]>(state === 'submitted' ? WAITING : DECIDED);
  return rows.map((row) => ({
    ...row,
    submittedAt: new Date(row.submittedAt).toISOString(),
    decidedAt: row.decidedAt === null ? null : new Date(row.decidedAt).toISOString(),
  }));
}

const OWNERS = `
select p.email, p.language from membership m join person p on p.id = m.person_id
where m.company_id = ? and m.role = 'owner' order by p.id`;

/** Who is notified of a decision. */
export async function ownersOf(
  em: EntityManager,
  companyId: string,
): Promise<{ email: string; language: Language }[]> {
  return await em.execute(OWNERS, [companyId]);
}
