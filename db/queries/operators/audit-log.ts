/** What one company finds in the audit log: of its merchants and of itself, newest first, each part by its own index. */
import type { EntityManager } from '@mikro-orm/postgresql';

/** Who did something, as a company sees it: others' people have no names. */
export const AUDIT_ACTORS = ['member', 'program', 'provider', 'operator', 'platform'] as const;
type AuditActorKind = (typeof AUDIT_ACTORS)[number];

export interface AuditFilter {
  readonly companyId: string;
  readonly merchantKeys: readonly string[];
  readonly who?: AuditActorKind | undefined;
  readonly personId?: number | undefined;
  /** The noun of actions, such as `guide`. */
  readonly about?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Older than this entry. */
  readonly before?: number | undefined;
}

export interface AuditRow {
  readonly id: number;
  readonly occurredAt: Date;
  readonly action: string;
  readonly subject: string;
  readonly merchantKey: string | null;
  readonly credentialId: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly details: Record<string, unknown>;
  readonly who: AuditActorKind;
  /** A member's name, or the acting provider's. */
  readonly name: string | null;
}

/** Parameters, in the order of `valuesOf`. */
const FILTER = `
with f as (select ?::text[] as keys, ?::text as company, ?::text as who, ?::text as person, ?::text as about,
  ?::timestamptz as since, ?::timestamptz as until, ?::bigint as before, ?::int as most)`;

const WHO = `case
  when e.on_behalf_of is not null then 'provider'
  when e.actor = 'platform' then 'platform'
  when e.actor like 'operator:%' or p.operator_role is not null then 'operator'
  when p.id is not null then 'member'
  when e.actor = any(f.keys) then 'program'
  else 'provider' end`;

const entries = (which: string) => `
select e.*, p.id as person_id, p.name as person_name, ${WHO} as who
from audit_entry e left join person p on p.id = case when e.actor like 'person:%' then substr(e.actor, 8)::bigint end
where ${which}
  and (f.before is null or e.id < f.before)
  and (f.since is null or e.occurred_at >= f.since) and (f.until is null or e.occurred_at < f.until)
  and (f.about is null or starts_with(e.action, f.about || '.'))
  and (f.person is null or e.actor = f.person) and (f.who is null or ${WHO} = f.who)
order by e.id desc limit f.most`;

/** For a provider's person: the provider that they acted through, or their company. */
const NAME = `case e.who when 'member' then e.person_name when 'provider' then coalesce(
    (select m.name from merchant m where m.key = coalesce(e.details ->> 'provider', e.actor)),
    (select c.name from membership s join company c on c.id = s.company_id
     where s.person_id = e.person_id and c.kind = 'provider' order by c.id limit 1)) end`;

const STATEMENT = `${FILTER}
select e.id::int as id, e.occurred_at as "occurredAt", e.action, e.subject, e.merchant_key as "merchantKey",
  e.credential_id as "credentialId", e.address, e.request_id as "requestId", e.details, e.who, ${NAME} as name
from f cross join lateral (
  select own.* from unnest(f.keys) k (key) cross join lateral (${entries('e.merchant_key = k.key')}) own
  union all (${entries('e.subject = f.company and e.merchant_key is null')})
) e order by e.id desc limit (select most from f)`;

/** At most `limit` entries, newest first. */
export async function auditRows(em: EntityManager, filter: AuditFilter, limit: number): Promise<AuditRow[]> {
  const rows = await em.execute<AuditRow[]>(STATEMENT, valuesOf(filter, limit));
  return rows.map((row) => ({ ...row, occurredAt: new Date(row.occurredAt) }));
}

function valuesOf(filter: AuditFilter, limit: number): unknown[] {
  const { companyId, merchantKeys, who, personId, about, from, to, before } = filter;
  const person = personId === undefined ? null : `person:${personId}`;
  const time = (at: Date | undefined) => at?.toISOString() ?? null;
  return [
    `{${merchantKeys.join()}}`,
    `company:${companyId}`,
    who ?? null,
    person,
    about ?? null,
    time(from),
    time(to),
    before ?? null,
    limit,
  ];
}
