import type { EntityManager } from '@mikro-orm/postgresql';
import type { Credential } from '../../db/entities/index.ts';
import { type AuditActor, recordAudit } from '../audit.ts';

/**
 * How credentials end. Callers hold the merchant's row, so that nothing is rotated from a credential while it ends:
 * a rotation that came first is seen here, one that comes later finds its credential ended.
 */

/** Which credentials of a merchant are valid; services/merchants.ts and client-authentication.ts ask the same. */
export function validAt(merchantKey: string, at: Date) {
  return {
    merchantKey,
    $and: [
      { $or: [{ revokedAt: null }, { revokedAt: { $gt: at } }] },
      { $or: [{ validUntil: null }, { validUntil: { $gt: at } }] },
    ],
  };
}

/** @returns its id, unless it had been revoked before. */
export function endCredential(
  em: EntityManager,
  actor: AuditActor,
  { id, merchantKey }: Credential,
  at: Date,
): Promise<string[]> {
  return end(em, actor, merchantKey, REVOKE, [at, id], {});
}

/** Ends all that were rotated from it, from those, and so on. @returns their ids, without those revoked before. */
export function endDescendants(
  em: EntityManager,
  actor: AuditActor,
  { id, merchantKey }: Credential,
  at: Date,
): Promise<string[]> {
  return end(em, actor, merchantKey, REVOKE_DESCENDANTS, [id, at], { descendsFrom: String(id) });
}

async function end(
  em: EntityManager,
  actor: AuditActor,
  merchantKey: string,
  statement: string,
  values: unknown[],
  details: Record<string, unknown>,
): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(statement, values);
  const ids = rows.map(({ id }) => id).toSorted((a, b) => Number(a) - Number(b));
  for (const id of ids) {
    const subject = `credential:${id}`;
    await recordAudit(em, actor, { action: 'credential.revoked', subject, merchantKey, details });
  }
  return ids;
}

const REVOKE =
  'update credential set revoked_at = ? where id = ? and revoked_at is null returning id::text as id';

const WITH_DESCENDANTS = `
with recursive descendant as (
  select id from credential where parent_id = ?
  union
  select credential.id from credential join descendant on credential.parent_id = descendant.id
)`;

const VALID_DESCENDANTS = `${WITH_DESCENDANTS}
select id::text as id from credential
where id in (select id from descendant) and revoked_at is null and (valid_until is null or valid_until > ?) order by id`;

/** The ids of what endDescendants would stop: those that were rotated from it, and still work. */
export async function validDescendants(em: EntityManager, credentialId: number, at: Date): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(VALID_DESCENDANTS, [credentialId, at]);
  return rows.map(({ id }) => id);
}

const REVOKE_DESCENDANTS = `${WITH_DESCENDANTS}
update credential set revoked_at = ?
where id in (select id from descendant) and revoked_at is null
returning id::text as id`;
