import { Migration } from '@mikro-orm/migrations';

/**
 * The other kinds of background work wait in the same table (docs/decisions/0170).
 * contract: unused since 0.3.0, whose roll-out from 0.2.0 stops the API and the workers of before (docs/upgrades.md).
 */
export class Migration20261124190100_job_kinds extends Migration {
  override name = 'Migration20261124190100_job_kinds';

  override up(): void | Promise<void> {
    this.addSql(`insert into job (kind, subject, payload) select 'waitlist_time', guide_id, case when start_at is not null then
      jsonb_build_object('startAt', start_at, 'endAt', end_at) end from waitlist_touch order by id;`);
    this.addSql(
      `insert into job (kind, subject, single) select 'waitlist_entry', id::text, true from waitlist_entry where due_at is not null;`,
    );
    this.addSql(
      `insert into job (kind, subject, single) select 'clock', key, true from merchant where clock_telling_until is not null;`,
    );
    this.addSql(`insert into job (kind, subject, single, run_at) select 'calendar_import', guide_id, true, next_import_at
      from guide_calendar where next_import_at is not null;`);
    this.addSql(
      `insert into job (kind, subject, single) select 'dispute_notice', id::text, true from settlement_dispute where told_at is null;`,
    );
    this.addSql(`insert into job (kind, subject, single) select 'endpoint_notice', id, true from callback_endpoint
      where url is not null and removed_at is null and told_state is distinct from
        case when paused_at is not null then 'paused' when failing_since is not null then 'failing' end;`);
    this.addSql(`drop table if exists "waitlist_touch" cascade;`);

    this.addSql(`drop index "merchant_clock_telling";`);
    this.addSql(`alter table "merchant" drop column "clock_telling_until";`);

    this.addSql(`drop trigger if exists "guide_freed" on "guide";`);
    this.addSql(`drop function if exists "guide_guide_freed_fn"();`);
    this.addSql(
      `create or replace function "guide_guide_freed_fn"() returns trigger as $$ begin insert into job (kind, subject) select 'waitlist_time', new.id where new.version <> old.version and exists (select from waitlist_entry w where w.guide_id = new.id); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "guide_freed" AFTER UPDATE on "guide" for each ROW execute function "guide_guide_freed_fn"();`,
    );

    this.addSql(`drop index "guide_calendar_due";`);
    this.addSql(`alter table "guide_calendar" drop column "next_import_at";`);

    this.addSql(`drop index "callback_endpoint_untold";`);

    this.addSql(`drop trigger if exists "reservation_freed" on "reservation";`);
    this.addSql(`drop function if exists "reservation_reservation_freed_fn"();`);
    this.addSql(
      `create or replace function "reservation_reservation_freed_fn"() returns trigger as $$ begin insert into job (kind, subject, payload) select 'waitlist_time', old.guide_id, jsonb_build_object('startAt', old.start_at, 'endAt', old.end_at) where exists (select from waitlist_entry w where w.guide_id = old.guide_id and w.trip_start_at < old.end_at and w.trip_end_at > old.start_at); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "reservation_freed" AFTER UPDATE OR DELETE on "reservation" for each ROW execute function "reservation_reservation_freed_fn"();`,
    );

    this.addSql(`drop index "settlement_dispute_untold";`);
    this.addSql(`alter table "settlement_dispute" drop column "told_at";`);

    this.addSql(`drop index "waitlist_entry_due";`);
    this.addSql(`alter table "waitlist_entry" drop column "due_at";`);
  }

  override down(): void | Promise<void> {
    this.addSql(
      `create table "waitlist_touch" ("end_at" timestamptz(6) null, "guide_id" varchar(19) not null, "id" bigserial primary key, "start_at" timestamptz(6) null);`,
    );
    this.addSql(`create index "waitlist_touch_guide_id_index" on "waitlist_touch" ("guide_id");`);

    this.addSql(
      `create index callback_endpoint_untold on callback_endpoint (id) where url is not null and removed_at is null and told_state is distinct from case when paused_at is not null then 'paused' when failing_since is not null then 'failing' end;`,
    );

    this.addSql(`drop trigger if exists "guide_freed" on "guide";`);
    this.addSql(`drop function if exists "guide_guide_freed_fn"();`);
    this.addSql(
      `create or replace function "guide_guide_freed_fn"() returns trigger as $$ begin insert into waitlist_touch (guide_id) select new.id where new.version <> old.version and exists (select from waitlist_entry w where w.guide_id = new.id); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "guide_freed" AFTER UPDATE on "guide" for each ROW execute function "guide_guide_freed_fn"();`,
    );

    this.addSql(`alter table "guide_calendar" add "next_import_at" timestamptz(6) null;`);
    this.addSql(
      `create index guide_calendar_due on guide_calendar (next_import_at) where next_import_at is not null;`,
    );

    this.addSql(`alter table "merchant" add "clock_telling_until" timestamptz(6) null;`);
    this.addSql(
      `create index merchant_clock_telling on merchant (clock_telling_until) where clock_telling_until is not null;`,
    );

    this.addSql(`drop trigger if exists "reservation_freed" on "reservation";`);
    this.addSql(`drop function if exists "reservation_reservation_freed_fn"();`);
    this.addSql(
      `create or replace function "reservation_reservation_freed_fn"() returns trigger as $$ begin insert into waitlist_touch (guide_id, start_at, end_at) select old.guide_id, old.start_at, old.end_at where exists (select from waitlist_entry w where w.guide_id = old.guide_id and w.trip_start_at < old.end_at and w.trip_end_at > old.start_at); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "reservation_freed" AFTER UPDATE OR DELETE on "reservation" for each ROW execute function "reservation_reservation_freed_fn"();`,
    );

    this.addSql(`alter table "settlement_dispute" add "told_at" timestamptz(6) null;`);
    this.addSql(`create index settlement_dispute_untold on settlement_dispute (id) where told_at is null;`);

    this.addSql(`alter table "waitlist_entry" add "due_at" timestamptz(6) null;`);
    this.addSql(`create index waitlist_entry_due on waitlist_entry (due_at) where due_at is not null;`);
  }
}
