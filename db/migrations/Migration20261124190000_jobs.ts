import { Migration } from '@mikro-orm/migrations';

/**
 * What the platform does by itself waits in one table (docs/decisions/0170): the guide index and mails.
 * contract: unused since 0.3.0, whose roll-out from 0.2.0 stops the API and the workers of before (docs/upgrades.md).
 */
export class Migration20261124190000_jobs extends Migration {
  override name = 'Migration20261124190000_jobs';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "job" ("id" bigserial primary key, "kind" varchar(40) not null, "subject" varchar(64) not null, "single" boolean not null default false, "payload" jsonb null, "added_at" timestamptz not null default now(), "run_at" timestamptz not null default now(), "leased_until" timestamptz null, "lease" int not null default 0, "again" boolean not null default false, "attempts" int not null default 0, "last_error" varchar(300) null);`,
    );
    this.addSql(`create index job_due on job (kind, run_at, id);`);
    this.addSql(`create unique index job_single on job (kind, subject) where single;`);
    this.addSql(`create index job_failed on job (id) where last_error is not null;`);

    this.addSql(`insert into job (kind, subject) select distinct 'guide_index', guide_id from guide_touch;`);
    this.addSql(`drop table if exists "guide_touch" cascade;`);

    this.addSql(`drop trigger if exists "merchant_status_changed" on "merchant";`);
    this.addSql(`drop function if exists "merchant_merchant_status_changed_fn"();`);
    this.addSql(
      `create or replace function "merchant_merchant_status_changed_fn"() returns trigger as $$ begin insert into job (kind, subject) select 'guide_index', id from guide where studio_key = new.key and old.status is distinct from new.status; insert into guide_change (guide_id, audience, was_public) select id, case when new.sandbox then 'sandbox' else 'live' end, visibility = 'public' from (select id, visibility from guide where studio_key = new.key and deleted_at is null and old.status is distinct from new.status) changed order by id on conflict (guide_id, audience) do update set transaction_id = feed_transaction(), changed_at = clock_timestamp(), was_public = guide_change.was_public or excluded.was_public; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "merchant_status_changed" AFTER UPDATE on "merchant" for each ROW execute function "merchant_merchant_status_changed_fn"();`,
    );

    this.addSql(`insert into job (kind, subject, single, run_at, attempts)
      select 'mail', id::text, true, next_attempt_at, attempts from mail where sent_at is null and failed_at is null;`);
    this.addSql(`drop index "mail_due";`);
    this.addSql(`alter table "mail" drop column "attempts", drop column "next_attempt_at";`);
    this.addSql(
      `create index mail_waiting on mail (created_at) where sent_at is null and failed_at is null;`,
    );

    this.addSql(`drop trigger if exists "guide_changed" on "guide";`);
    this.addSql(`drop function if exists "guide_guide_changed_fn"();`);
    this.addSql(
      `create or replace function "guide_guide_changed_fn"() returns trigger as $$ begin insert into job (kind, subject) values ('guide_index', new.id); insert into guide_change (guide_id, audience, was_public) select id, case when new.sandbox then 'sandbox' else 'live' end, visibility = 'public' from (select new.id as id, new.visibility as visibility) changed order by id on conflict (guide_id, audience) do update set transaction_id = feed_transaction(), changed_at = clock_timestamp(), was_public = guide_change.was_public or excluded.was_public; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "guide_changed" AFTER INSERT OR UPDATE on "guide" for each ROW execute function "guide_guide_changed_fn"();`,
    );

    this.addSql(`drop trigger if exists "reservation_changed" on "reservation";`);
    this.addSql(`drop function if exists "reservation_reservation_changed_fn"();`);
    this.addSql(
      `create or replace function "reservation_reservation_changed_fn"() returns trigger as $$ begin insert into job (kind, subject) values ('guide_index', coalesce(new.guide_id, old.guide_id)); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "reservation_changed" AFTER INSERT OR UPDATE OR DELETE on "reservation" for each ROW execute function "reservation_reservation_changed_fn"();`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`create table "guide_touch" ("guide_id" varchar(19) not null, "id" bigserial primary key);`);

    this.addSql(`drop table if exists "job" cascade;`);

    this.addSql(`drop trigger if exists "guide_changed" on "guide";`);
    this.addSql(`drop function if exists "guide_guide_changed_fn"();`);
    this.addSql(
      `create or replace function "guide_guide_changed_fn"() returns trigger as $$ begin insert into guide_touch (guide_id) values (new.id); insert into guide_change (guide_id, audience, was_public) select id, case when new.sandbox then 'sandbox' else 'live' end, visibility = 'public' from (select new.id as id, new.visibility as visibility) changed order by id on conflict (guide_id, audience) do update set transaction_id = feed_transaction(), changed_at = clock_timestamp(), was_public = guide_change.was_public or excluded.was_public; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "guide_changed" AFTER INSERT OR UPDATE on "guide" for each ROW execute function "guide_guide_changed_fn"();`,
    );

    this.addSql(`drop index "mail_waiting";`);
    this.addSql(
      `alter table "mail" add "attempts" int not null default 0, add "next_attempt_at" timestamptz(6) not null default now();`,
    );
    this.addSql(
      `create index mail_due on mail (next_attempt_at) where sent_at is null and failed_at is null;`,
    );

    this.addSql(`drop trigger if exists "merchant_status_changed" on "merchant";`);
    this.addSql(`drop function if exists "merchant_merchant_status_changed_fn"();`);
    this.addSql(
      `create or replace function "merchant_merchant_status_changed_fn"() returns trigger as $$ begin insert into guide_touch (guide_id) select id from guide where studio_key = new.key and old.status is distinct from new.status; insert into guide_change (guide_id, audience, was_public) select id, case when new.sandbox then 'sandbox' else 'live' end, visibility = 'public' from (select id, visibility from guide where studio_key = new.key and deleted_at is null and old.status is distinct from new.status) changed order by id on conflict (guide_id, audience) do update set transaction_id = feed_transaction(), changed_at = clock_timestamp(), was_public = guide_change.was_public or excluded.was_public; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "merchant_status_changed" AFTER UPDATE on "merchant" for each ROW execute function "merchant_merchant_status_changed_fn"();`,
    );

    this.addSql(`drop trigger if exists "reservation_changed" on "reservation";`);
    this.addSql(`drop function if exists "reservation_reservation_changed_fn"();`);
    this.addSql(
      `create or replace function "reservation_reservation_changed_fn"() returns trigger as $$ begin insert into guide_touch (guide_id) values (coalesce(new.guide_id, old.guide_id)); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "reservation_changed" AFTER INSERT OR UPDATE OR DELETE on "reservation" for each ROW execute function "reservation_reservation_changed_fn"();`,
    );
  }
}
