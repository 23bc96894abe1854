/** What people filter and sort a merchant's orders by, kept under a name. One merchant's are written one after the other. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { holdLock } from '../../advisory-locks.ts';
import type { MemberKey } from './order-assignments.ts';

/** Somebody's at one of their company's merchants; `member` undefined: the company's. */
export interface ViewsOf {
  readonly ownerKey: string;
  readonly member: MemberKey | undefined;
}

export interface ViewRow {
  readonly id: number;
  readonly name: string;
  readonly query: Readonly<Record<string, string>>;
  readonly isShared: boolean;
}

const VIEW = 'id::float8 as id, name, query, person_id is null as "isShared"';

/** The company's, and that person's own. */
export async function findViews(em: EntityManager, ownerKey: string, personId: number): Promise<ViewRow[]> {
  return await em.execute<ViewRow[]>(
    `select ${VIEW} from saved_view where owner_key = ? and (person_id is null or person_id = ?) order by id`,
    [ownerKey, personId],
  );
}

/** One of them; nobody else's. */
export async function findView(
  em: EntityManager,
  { id, ownerKey, personId }: { readonly id: number; readonly ownerKey: string; readonly personId: number },
): Promise<ViewRow | undefined> {
  const [row] = await em.execute<ViewRow[]>(
    `select ${VIEW} from saved_view where id = ? and owner_key = ? and (person_id is null or person_id = ?)`,
    [id, ownerKey, personId],
  );
  return row;
}

/** Until the transaction ends nobody else writes a view of that merchant. */
export const lockViews = (em: EntityManager, ownerKey: string) => holdLock(em, 'viewsOfMerchant', ownerKey);

/** How many there are, and whether one but `but` has that name, whatever its letters' case. */
export async function countViews(
  em: EntityManager,
  { ownerKey, member }: ViewsOf,
  { name, but = 0 }: { readonly name: string; readonly but?: number | undefined },
): Promise<{ count: number; isTaken: boolean }> {
  const [row] = await em.execute<{ count: number; isTaken: boolean | null }[]>(
    `select count(*)::int as count, bool_or(lower(name) = lower(?) and id <> ?) as "isTaken"
     from saved_view where owner_key = ? and coalesce(person_id, 0) = ?`,
    [name, but, ownerKey, member?.personId ?? 0],
  );
  return { count: row?.count ?? 0, isTaken: row?.isTaken === true };
}

export interface ViewGiven {
  readonly name: string;
  readonly query: object;
}

/** @returns its id; undefined where the person has left the company. */
export async function insertView(
  em: EntityManager,
  { ownerKey, member }: ViewsOf,
  { name, query }: ViewGiven,
): Promise<number | undefined> {
  const given = [ownerKey, name, JSON.stringify(query)];
  const into = 'insert into saved_view (owner_key, name, query, company_id, person_id)';
  const id = 'returning id::float8 as id';
  const [row] = await em.execute<{ id: number }[]>(
    member === undefined
      ? `${into} values (?, ?, ?::jsonb, null, null) ${id}`
      : `${into} select ?, ?, ?::jsonb, company_id, person_id from membership
           where company_id = ? and person_id = ? for key share ${id}`,
    member === undefined ? given : [...given, member.companyId, member.personId],
  );
  return row?.id;
}

export async function updateView(em: EntityManager, id: number, { name, query }: ViewGiven): Promise<void> {
  await em.execute('update saved_view set name = ?, query = ?::jsonb where id = ?', [
    name,
    JSON.stringify(query),
    id,
  ]);
}

export async function deleteView(em: EntityManager, id: number): Promise<void> {
  await em.execute('delete from saved_view where id = ?', [id]);
}
