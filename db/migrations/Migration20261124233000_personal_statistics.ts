import { Migration } from '@mikro-orm/migrations';

/**
 * What erasing an order empties (`erase_order`, and the bodies of notifications), and answers that hold the same: PostgreSQL samples the
 * values of every other column into pg_statistic, where they would outlive what is erased until its next ANALYZE.
 */
const UNSAMPLED = {
  orders: ['contact_name', 'contact_phone', 'remark', 'travellers'],
  order_event: ['note'],
  order_command: ['note'],
  order_change: ['before', 'after', 'note', 'answer'],
  order_message: ['text'],
  octo_booking: ['contact', 'notes', 'cancel_reason'],
  notification: ['body'],
  idempotency_key: ['answer'],
} as const;

/** Indexes over expressions of these have samples of their own; by the number of the column. */
const UNSAMPLED_INDEXES = { orders_by_text: 3, orders_by_phone_ending: 1 } as const;

/** What was sampled before stays until it is cleared: from now on nothing is written over it. An older server than 18 has no function for that (docs/security.md). */
const CLEAR = `
do $$
declare sampled record;
begin
  if to_regprocedure('pg_clear_attribute_stats(text, text, text, boolean)') is null then return; end if;
  for sampled in
    select c.relname, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and a.attstattarget = 0 and not a.attisdropped
  loop
    perform pg_clear_attribute_stats('public', sampled.relname::text, sampled.attname::text, false);
  end loop;
end $$;`;

/** No personal data in the planner's statistics. Locks no reader and no writer. */
export class Migration20261124233000_personal_statistics extends Migration {
  override name = 'Migration20261124233000_personal_statistics';

  override up(): void {
    for (const [table, columns] of Object.entries(UNSAMPLED)) {
      const changes = columns.map((column) => `alter column "${column}" set statistics 0`);
      this.addSql(`alter table "${table}" ${changes.join(', ')};`);
    }
    for (const [index, column] of Object.entries(UNSAMPLED_INDEXES))
      this.addSql(`alter index "${index}" alter column ${column} set statistics 0;`);
    this.addSql(CLEAR);
  }
}
