import type { EntityManager } from '@mikro-orm/postgresql';

/** What is personal in some orders, by kind: how often it is there, and never what it says. */
export interface PersonalCounts {
  /** Orders with a name or a phone number. */
  readonly contacts: number;
  /** Orders with guests, answers or an e-mail address. */
  readonly travellers: number;
  readonly remarks: number;
  /** Changes that have any of these, a reason or an answer. */
  readonly changes: number;
  readonly messages: number;
  /** Files that came with messages. */
  readonly files: number;
  /** Internal notes of either side. */
  readonly notes: number;
  /** Reasons of moves and commands. */
  readonly reasons: number;
  /** Bookings by OCTO with a contact, notes or a reason. */
  readonly bookings: number;
}

/** As `erase_order` empties it (db/migrations). */
const COUNTS = `
with chosen as (select jsonb_array_elements_text(?::jsonb) as id)
select
  (select count(*)::int from orders where id in (select id from chosen) and (contact_name <> '' or contact_phone <> '')) as contacts,
  (select count(*)::int from orders where id in (select id from chosen) and travellers is not null) as travellers,
  (select count(*)::int from orders where id in (select id from chosen) and remark is not null) as remarks,
  (select count(*)::int from order_change where order_id in (select id from chosen)
    and (before - array['contactName', 'contactPhone', 'remark', 'travellers'] <> before
      or after - array['contactName', 'contactPhone', 'remark', 'travellers'] <> after or note is not null or answer is not null)) as changes,
  (select count(*)::int from order_message where order_id in (select id from chosen) and text <> '') as messages,
  (select count(*)::int from order_attachment where order_id in (select id from chosen)) as files,
  (select count(*)::int from order_note where order_id in (select id from chosen)) as notes,
  (select count(*)::int from order_event where order_id in (select id from chosen) and note is not null)
    + (select count(*)::int from order_command where order_id in (select id from chosen) and note <> '') as reasons,
  (select count(*)::int from octo_booking where hold_id in (select h.id from hold h where h.order_id in (select id from chosen))
    and (contact is not null or notes is not null or cancel_reason is not null)) as bookings`;

/** What is personal in these orders. */
export async function countPersonalData(
  em: EntityManager,
  orderIds: readonly string[],
): Promise<PersonalCounts> {
  const [row] = await em.execute<[PersonalCounts]>(COUNTS, [JSON.stringify(orderIds)]);
  return row;
}
