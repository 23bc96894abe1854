/** Failed requests of merchants: written in batches, listed by an index for each filter, kept for a week. */
import type { EntityManager } from '@mikro-orm/postgresql';

/** How long they are kept; expired.ts removes older ones. */
export const REQUEST_LOG_DAYS = 7;

export interface LoggedRequest {
  readonly merchantKey: string;
  readonly actingKey: string | null;
  readonly credentialId: string | null;
  readonly requestId: string;
  readonly operation: string;
  readonly method: string;
  readonly httpStatus: number;
  readonly code: number | null;
  readonly path: string | null;
  readonly reason: string | null;
  readonly durationMs: number;
  /** RFC 3339, to the millisecond. */
  readonly occurredAt: string;
}

/** One statement for all of them. */
export async function insertRequests(em: EntityManager, requests: readonly LoggedRequest[]): Promise<void> {
  await em.execute(INSERT, [JSON.stringify(requests)]);
}

const INSERT = `
insert into request_log (merchant_key, acting_key, credential_id, request_id, operation, method, http_status, code, path,
  reason, duration_ms, occurred_at)
select "merchantKey", "actingKey", "credentialId", "requestId", operation, method, "httpStatus", code, path, reason,
  "durationMs", "occurredAt"
from json_to_recordset(?::json) as r ("merchantKey" text, "actingKey" text, "credentialId" bigint, "requestId" text,
  operation text, method text, "httpStatus" int, code int, path text, reason text, "durationMs" int,
  "occurredAt" timestamptz)`;

export interface RequestFilter {
  readonly merchantKey: string;
  readonly operation?: string | undefined;
  readonly code?: number | undefined;
  readonly requestId?: string | undefined;
  /** RFC 3339 */
  readonly since?: string | undefined;
  /** Of the last one of the previous page. */
  readonly after?: { readonly occurredAt: string; readonly id: string } | undefined;
}

export interface ListedRequest extends Omit<LoggedRequest, 'merchantKey'> {
  readonly id: string;
}

/** Up to `limit` of a merchant's, newest first. */
export async function findRequests(
  em: EntityManager,
  { merchantKey, operation, code, requestId, since, after }: RequestFilter,
  limit: number,
): Promise<ListedRequest[]> {
  const conditions: [string, readonly unknown[]][] = [['merchant_key = ?', [merchantKey]]];
  if (operation !== undefined) conditions.push(['operation = ?', [operation]]);
  if (code !== undefined) conditions.push(['code = ?', [code]]);
  if (requestId !== undefined) conditions.push(['request_id = ?', [requestId]]);
  if (since !== undefined) conditions.push(['occurred_at >= ?::timestamptz', [since]]);
  if (after !== undefined) {
    conditions.push(['(occurred_at, id) < (?::timestamptz, ?::bigint)', [after.occurredAt, after.id]]);
  }
  return await em.execute<ListedRequest[]>(
    `select ${SHOWN} from request_log where ${conditions.map(([sql]) => sql).join(' and ')}
     order by occurred_at desc, id desc limit ?`,
    [...conditions.flatMap(([, values]) => values), limit],
  );
}

const SHOWN = `
id::text, acting_key as "actingKey", credential_id::text as "credentialId", request_id as "requestId", operation, method,
http_status as "httpStatus", code, path, reason, duration_ms as "durationMs",
to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "occurredAt"`;
