import type { EntityManager } from '@mikro-orm/postgresql';
import type { MerchantKind, MerchantStatus, Verification } from '../../../domain/merchant.ts';
import { LIVE_STATES, type OrderState } from '../../../domain/order-state.ts';
import { containing } from './search.ts';

export interface MerchantFilter {
  readonly kind?: MerchantKind | undefined;
  readonly sandbox?: boolean | undefined;
  readonly status?: MerchantStatus | undefined;
  readonly verification?: Verification | undefined;
  /** A part of key or name. */
  readonly text?: string | undefined;
}

export interface MerchantRow {
  readonly merchantKey: string;
  readonly name: string;
  readonly kind: MerchantKind;
  readonly status: MerchantStatus;
  readonly verification: Verification;
  readonly sandbox: boolean;
  readonly country: string;
  readonly createdAt: string;
  /** Its place in the list, to the microsecond. */
  readonly position: string;
}

/** Merchants, the newest first. @param after position of the last one of the page before: its time and its key. */
export async function findMerchants(
  em: EntityManager,
  { kind, sandbox, status, verification, text }: MerchantFilter,
  after: readonly [createdAt: string, key: string] | undefined,
  limit: number,
): Promise<MerchantRow[]> {
  const conditions: readonly (readonly [sql: string, ...values: unknown[]])[] = [
    ['kind = ?', kind],
    ['sandbox = ?', sandbox],
    ['status = ?', status],
    ['verification = ?', verification],
    ["(key || ' ' || name) ilike ?", text === undefined ? undefined : containing(text)],
    ['(created_at, key) < (?::timestamptz, ?)', ...(after ?? [undefined])],
  ];
  const given = conditions.filter(([, value]) => value !== undefined);
  const where = given.length === 0 ? '' : `where ${given.map(([sql]) => sql).join(' and ')}`;
  const rows = await em.execute<MerchantRow[]>(
    `select key as "merchantKey", name, kind, status, verification, sandbox, country, created_at as "createdAt",
       created_at::text as position
     from merchant ${where} order by created_at desc, key desc limit ?`,
    [...given.flatMap(([, ...values]) => values), limit],
  );
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
}

export interface LinkRow {
  /** The other one: the provider of a merchant, or the merchant of a provider. */
  readonly merchantKey: string;
  readonly name: string;
  readonly scopes: readonly string[];
}

/** The providers that act for a merchant, or the merchants that a provider acts for. At most `limit`. */
export async function linksOf(em: EntityManager, key: string, limit: number): Promise<LinkRow[]> {
  return await em.execute<LinkRow[]>(
    `select m.key as "merchantKey", m.name, l.scopes from (
       select provider_key as other, scopes from provider_link where merchant_key = ?
       union all select merchant_key, scopes from provider_link where provider_key = ?) l
     join merchant m on m.key = l.other order by m.name, m.key limit ?`,
    [key, key, limit],
  );
}

/** What a suspension affects: how much of each there is; `MANY` is that or more. */
export interface SuspensionEffects {
  readonly orders: Readonly<Record<(typeof LIVE_STATES)[number], number>>;
  readonly guides: number;
  readonly holds: number;
  readonly notifications: number;
  readonly statements: number;
  readonly links: number;
}

/** Nobody counts farther: the sentence stays the same. */
export const MANY = 1_000;

/** Those that it has, and those of others on its guides. */
const HOLDS = `(select id from hold where merchant_key = ? and status = 'held' limit ${MANY})
  union (select h.id from guide g join reservation r on r.guide_id = g.id join hold h on h.id = r.id
    where g.studio_key = ? limit ${MANY})`;

const count = (sql: string) => `(select count(*)::int from (${sql} limit ${MANY}) counted)`;

/** Counted as they are now; each by an index, up to MANY. */
export async function suspensionEffects(em: EntityManager, key: string): Promise<SuspensionEffects> {
  const ofState = (state: OrderState) =>
    `${count(
      `(select 1 from orders where merchant_key = ? and status = '${state}' limit ${MANY})
     union all (select 1 from orders where studio_key = ? and status = '${state}' limit ${MANY})`,
    )} as ${state}`;
  const [row] = await em.execute<[Omit<SuspensionEffects, 'orders'> & SuspensionEffects['orders']]>(
    `select ${LIVE_STATES.map(ofState).join(', ')},
       ${count('select 1 from guide where studio_key = ? and deleted_at is null')} as guides,
       ${count(HOLDS)} as holds,
       ${count("select 1 from notification where merchant_key = ? and status = 'pending'")} as notifications,
       ${count("select 1 from settlement where merchant_key = ? and status <> 'paid'")} as statements,
       ${count('select 1 from provider_link where merchant_key = ? or provider_key = ?')} as links`,
    [...LIVE_STATES.flatMap(() => [key, key]), key, key, key, key, key, key, key],
  );
  const { guides, holds, notifications, statements, links, ...orders } = row;
  return { orders, guides, holds, notifications, statements, links };
}
