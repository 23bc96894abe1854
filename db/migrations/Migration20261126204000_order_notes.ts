import { Migration } from '@mikro-orm/migrations';

/** As before, and the notes of both sides. Deleted, not emptied: nothing refers to them. */
const ERASE_NOTES = `
create or replace function erase_order(erased text) returns boolean
      language plpgsql security definer set search_path = public, pg_temp as $$
      declare
        personal constant text[] := array['contactName', 'contactPhone', 'remark', 'travellers'];
      begin
        perform from orders where id = erased and status in ('completed', 'cancelled') for update;
        if not found then return false; end if;
        update orders set contact_name = '', contact_phone = '', remark = null, travellers = null where id = erased;
        update order_event set note = null where order_id = erased and note is not null;
        update order_command set note = '' where order_id = erased and note <> '';
        update order_change set before = before - personal, after = after - personal, note = null, answer = null
          where order_id = erased;
        update order_message set text = '' where order_id = erased and text <> '';
        delete from order_note where order_id = erased;
        update octo_booking set contact = null, notes = null, cancel_reason = null
          where hold_id in (select id from hold where order_id = erased);
        return true;
      end $$;`;

const TABLE = [
  `create table "order_note" ("id" bigserial primary key, "order_id" varchar(27) not null, "owner_key" varchar(64) not null,
     "person_id" bigint not null, "text" varchar(2000) not null, "created_at" timestamptz not null);`,
  `create index "order_note_order_id_owner_key_id_index" on "order_note" ("order_id", "owner_key", "id");`,
  `alter table "order_note" add constraint "order_note_order_id_foreign" foreign key ("order_id") references "orders" ("id");`,
  `alter table "order_note" add constraint "order_note_owner_key_foreign" foreign key ("owner_key") references "merchant" ("key");`,
  `alter table "order_note" add constraint "order_note_person_id_foreign" foreign key ("person_id") references "person" ("id");`,
  // No personal data in the planner's statistics.
  `alter table "order_note" alter column "text" set statistics 0;`,
];

/** Internal notes on orders. */
export class Migration20261126204000_order_notes extends Migration {
  override name = 'Migration20261126204000_order_notes';

  override up(): void {
    for (const sql of [...TABLE, ERASE_NOTES]) this.addSql(sql);
  }
}
