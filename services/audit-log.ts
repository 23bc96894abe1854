import type { Readable } from 'node:stream';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { type AuditFilter, type AuditRow, auditRows } from '../db/queries/operators/audit-log.ts';
import { csvOf, harmless } from './lists/csv.ts';

/** An entry of the audit log as a company sees it. */
export interface AuditView {
  readonly entryId: number;
  readonly occurredAt: string;
  readonly action: string;
  readonly subject: string;
  readonly world: 'live' | 'sandbox' | null;
  readonly who: AuditRow['who'];
  /** The name of one's own person, or of a provider; the platform's operators have none here. */
  readonly name: string | null;
  readonly credentialId: string | null;
  /** Only for one's own people and programs. */
  readonly address: string | null;
  readonly requestId: string | null;
  readonly details: Record<string, unknown>;
}

/** The company whose log it is. */
export interface AuditOwner {
  readonly id: string;
  readonly sandboxKey: string;
  readonly liveKey: string | null;
}

export type AuditQuestion = Omit<AuditFilter, 'companyId' | 'merchantKeys'> & {
  readonly world?: 'live' | 'sandbox' | undefined;
};

const PAGE = 50;
const BATCH = 500;
/** Rows of an export; who needs more narrows the time. */
const MAX_AUDIT_EXPORT = 20_000;

export type AuditLog = ReturnType<typeof createAuditLog>;

/** A company's own part of the audit log. */
export function createAuditLog({ orm }: { orm: MikroORM }) {
  return {
    /** A page, newest first; `before` of the next one is the last entry's id. */
    async page(
      owner: AuditOwner,
      question: AuditQuestion,
    ): Promise<{ entries: AuditView[]; hasMore: boolean }> {
      const rows = await auditRows(orm.em.fork(), filterOf(owner, question), PAGE + 1);
      const entries = rows.slice(0, PAGE).map((row) => viewOf(row, owner));
      return { entries, hasMore: rows.length > PAGE };
    },

    /** All that fits, newest first, at most MAX_AUDIT_EXPORT. */
    csv: (owner: AuditOwner, question: AuditQuestion): Readable =>
      csvOf(COLUMNS, csvRows(orm.em.fork(), owner, question)),
  };
}

const COLUMNS = [
  'occurredAt',
  'world',
  'who',
  'name',
  'action',
  'subject',
  'credentialId',
  'address',
  'requestId',
  'details',
] as const;

async function* csvRows(em: EntityManager, owner: AuditOwner, question: AuditQuestion) {
  let before = question.before;
  for (let left = MAX_AUDIT_EXPORT; left > 0; left -= BATCH) {
    const rows = await auditRows(em, filterOf(owner, { ...question, before }), BATCH);
    for (const row of rows) yield csvRow(viewOf(row, owner));
    if (rows.length < BATCH) return;
    before = rows.at(-1)!.id;
  }
}

function csvRow({ entryId: _, details, name, subject, ...view }: AuditView) {
  const text = Object.keys(details).length === 0 ? '' : JSON.stringify(details);
  return { ...view, name: harmless(name), subject: harmless(subject), details: text };
}

function filterOf({ id, sandboxKey, liveKey }: AuditOwner, question: AuditQuestion): AuditFilter {
  const { world, ...filter } = question;
  const keys = { sandbox: [sandboxKey], live: liveKey === null ? [] : [liveKey] };
  const merchantKeys = world === undefined ? [...keys.sandbox, ...keys.live] : keys[world];
  return { ...filter, companyId: id, merchantKeys };
}

function viewOf(row: AuditRow, owner: AuditOwner): AuditView {
  const { id, occurredAt, merchantKey, credentialId, address, details, ...rest } = row;
  const isOwn = row.who === 'member' || row.who === 'program';
  return {
    ...rest,
    entryId: id,
    occurredAt: occurredAt.toISOString(),
    // What is about the company itself is noted with its first merchant, or with none.
    world: row.subject.startsWith('company:') ? null : worldOf(merchantKey, owner),
    credentialId: isOwn ? credentialId : null,
    address: isOwn ? address : null,
    // What an operator wrote down is for the operators.
    details: row.who === 'operator' ? {} : details,
  };
}

function worldOf(key: string | null, { sandboxKey, liveKey }: Omit<AuditOwner, 'id'>): AuditView['world'] {
  if (key === null) return null;
  if (key === sandboxKey) return 'sandbox';
  return key === liveKey ? 'live' : null;
}
