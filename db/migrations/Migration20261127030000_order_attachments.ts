import { Migration } from '@mikro-orm/migrations';

const TABLE = [
  `create table "order_attachment" ("file_id" bigint not null, "order_id" varchar(27) not null, "message_id" bigint not null, "form_key" varchar(40) not null,
     primary key ("file_id"));`,
  'create index "order_attachment_order_id_message_id_index" on "order_attachment" ("order_id", "message_id");',
  `alter table "order_attachment" add constraint "order_attachment_file_id_foreign" foreign key ("file_id")
     references "stored_file" ("id") on update cascade on delete cascade;`,
  `alter table "order_attachment" add constraint "order_attachment_order_id_foreign" foreign key ("order_id") references "orders" ("id");`,
  `alter table "order_attachment" add constraint "order_attachment_message_id_foreign" foreign key ("message_id")
     references "order_message" ("id");`,
];

// A file may be called after a traveller: no names in the planner's statistics.
const NO_STATISTICS = 'alter table "stored_file" alter column "name" set statistics 0;';

/** As before, and the files with their messages. */
const ERASE_ATTACHMENTS = `create or replace function erase_order(erased text) returns boolean
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
        delete from stored_file where id in (select file_id from order_attachment where order_id = erased);
        delete from order_note where order_id = erased;
        update octo_booking set contact = null, notes = null, cancel_reason = null
          where hold_id in (select id from hold where order_id = erased);
        return true;
      end $$;`;

/** Files that come with messages of an order. */
export class Migration20261127030000_order_attachments extends Migration {
  override name = 'Migration20261127030000_order_attachments';

  override up(): void {
    for (const sql of [...TABLE, NO_STATISTICS, ERASE_ATTACHMENTS]) this.addSql(sql);
  }
}
