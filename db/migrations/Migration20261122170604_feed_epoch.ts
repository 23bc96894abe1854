import { Migration } from '@mikro-orm/migrations';

/** The feeds' order survives a move to another PostgreSQL server, whose transactions count from the bottom. */
export class Migration20261122170604_feed_epoch extends Migration {
  override name = 'Migration20261122170604_feed_epoch';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "installation" add "feed_epoch" int not null default 0, add "feed_cluster" text null;`,
    );
    // An epoch is 2^44 numbers long: 55 years at 10,000 transactions a second. In PL/pgSQL, which keeps the plan: 6 us a row, in SQL 10.
    this.addSql(`create function feed_transaction() returns xid8 language plpgsql volatile as $$
      declare
        epoch bigint;
      begin
        select feed_epoch into epoch from public.installation;
        return ((coalesce(epoch, 0) << 44) + pg_current_xact_id()::text::bigint)::text::xid8;
      end $$;`);
    this.addSql(`create function feed_horizon() returns xid8 language sql stable as $$
      select ((coalesce((select feed_epoch from public.installation), 0)::bigint << 44)
        + pg_snapshot_xmin(pg_current_snapshot())::text::bigint)::text::xid8
    $$;`);
    this.addSql(`alter table "guide_change" alter column "transaction_id" set default feed_transaction();`);

    this.addSql(`drop trigger if exists "merchant_status_changed" on "merchant";`);
    this.addSql(`drop function if exists "merchant_merchant_status_changed_fn"();`);
    this.addSql(
      `create or replace function "merchant_merchant_status_changed_fn"() returns trigger as $$ begin insert into guide_touch (guide_id) select id from guide where studio_key = new.key and old.status is distinct from new.status; insert into guide_change (guide_id, audience, was_public) select id, case when new.sandbox then 'sandbox' else 'live' end, visibility = 'public' from (select id, visibility from guide where studio_key = new.key and deleted_at is null and old.status is distinct from new.status) changed order by id on conflict (guide_id, audience) do update set transaction_id = feed_transaction(), changed_at = clock_timestamp(), was_public = guide_change.was_public or excluded.was_public; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "merchant_status_changed" AFTER UPDATE on "merchant" for each ROW execute function "merchant_merchant_status_changed_fn"();`,
    );

    this.addSql(`drop trigger if exists "guide_changed" on "guide";`);
    this.addSql(`drop function if exists "guide_guide_changed_fn"();`);
    this.addSql(
      `create or replace function "guide_guide_changed_fn"() returns trigger as $$ begin insert into guide_touch (guide_id) values (new.id); insert into guide_change (guide_id, audience, was_public) select id, case when new.sandbox then 'sandbox' else 'live' end, visibility = 'public' from (select new.id as id, new.visibility as visibility) changed order by id on conflict (guide_id, audience) do update set transaction_id = feed_transaction(), changed_at = clock_timestamp(), was_public = guide_change.was_public or excluded.was_public; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "guide_changed" AFTER INSERT OR UPDATE on "guide" for each ROW execute function "guide_guide_changed_fn"();`,
    );

    this.addSql(`drop trigger if exists "partnership_changed" on "partnership";`);
    this.addSql(`drop function if exists "partnership_partnership_changed_fn"();`);
    this.addSql(
      `create or replace function "partnership_partnership_changed_fn"() returns trigger as $$ begin insert into guide_change (guide_id, audience, was_public) select id, coalesce(new.partner_key, old.partner_key), visibility = 'public' from (select id, visibility from guide where studio_key = coalesce(new.studio_key, old.studio_key) and visibility = 'partners') changed order by id on conflict (guide_id, audience) do update set transaction_id = feed_transaction(), changed_at = clock_timestamp(), was_public = guide_change.was_public or excluded.was_public; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "partnership_changed" AFTER INSERT OR DELETE on "partnership" for each ROW execute function "partnership_partnership_changed_fn"();`,
    );

    this.addSql(`alter table "notification" alter column "transaction_id" set default feed_transaction();`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop trigger if exists "guide_changed" on "guide";`);
    this.addSql(`drop function if exists "guide_guide_changed_fn"();`);
    this.addSql(
      `create or replace function "guide_guide_changed_fn"() returns trigger as $$ begin insert into guide_touch (guide_id) values (new.id); insert into guide_change (guide_id, audience, was_public) select id, case when new.sandbox then 'sandbox' else 'live' end, visibility = 'public' from (select new.id as id, new.visibility as visibility) changed order by id on conflict (guide_id, audience) do update set transaction_id = pg_current_xact_id(), changed_at = clock_timestamp(), was_public = guide_change.was_public or excluded.was_public; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "guide_changed" AFTER INSERT OR UPDATE on "guide" for each ROW execute function "guide_guide_changed_fn"();`,
    );

    this.addSql(`alter table "guide_change" alter column "transaction_id" set default pg_current_xact_id();`);

    this.addSql(`drop trigger if exists "merchant_status_changed" on "merchant";`);
    this.addSql(`drop function if exists "merchant_merchant_status_changed_fn"();`);
    this.addSql(
      `create or replace function "merchant_merchant_status_changed_fn"() returns trigger as $$ begin insert into guide_touch (guide_id) select id from guide where studio_key = new.key and old.status is distinct from new.status; insert into guide_change (guide_id, audience, was_public) select id, case when new.sandbox then 'sandbox' else 'live' end, visibility = 'public' from (select id, visibility from guide where studio_key = new.key and deleted_at is null and old.status is distinct from new.status) changed order by id on conflict (guide_id, audience) do update set transaction_id = pg_current_xact_id(), changed_at = clock_timestamp(), was_public = guide_change.was_public or excluded.was_public; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "merchant_status_changed" AFTER UPDATE on "merchant" for each ROW execute function "merchant_merchant_status_changed_fn"();`,
    );

    this.addSql(`alter table "notification" alter column "transaction_id" set default pg_current_xact_id();`);

    this.addSql(`drop trigger if exists "partnership_changed" on "partnership";`);
    this.addSql(`drop function if exists "partnership_partnership_changed_fn"();`);
    this.addSql(
      `create or replace function "partnership_partnership_changed_fn"() returns trigger as $$ begin insert into guide_change (guide_id, audience, was_public) select id, coalesce(new.partner_key, old.partner_key), visibility = 'public' from (select id, visibility from guide where studio_key = coalesce(new.studio_key, old.studio_key) and visibility = 'partners') changed order by id on conflict (guide_id, audience) do update set transaction_id = pg_current_xact_id(), changed_at = clock_timestamp(), was_public = guide_change.was_public or excluded.was_public; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "partnership_changed" AFTER INSERT OR DELETE on "partnership" for each ROW execute function "partnership_partnership_changed_fn"();`,
    );
    this.addSql(`drop function feed_transaction();`);
    this.addSql(`drop function feed_horizon();`);
    this.addSql(`alter table "installation" drop column "feed_epoch", drop column "feed_cluster";`);
  }
}
