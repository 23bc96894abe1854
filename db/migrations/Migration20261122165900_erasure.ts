import { Migration } from '@mikro-orm/migrations';

/**
 * Personal data of an order whose trip is over can be erased. The owner's function does it: the application may not change the
 * order's history, and through this it can only empty what people wrote there.
 */
export class Migration20261122165900_erasure extends Migration {
  override name = 'Migration20261122165900_erasure';

  override up(): void | Promise<void> {
    this.addSql(`create index orders_to_erase on orders (trip_end_at) where contact_name <> '';`);
    this.addSql(`create function erase_order(erased text) returns boolean
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
        update octo_booking set contact = null, notes = null, cancel_reason = null
          where hold_id in (select id from hold where order_id = erased);
        return true;
      end $$;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop function erase_order(text);`);
    this.addSql(`drop index "orders_to_erase";`);
  }
}
