import type { EntityManager } from '@mikro-orm/postgresql';
import type { MerchantKind, Verification } from '../../../domain/merchant.ts';

export interface CompanyState {
  readonly id: string;
  readonly country: string;
  /** The live merchant's verification; null: there is no live merchant. */
  readonly verification: Verification | null;
}

const COMPANIES = `
select c.id, c.country, l.verification
from membership m join company c on c.id = m.company_id left join merchant l on l.key = c.live_key
where m.person_id = ?`;

/** What a person's companies are, beyond what each request knows of them. */
export function readCompanyStates(em: EntityManager, personId: number): Promise<CompanyState[]> {
  return em.execute<CompanyState[]>(COMPANIES, [personId]);
}

/** A merchant that a company of the person's, a provider, acts for. */
export interface LinkedMerchant {
  readonly companyId: string;
  readonly merchantKey: string;
  readonly name: string;
  readonly kind: MerchantKind;
  readonly sandbox: boolean;
  readonly scopes: string[];
}

/** As many as a chooser can show. */
const LINKED_SHOWN = 500;

const LINKED = `
select c.id as "companyId", m.key as "merchantKey", m.name, m.kind, m.sandbox, l.scopes
from membership s join company c on c.id = s.company_id and c.kind = 'provider'
join provider_link l on l.provider_key in (c.sandbox_key, c.live_key) join merchant m on m.key = l.merchant_key
where s.person_id = ? order by m.name, m.key limit ${LINKED_SHOWN}`;

/** In the order of their names. */
export function readLinkedMerchants(em: EntityManager, personId: number): Promise<LinkedMerchant[]> {
  return em.execute<LinkedMerchant[]>(LINKED, [personId]);
}

export interface OpenSession {
  readonly id: number;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly address: string;
  readonly userAgent: string | null;
  readonly hasSecondFactor: boolean;
}

const SESSIONS = `
select id::float8 as id, created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt", address,
  user_agent as "userAgent", second_factor_at is not null as "hasSecondFactor"
from console_session
where person_id = ? and ended_at is null and expires_at > ?::timestamptz and last_seen_at > ?::timestamptz
order by last_seen_at desc, id desc limit 200`;

/** A person's sessions that still work, the last used first. */
export async function readOpenSessions(
  em: EntityManager,
  personId: number,
  { now, idleMs }: { now: Date; idleMs: number },
): Promise<OpenSession[]> {
  const idleSince = new Date(now.getTime() - idleMs);
  const rows = await em.execute<OpenSession[]>(SESSIONS, [personId, now, idleSince]);
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    lastSeenAt: new Date(row.lastSeenAt),
    expiresAt: new Date(row.expiresAt),
  }));
}
