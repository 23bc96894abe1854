import type { EntityManager } from '@mikro-orm/postgresql';

/** What absent members do not limit. Instants are RFC 3339. */
export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  readonly merchantKey?: string | undefined;
  readonly requestId?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export interface AuditRow {
  readonly id: number;
  readonly occurredAt: string;
  readonly action: string;
  readonly subject: string;
  readonly merchantKey: string | null;
  readonly actor: string;
  readonly onBehalfOf: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly details: Record<string, unknown>;
}

/** Sorted by the column, not by what is shown of it: no index knows that. */
const COLUMNS = `id::float8 as id, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "occurredAt",
  action, subject, merchant_key as "merchantKey", actor, on_behalf_of as "onBehalfOf", address,
  request_id as "requestId", details`;

/** No transaction of ours is open for longer (db/limits.ts), so entries that are farther apart have their ids in their order. */
const APART = "interval '10 minutes'";
/** The ids between which entries of that time are: the list is walked by id, which no time may make long. */
const AFTER = `id > coalesce((select id from audit_entry where occurred_at < ?::timestamptz - ${APART}
  order by occurred_at desc limit 1), 0)`;
const BEFORE = `id < coalesce((select id from audit_entry where occurred_at > ?::timestamptz + ${APART}
  order by occurred_at limit 1), 9223372036854775807)`;

/** Entries of the audit log, the newest first. @param beforeId of the last one of the page before. */
export async function findAuditEntries(
  em: EntityManager,
  { actor, action, subject, merchantKey, requestId, since, until }: AuditFilter,
  beforeId: number | undefined,
  limit: number,
): Promise<AuditRow[]> {
  const conditions: readonly (readonly [sql: string, ...values: unknown[]])[] = [
    ['actor = ?', actor],
    ['action = ?', action],
    ['subject = ?', subject],
    ['merchant_key = ?', merchantKey],
    ['request_id = ?', requestId],
    [`${AFTER} and occurred_at >= ?::timestamptz`, since, since],
    [`${BEFORE} and occurred_at < ?::timestamptz`, until, until],
    ['id < ?', beforeId],
  ];
  const given = conditions.filter(([, value]) => value !== undefined);
  const where = given.length === 0 ? '' : `where ${given.map(([sql]) => sql).join(' and ')}`;
  return await em.execute<AuditRow[]>(
    `select ${COLUMNS} from audit_entry ${where} order by audit_entry.id desc limit ?`,
    [...given.flatMap(([, ...values]) => values), limit],
  );
}

/** The actions that there are, by name: one probe of the index for each. */
export async function auditActions(em: EntityManager): Promise<string[]> {
  const rows = await em.execute<{ action: string }[]>(
    `with recursive known as (
       (select action from audit_entry order by action limit 1)
       union all
       select (select action from audit_entry where action > k.action order by action limit 1) from known k
       where k.action is not null)
     select action from known where action is not null`,
  );
  return rows.map(({ action }) => action);
}
