import type { EntityManager } from '@mikro-orm/postgresql';

interface FamilyMember {
  readonly credential: number;
  readonly label: string | null;
  readonly lastUsed: Date | null;
}

/** An app_secret and all that were rotated from it, and from those: what can still be used of them. */
export async function familyOf(em: EntityManager, id: number): Promise<FamilyMember[]> {
  return await em.execute<FamilyMember[]>(
    `with recursive family as (
       select id from credential where id = ?
       union select c.id from credential c join family f on c.parent_id = f.id)
     select c.id::float8 as credential, c.label, c.last_used_at as "lastUsed"
     from credential c join family f on f.id = c.id
     where c.revoked_at is null and (c.valid_until is null or c.valid_until > now()) order by c.id`,
    [id],
  );
}
