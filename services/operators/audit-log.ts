import type { Readable } from 'node:stream';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Person } from '../../db/entities/index.ts';
import { type AuditFilter, type AuditRow, findAuditEntries } from '../../db/queries/operators/audit.ts';
import { type AuditActor, recordAudit } from '../audit.ts';
import { type CsvRow, csvOf, harmless } from '../lists/csv.ts';
import { type CursorSeal, readPage } from '../lists/sealed-cursor.ts';

/** A page, and a batch of an export. */
const SIZE = 50;
const BATCH = 1_000;

export interface AuditPage {
  readonly list: readonly NamedAuditRow[];
  readonly nextCursor: string | null;
}

/** The audit log, the newest first. @param operator whose cursor it is. @throws InvalidParameter */
export async function listAudit(
  { orm, seal }: { readonly orm: MikroORM; readonly seal: CursorSeal },
  operator: string,
  query: AuditFilter & { readonly cursor?: string | undefined },
): Promise<AuditPage> {
  return await readPage(
    seal,
    { list: 'operators/audit', merchantKey: operator, query },
    async ({ cursor, ...filter }) => {
      const rows = await findAuditEntries(orm.em.fork(), filter, before(cursor), SIZE + 1);
      const page = rows.slice(0, SIZE);
      return {
        list: await withNames(orm, page),
        nextCursor: rows.length > SIZE ? String(page.at(-1)!.id) : null,
      };
    },
  );
}

const before = (position: string | undefined) => (position === undefined ? undefined : Number(position));

const COLUMNS = [
  'id',
  'occurredAt',
  'actor',
  'actorName',
  'action',
  'subject',
  'merchantKey',
  'onBehalfOf',
  'address',
  'requestId',
  'details',
] as const;

/** All entries that fit, the newest first, as CSV: read a batch at a time, no faster than they are taken. */
export async function auditCsv(orm: MikroORM, actor: AuditActor, filter: AuditFilter): Promise<Readable> {
  const filters = Object.keys(filter).filter((name) => filter[name as keyof AuditFilter] !== undefined);
  await recordAudit(orm.em.fork(), actor, {
    action: 'audit.exported',
    subject: 'audit',
    details: { filters },
  });
  return csvOf(COLUMNS, rowsOf(orm, filter));
}

async function* rowsOf(orm: MikroORM, filter: AuditFilter): AsyncGenerator<CsvRow> {
  for (let beforeId: number | undefined; ; ) {
    const rows = await findAuditEntries(orm.em.fork(), filter, beforeId, BATCH);
    for (const { actorName, details, ...row } of await withNames(orm, rows))
      yield {
        ...row,
        actor: harmless(row.actor),
        subject: harmless(row.subject),
        actorName: harmless(actorName),
        details: JSON.stringify(details),
      };
    if (rows.length < BATCH) return;
    beforeId = rows.at(-1)!.id;
  }
}

/** An entry with its person's name, where a person did it. */
export type NamedAuditRow = AuditRow & { readonly actorName: string | null };

const PERSON = /^person:(\d+)$/;

/** The names of those who did it: entries keep numbers only, which outlive the people. */
export async function withNames(orm: MikroORM, rows: readonly AuditRow[]): Promise<NamedAuditRow[]> {
  const idOf = ({ actor }: AuditRow) => Number(PERSON.exec(actor)?.[1] ?? 0);
  const ids = [...new Set(rows.map(idOf))].filter((id) => id > 0);
  const people =
    ids.length === 0 ? [] : await orm.em.fork().find(Person, { id: { $in: ids } }, { fields: ['name'] });
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({ ...row, actorName: names.get(idOf(row)) ?? null }));
}
