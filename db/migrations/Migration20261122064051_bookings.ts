import { Migration } from '@mikro-orm/migrations';

/** Holds, trips of hours, changes, messages, waitlist (docs/decisions/0074): who has a guide's time stands in a table of its own. */
export class Migration20261122064051_bookings extends Migration {
  override name = 'Migration20261122064051_bookings';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "hold" ("id" varchar(27) not null, "merchant_key" varchar(64) not null, "studio_key" varchar(64) not null, "guide_id" varchar(19) not null, "acting_key" varchar(64) null, "status" text not null default 'held', "trip_start_at" timestamptz not null, "trip_end_at" timestamptz not null, "terms" jsonb not null, "expires_at" timestamptz not null, "order_id" varchar(27) null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "workflow_started_at" timestamptz null, "launch_after" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "hold_merchant_key_id_index" on "hold" ("merchant_key", "id");`);
    this.addSql(
      `create index "hold_merchant_key_status_id_index" on "hold" ("merchant_key", "status", "id");`,
    );
    this.addSql(
      `create index hold_unlaunched on hold (launch_after) where workflow_started_at is null and status = 'held';`,
    );
    this.addSql(`create index hold_open on hold (id) where status = 'held';`);

    this.addSql(
      `create table "order_change" ("id" varchar(27) not null, "order_id" varchar(27) not null, "status" text not null default 'prepared', "based_on" int not null, "guide_version" int null, "request_key" varchar(64) null, "before" jsonb not null, "after" jsonb not null, "sequence" int null, "acting_key" varchar(64) null, "note" varchar(500) null, "answer" varchar(500) null, "answer_by" timestamptz null, "created_at" timestamptz not null default now(), "decided_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "order_change_order_id_id_index" on "order_change" ("order_id", "id");`);
    this.addSql(
      `create unique index order_change_open on order_change (order_id) where status = 'requested';`,
    );

    this.addSql(
      `create table "order_message" ("id" bigserial primary key, "order_id" varchar(27) not null, "sender_key" varchar(64) not null, "acting_key" varchar(64) null, "text" varchar(2000) not null, "created_at" timestamptz not null default now(), "read_at" timestamptz null);`,
    );
    this.addSql(`create index "order_message_order_id_id_index" on "order_message" ("order_id", "id");`);

    this.addSql(
      `create table "reservation" ("id" varchar(27) not null, "guide_id" varchar(19) not null, "start_at" timestamptz not null, "end_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(
      `alter table reservation add constraint reservation_apart exclude using gist (guide_id with =, tstzrange(start_at, end_at) with &&);`,
    );

    this.addSql(
      `create table "waitlist_entry" ("id" bigserial primary key, "merchant_key" varchar(64) not null, "guide_id" varchar(19) not null, "trip_date" date not null, "trip_days" int not null, "trip_kind_id" varchar(40) null, "start_time" varchar(5) null, "trip_start_at" timestamptz not null, "trip_end_at" timestamptz not null, "created_at" timestamptz not null default now(), "told_at" timestamptz null, "due_at" timestamptz null);`,
    );
    this.addSql(
      `create index "waitlist_entry_merchant_key_id_index" on "waitlist_entry" ("merchant_key", "id");`,
    );
    this.addSql(
      `create index "waitlist_entry_guide_id_trip_start_at_index" on "waitlist_entry" ("guide_id", "trip_start_at");`,
    );
    this.addSql(
      `alter table "waitlist_entry" add constraint "waitlist_entry_merchant_key_guide_id_trip_start_a_27129_unique" unique ("merchant_key", "guide_id", "trip_start_at", "trip_end_at");`,
    );

    this.addSql(`alter table "merchant" add "clock_ahead_ms" bigint not null default '0';`);
    this.addSql(
      `alter table "merchant" add constraint "merchant_clock_ahead_ms_check" check (clock_ahead_ms >= 0);`,
    );

    this.addSql(`alter table "merchant" add "clock_telling_until" timestamptz null;`);
    this.addSql(
      `create index merchant_clock_telling on merchant (clock_telling_until) where clock_telling_until is not null;`,
    );

    this.addSql(
      `alter table "guide" add "weekend_rate" jsonb null, add "trip_kinds" jsonb not null default '[]', add "offers_whole_days" boolean not null default true, add "guest_kinds" jsonb not null default '[]', add "questions" jsonb not null default '[]', add "meeting_point" jsonb null, add "photos" jsonb not null default '[]', add "latitude" double precision null, add "longitude" double precision null, add "minimum_notice_hours" int not null default 0, add "change_rule" text not null default 'consent', add "sandbox_behaviour" text null;`,
    );
    this.addSql(
      `alter table "guide" add constraint "guide_latitude_check" check (latitude >= -90 and latitude <= 90);`,
    );
    this.addSql(
      `alter table "guide" add constraint "guide_longitude_check" check (longitude >= -180 and longitude <= 180);`,
    );
    this.addSql(
      `alter table "guide" add constraint "guide_minimum_notice_hours_check" check (minimum_notice_hours >= 0 and minimum_notice_hours <= 2160);`,
    );
    this.addSql(
      `alter table "guide" add constraint "guide_change_rule_check" check ("change_rule" in ('consent', 'instant'));`,
    );
    this.addSql(
      `alter table "guide" add constraint "guide_sandbox_behaviour_check" check ("sandbox_behaviour" in ('confirm', 'reject', 'expire', 'raise_price', 'time_out'));`,
    );

    // Two that overlap by instants, since their guide's time zone was changed in between, keep the first.
    this.addSql(
      `insert into reservation (id, guide_id, start_at, end_at) select id, guide_id, trip_start_at, trip_end_at from orders where status in ('pending', 'confirmed', 'in_progress') order by id on conflict do nothing;`,
    );
    this.addSql(`alter table orders drop constraint orders_guide_days_free;`);
    this.addSql(`drop trigger if exists "orders_days_changed" on "orders";`);
    this.addSql(`drop function if exists "orders_orders_days_changed_fn"();`);
    this.addSql(`drop trigger if exists "orders_days_taken" on "orders";`);
    this.addSql(`drop function if exists "orders_orders_days_taken_fn"();`);
    this.addSql(
      `alter table "orders" add "is_reference_unique" boolean not null default false, add "trip" jsonb null, add "travellers" jsonb null, add "policy_date" date null;`,
    );
    this.addSql(
      `alter table "orders" add "clock_ahead_ms" bigint not null default '0', add "sandbox_behaviour" text null;`,
    );
    this.addSql(
      `alter table "orders" add constraint "orders_clock_ahead_ms_check" check (clock_ahead_ms >= 0);`,
    );
    this.addSql(
      `alter table "orders" add constraint "orders_sandbox_behaviour_check" check ("sandbox_behaviour" in ('confirm', 'reject', 'expire', 'raise_price', 'time_out'));`,
    );
    this.addSql(
      `create unique index orders_unique_reference on orders (merchant_key, client_reference) where is_reference_unique;`,
    );
    this.addSql(
      `create index "orders_merchant_key_updated_at_id_index" on "orders" ("merchant_key", "updated_at", "id");`,
    );
    this.addSql(
      `create index "orders_studio_key_updated_at_id_index" on "orders" ("studio_key", "updated_at", "id");`,
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
      `alter table "hold" add constraint "hold_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");`,
    );
    this.addSql(
      `alter table "hold" add constraint "hold_studio_key_foreign" foreign key ("studio_key") references "merchant" ("key");`,
    );
    this.addSql(
      `alter table "hold" add constraint "hold_guide_id_foreign" foreign key ("guide_id") references "guide" ("id");`,
    );
    this.addSql(
      `alter table "hold" add constraint "hold_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "hold" add constraint "hold_status_check" check ("status" in ('held', 'booked', 'released', 'expired'));`,
    );
    this.addSql(
      `create or replace function "hold_hold_time_taken_fn"() returns trigger as $$ begin insert into reservation (id, guide_id, start_at, end_at) select new.id, new.guide_id, new.trip_start_at, new.trip_end_at where new.status = 'held' on conflict (id) do nothing; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "hold_time_taken" AFTER INSERT on "hold" for each ROW execute function "hold_hold_time_taken_fn"();`,
    );
    this.addSql(
      `create or replace function "hold_hold_time_given_back_fn"() returns trigger as $$ begin delete from reservation where id = new.id and new.status <> 'held'; if new.status in ('expired', 'released') then update octo_booking set contact = null, notes = null, unit_items = coalesce((select jsonb_agg(item - 'fullName') from jsonb_array_elements(unit_items) item), '[]') where hold_id = new.id; end if; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "hold_time_given_back" AFTER UPDATE on "hold" for each ROW execute function "hold_hold_time_given_back_fn"();`,
    );

    this.addSql(
      `alter table "order_change" add constraint "order_change_order_id_foreign" foreign key ("order_id") references "orders" ("id");`,
    );
    this.addSql(
      `alter table "order_change" add constraint "order_change_status_check" check ("status" in ('prepared', 'requested', 'applied', 'declined', 'withdrawn', 'expired'));`,
    );

    this.addSql(
      `alter table "order_message" add constraint "order_message_order_id_foreign" foreign key ("order_id") references "orders" ("id");`,
    );
    this.addSql(
      `alter table "order_message" add constraint "order_message_sender_key_foreign" foreign key ("sender_key") references "merchant" ("key");`,
    );

    this.addSql(
      `alter table "reservation" add constraint "reservation_end_at_check" check (end_at > start_at);`,
    );
    this.addSql(
      `create or replace function "reservation_reservation_changed_fn"() returns trigger as $$ begin insert into guide_touch (guide_id) values (coalesce(new.guide_id, old.guide_id)); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "reservation_changed" AFTER INSERT OR UPDATE OR DELETE on "reservation" for each ROW execute function "reservation_reservation_changed_fn"();`,
    );

    this.addSql(
      `alter table "waitlist_entry" add constraint "waitlist_entry_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");`,
    );
    this.addSql(
      `alter table "waitlist_entry" add constraint "waitlist_entry_guide_id_foreign" foreign key ("guide_id") references "guide" ("id");`,
    );
    this.addSql(
      `alter table "waitlist_entry" add constraint "waitlist_entry_trip_days_check" check (trip_days >= 1 and trip_days <= 60);`,
    );

    this.addSql(
      `create table "octo_booking" ("merchant_key" varchar(64) not null, "uuid" uuid not null, "hold_id" varchar(27) not null, "local_date" date not null, "reseller_reference" varchar(64) null, "unit_items" jsonb not null, "contact" jsonb null, "notes" varchar(1000) null, "cancel_reason" varchar(500) null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), primary key ("merchant_key", "uuid"));`,
    );
    this.addSql(
      `alter table "octo_booking" add constraint "octo_booking_hold_id_unique" unique ("hold_id");`,
    );
    this.addSql(
      `create index "octo_booking_merchant_key_local_date_created_at_index" on "octo_booking" ("merchant_key", "local_date", "created_at");`,
    );
    this.addSql(
      `create index octo_booking_by_reference on octo_booking (merchant_key, reseller_reference) where reseller_reference is not null;`,
    );
    this.addSql(`create index hold_by_order on hold (order_id) where order_id is not null;`);
    this.addSql(
      `alter table "octo_booking" add constraint "octo_booking_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");`,
    );
    this.addSql(
      `alter table "octo_booking" add constraint "octo_booking_hold_id_foreign" foreign key ("hold_id") references "hold" ("id");`,
    );

    this.addSql(
      `create table "waitlist_touch" ("id" bigserial primary key, "guide_id" varchar(19) not null, "start_at" timestamptz null, "end_at" timestamptz null);`,
    );
    this.addSql(`create index "waitlist_touch_guide_id_index" on "waitlist_touch" ("guide_id");`);
    this.addSql(
      `create or replace function "guide_guide_freed_fn"() returns trigger as $$ begin insert into waitlist_touch (guide_id) select new.id where new.version <> old.version and exists (select from waitlist_entry w where w.guide_id = new.id); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "guide_freed" AFTER UPDATE on "guide" for each ROW execute function "guide_guide_freed_fn"();`,
    );
    this.addSql(
      `create or replace function "reservation_reservation_freed_fn"() returns trigger as $$ begin insert into waitlist_touch (guide_id, start_at, end_at) select old.guide_id, old.start_at, old.end_at where exists (select from waitlist_entry w where w.guide_id = old.guide_id and w.trip_start_at < old.end_at and w.trip_end_at > old.start_at); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "reservation_freed" AFTER UPDATE OR DELETE on "reservation" for each ROW execute function "reservation_reservation_freed_fn"();`,
    );
    this.addSql(`create index "waitlist_entry_trip_start_at_index" on "waitlist_entry" ("trip_start_at");`);
    this.addSql(`create index waitlist_entry_due on waitlist_entry (due_at) where due_at is not null;`);
    this.addSql(
      `alter table "waitlist_entry" add constraint "waitlist_entry_trip_end_at_check" check (trip_end_at > trip_start_at);`,
    );
  }
}
