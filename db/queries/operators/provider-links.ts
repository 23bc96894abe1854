import type { EntityManager } from '@mikro-orm/postgresql';
import { numberedId } from '../../../domain/ids.ts';
import type { LinkRequestState } from '../../../domain/link-request.ts';
import type { Scope } from '../../../domain/scope.ts';

/** A link, as either side sees it: the other one's key and name. */
export interface LinkRow {
  readonly key: string;
  readonly name: string;
  readonly scopes: Scope[];
  readonly since: string;
}

/** A request, as either side sees it. */
export interface RequestRow {
  readonly requestId: string;
  readonly key: string;
  /** The provider's, for the merchant; the merchant's only where it granted: asking reveals to nobody who is behind a key. */
  readonly name: string | null;
  readonly scopes: Scope[];
  readonly message: string | null;
  /** An operator of the platform asks in the provider's place. */
  readonly byOperator: boolean;
  readonly state: LinkRequestState;
  readonly askedAt: string;
  readonly answeredAt: string | null;
}

export type LinkSide = 'merchant' | 'provider';

const SHOWN = 200;

const LINKS: Record<LinkSide, string> = {
  merchant: `
select l.provider_key as key, m.name, l.scopes, l.created_at as since
from provider_link l join merchant m on m.key = l.provider_key where l.merchant_key = ? order by m.name, m.key limit ${SHOWN}`,
  provider: `
select l.merchant_key as key, m.name, l.scopes, l.created_at as since
from provider_link l join merchant m on m.key = l.merchant_key where l.provider_key = ? order by m.name, m.key limit ${SHOWN}`,
};

/** A merchant's waiting requests, or all of a provider. */
const REQUESTS: Record<LinkSide, string> = {
  merchant: `
select r.id, r.provider_key as key, m.name, r.scopes, r.message, r.asked_by is not null as "byOperator", r.state, r.created_at as "askedAt", r.answered_at as "answeredAt"
from link_request r join merchant m on m.key = r.provider_key
join merchant own on own.key = r.merchant_key and own.sandbox = m.sandbox
where r.merchant_key = ? and r.state = 'open' order by r.id limit ${SHOWN}`,
  provider: `
select r.id, r.merchant_key as key, case when r.state = 'granted' then m.name end as name, r.scopes, r.message,
  r.asked_by is not null as "byOperator", r.state,
  r.created_at as "askedAt", r.answered_at as "answeredAt"
from link_request r left join merchant m on m.key = r.merchant_key
where r.provider_key = ? order by r.id desc limit ${SHOWN}`,
};

/** In the order of names. */
export async function linksOf(em: EntityManager, side: LinkSide, key: string): Promise<LinkRow[]> {
  const rows = await em.execute<LinkRow[]>(LINKS[side], [key]);
  return rows.map((row) => ({ ...row, since: new Date(row.since).toISOString() }));
}

/** A merchant's oldest first; a provider's newest first. */
export async function requestsOf(em: EntityManager, side: LinkSide, key: string): Promise<RequestRow[]> {
  const rows = await em.execute<(Omit<RequestRow, 'requestId'> & { id: string })[]>(REQUESTS[side], [key]);
  return rows.map(({ id, ...row }) => ({
    requestId: numberedId('linkRequest', Number(id)),
    ...row,
    askedAt: new Date(row.askedAt).toISOString(),
    answeredAt: row.answeredAt === null ? null : new Date(row.answeredAt).toISOString(),
  }));
}
