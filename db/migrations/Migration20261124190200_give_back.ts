import { Migration } from '@mikro-orm/migrations';

/**
 * Whoever writes an order or a hold takes the guide's time itself, and the statement that ends one gives it back (docs/decisions/0172).
 * contract: unused since 0.3.0, whose roll-out from 0.2.0 stops the API and the workers of before (docs/operations.md, "Upgrades").
 */
export class Migration20261124190200_give_back extends Migration {
  override name = 'Migration20261124190200_give_back';

  override up(): void | Promise<void> {
    this.addSql(`drop trigger if exists "orders_days_changed" on "orders";`);
    this.addSql(`drop function if exists "orders_orders_days_changed_fn"();`);
    this.addSql(`drop trigger if exists "orders_days_taken" on "orders";`);
    this.addSql(`drop function if exists "orders_orders_days_taken_fn"();`);

    this.addSql(`drop trigger if exists "hold_time_given_back" on "hold";`);
    this.addSql(`drop function if exists "hold_hold_time_given_back_fn"();`);
    this.addSql(`drop trigger if exists "hold_time_taken" on "hold";`);
    this.addSql(`drop function if exists "hold_hold_time_taken_fn"();`);

    this.addSql(`drop trigger if exists "reservation_changed" on "reservation";`);
    this.addSql(`drop function if exists "reservation_reservation_changed_fn"();`);
    this.addSql(`drop trigger if exists "reservation_freed" on "reservation";`);
    this.addSql(`drop function if exists "reservation_reservation_freed_fn"();`);
  }

  override down(): void | Promise<void> {
    this.addSql(
      `create or replace function "hold_hold_time_given_back_fn"() returns trigger as $$ begin delete from reservation where id = new.id and new.status <> 'held'; if new.status in ('expired', 'released') then update octo_booking set contact = null, notes = null, unit_items = coalesce((select jsonb_agg(item - 'fullName') from jsonb_array_elements(unit_items) item), '[]') where hold_id = new.id; end if; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "hold_time_given_back" AFTER UPDATE on "hold" for each ROW execute function "hold_hold_time_given_back_fn"();`,
    );
    this.addSql(
      `create or replace function "hold_hold_time_taken_fn"() returns trigger as $$ begin insert into reservation (id, guide_id, start_at, end_at) select new.id, new.guide_id, new.trip_start_at, new.trip_end_at where new.status = 'held' on conflict (id) do nothing; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "hold_time_taken" AFTER INSERT on "hold" for each ROW execute function "hold_hold_time_taken_fn"();`,
    );

    this.addSql(
      `create or replace function "orders_orders_days_changed_fn"() returns trigger as $$ begin delete from reservation where id = new.id and not (new.status in ('pending', 'confirmed', 'in_progress')); if new.trip_date <> old.trip_date then update octo_booking b set local_date = new.trip_date from hold h where h.order_id = new.id and b.hold_id = h.id; end if; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "orders_days_changed" AFTER UPDATE on "orders" for each ROW execute function "orders_orders_days_changed_fn"();`,
    );
    this.addSql(
      `create or replace function "orders_orders_days_taken_fn"() returns trigger as $$ begin insert into reservation (id, guide_id, start_at, end_at) select new.id, new.guide_id, new.trip_start_at, new.trip_end_at where new.status in ('pending', 'confirmed', 'in_progress') on conflict (id) do nothing; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "orders_days_taken" AFTER INSERT on "orders" for each ROW execute function "orders_orders_days_taken_fn"();`,
    );

    this.addSql(
      `create or replace function "reservation_reservation_changed_fn"() returns trigger as $$ begin insert into job (kind, subject) values ('guide_index', coalesce(new.guide_id, old.guide_id)); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "reservation_changed" AFTER INSERT OR UPDATE OR DELETE on "reservation" for each ROW execute function "reservation_reservation_changed_fn"();`,
    );
    this.addSql(
      `create or replace function "reservation_reservation_freed_fn"() returns trigger as $$ begin insert into job (kind, subject, payload) select 'waitlist_time', old.guide_id, jsonb_build_object('startAt', old.start_at, 'endAt', old.end_at) where exists (select from waitlist_entry w where w.guide_id = old.guide_id and w.trip_start_at < old.end_at and w.trip_end_at > old.start_at); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "reservation_freed" AFTER UPDATE OR DELETE on "reservation" for each ROW execute function "reservation_reservation_freed_fn"();`,
    );
  }
}
