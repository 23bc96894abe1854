import type { EntityManager } from '@mikro-orm/postgresql';
import type { CompanyRole, Language, OperatorRole } from '../../../domain/console-roles.ts';
import type { MerchantKind } from '../../../domain/merchant.ts';

/** A session with its person, and the companies that it belongs to. */
export interface SessionRow {
  readonly id: number;
  readonly firstFactorAt: Date | null;
  readonly secondFactorAt: Date | null;
  readonly person: {
    readonly id: number;
    readonly name: string;
    readonly email: string;
    readonly language: Language;
    readonly operatorRole: OperatorRole | null;
    readonly hasPassword: boolean;
    readonly hasTotp: boolean;
    readonly hasPasskey: boolean;
  };
  readonly companies: readonly SessionCompany[];
}

export interface SessionCompany {
  readonly id: string;
  readonly name: string;
  readonly kind: MerchantKind;
  readonly role: CompanyRole;
  readonly sandboxKey: string;
  readonly liveKey: string | null;
  readonly needsSecondFactor: boolean;
}

/** One statement for all that a request of the console needs; last use is noted to the minute. */
const SESSION = `
with found as (
  select * from console_session
  where token_hash = ? and ended_at is null and expires_at > ?::timestamptz and last_seen_at > ?::timestamptz
), noted as (
  update console_session set last_seen_at = ?::timestamptz
  where id in (select id from found where last_seen_at < ?::timestamptz - interval '1 minute')
)
select s.id::float8 as id, s.seal, s.first_factor_at as "firstFactorAt", s.second_factor_at as "secondFactorAt",
  jsonb_build_object(
    'id', p.id, 'name', p.name, 'email', p.email, 'language', p.language, 'operatorRole', p.operator_role,
    'hasPassword', p.password_hash is not null, 'hasTotp', p.totp_confirmed_at is not null,
    'hasPasskey', exists (select 1 from passkey where person_id = p.id)
  ) as person,
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', c.id, 'name', c.name, 'kind', c.kind, 'role', m.role, 'sandboxKey', c.sandbox_key, 'liveKey', c.live_key,
      'needsSecondFactor', c.needs_second_factor
    ) order by c.name, c.id)
    from membership m join company c on c.id = m.company_id where m.person_id = p.id
  ), '[]') as companies
from found s join person p on p.id = s.person_id
where p.email_confirmed_at is not null`;

/** The open session of that token's hash, with what it may do now. @returns undefined when it has ended, or its person may not sign in. */
export async function readSession(
  em: EntityManager,
  tokenHash: string,
  { now, idleMs }: { now: Date; idleMs: number },
): Promise<SealedSession | undefined> {
  const idleSince = new Date(now.getTime() - idleMs);
  const [row] = await em.execute<Raw[]>(SESSION, [tokenHash, now, idleSince, now, now]);
  if (row === undefined) return undefined;
  const { firstFactorAt, secondFactorAt, ...rest } = row;
  return { ...rest, firstFactorAt: instant(firstFactorAt), secondFactorAt: instant(secondFactorAt) };
}

/** With what it was sealed by when it was opened. */
export type SealedSession = SessionRow & { readonly seal: string | null };

/** The driver returns instants as text. */
type Raw = Omit<SealedSession, 'firstFactorAt' | 'secondFactorAt'> &
  Record<'firstFactorAt' | 'secondFactorAt', string | null>;

function instant(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
