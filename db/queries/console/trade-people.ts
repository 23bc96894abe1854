import type { EntityManager } from '@mikro-orm/postgresql';

export interface OrderActRow {
  readonly action: string;
  readonly subject: string;
  readonly person: string;
  readonly at: Date;
}

/** What persons did to an order for this merchant, messages included, the earliest first; 200 at most. Who has looked after it moved nothing. */
export async function findOrderActs(
  em: EntityManager,
  merchantKey: string,
  orderId: string,
): Promise<OrderActRow[]> {
  const rows = await em.execute<OrderActRow[]>(
    `select a.action, a.subject, p.name as person, a.occurred_at as at
     from (
       select * from audit_entry where subject = 'order:' || ? and action not in ('order.assigned', 'order.unassigned')
       union all
       select a.* from order_message m join audit_entry a on a.subject = 'message:MSG' || m.id
       where m.order_id = ?
     ) a join person p on a.actor = 'person:' || p.id
     where a.merchant_key = ? order by a.id limit 200`,
    [orderId, orderId, merchantKey],
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}
