/** Who of one side's people looks after an order. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { CompanyRole } from '../../../domain/console-roles.ts';

/** The order, and whose people they are. */
export interface AssignmentOf {
  readonly orderId: string;
  readonly ownerKey: string;
}

export interface MemberKey {
  readonly companyId: string;
  readonly personId: number;
}

export interface AssigneeRow {
  readonly personId: number;
  /** The name as it is now. */
  readonly name: string;
}

export async function findAssignee(
  em: EntityManager,
  { orderId, ownerKey }: AssignmentOf,
): Promise<AssigneeRow | undefined> {
  const [row] = await em.execute<AssigneeRow[]>(
    `select p.id::float8 as "personId", p.name from order_assignment a join person p on p.id = a.person_id
     where a.order_id = ? and a.owner_key = ?`,
    [orderId, ownerKey],
  );
  return row;
}

/**
 * Whether somebody belongs to the company in one of these roles. Until the transaction ends nobody takes the role away: who is assigned
 * keeps it until then, and what ends with it finds the assignment.
 */
export async function holdMember(
  em: EntityManager,
  { companyId, personId }: MemberKey,
  roles: readonly CompanyRole[],
): Promise<boolean> {
  const rows = await em.execute<unknown[]>(
    `select from membership where company_id = ? and person_id = ?
       and role in (select jsonb_array_elements_text(?::jsonb)) for share`,
    [companyId, personId, JSON.stringify(roles)],
  );
  return rows.length > 0;
}

/** @returns whether that changes anything. */
export async function assignOrder(
  em: EntityManager,
  { orderId, ownerKey }: AssignmentOf,
  { companyId, personId }: MemberKey,
): Promise<boolean> {
  const changed = await em.execute<unknown[]>(
    `insert into order_assignment (order_id, owner_key, company_id, person_id) values (?, ?, ?, ?)
     on conflict (order_id, owner_key) do update
       set company_id = excluded.company_id, person_id = excluded.person_id, created_at = now()
       where order_assignment.person_id <> excluded.person_id
     returning 1`,
    [orderId, ownerKey, companyId, personId],
  );
  return changed.length > 0;
}

/** @returns whether somebody had it. */
export async function unassignOrder(
  em: EntityManager,
  { orderId, ownerKey }: AssignmentOf,
): Promise<boolean> {
  const ended = await em.execute<unknown[]>(
    'delete from order_assignment where order_id = ? and owner_key = ? returning 1',
    [orderId, ownerKey],
  );
  return ended.length > 0;
}

/** All that somebody has of a company, when their role no longer takes orders. Where the membership ends, they end with it. */
export async function endAssignments(em: EntityManager, { companyId, personId }: MemberKey): Promise<void> {
  await em.execute('delete from order_assignment where company_id = ? and person_id = ?', [
    companyId,
    personId,
  ]);
}
