import { Migration } from '@mikro-orm/migrations';
import { languageKeys, serviceTypeKeys } from '../../domain/guide.ts';

const BATCH = 1_000;

interface Row {
  readonly id: string;
  readonly languages: string[];
  readonly serviceTypes: string[];
}

/** Guides are found by language, place and folded kinds of service; their changes can be followed; holidays. */
export class Migration20261122065811_guide_search extends Migration {
  override name = 'Migration20261122065811_guide_search';

  override async up(): Promise<void> {
    await this.execute(`create extension if not exists cube;`);
    await this.execute(
      `create table "guide_change" ("guide_id" varchar(19) not null, "audience" varchar(64) not null, "transaction_id" xid8 not null default pg_current_xact_id(), "changed_at" timestamptz not null default clock_timestamp(), "was_public" boolean not null default false, primary key ("guide_id", "audience"));`,
    );
    await this.execute(
      `create index "guide_change_audience_transaction_id_guide_id_index" on "guide_change" ("audience", "transaction_id", "guide_id");`,
    );
    await this.execute(`create index "guide_change_changed_at_index" on "guide_change" ("changed_at");`);

    await this.execute(
      `create table "public_holiday" ("calendar" varchar(10) not null, "day" date not null, "name" varchar(200) not null, primary key ("calendar", "day"));`,
    );
    await this.execute(`create index "public_holiday_day_index" on "public_holiday" ("day");`);

    await this.execute(`drop trigger if exists "merchant_status_changed" on "merchant";`);
    await this.execute(`drop function if exists "merchant_merchant_status_changed_fn"();`);
    await this.execute(
      `create or replace function "merchant_merchant_status_changed_fn"() returns trigger as $$ begin insert into guide_touch (guide_id) select id from guide where studio_key = new.key and old.status is distinct from new.status; insert into guide_change (guide_id, audience, was_public) select id, case when new.sandbox then 'sandbox' else 'live' end, visibility = 'public' from (select id, visibility from guide where studio_key = new.key and deleted_at is null and old.status is distinct from new.status) changed order by id on conflict (guide_id, audience) do update set transaction_id = pg_current_xact_id(), changed_at = clock_timestamp(), was_public = guide_change.was_public or excluded.was_public; return null; end; $$ language plpgsql;`,
    );
    await this.execute(
      `create trigger "merchant_status_changed" AFTER UPDATE on "merchant" for each ROW execute function "merchant_merchant_status_changed_fn"();`,
    );

    await this.execute(`drop trigger if exists "guide_changed" on "guide";`);
    await this.execute(`drop function if exists "guide_guide_changed_fn"();`);
    await this.execute(
      `alter table "guide" add "holiday_calendar" varchar(10) null, add "service_type_keys" text[] not null default '{}', add "language_keys" text[] not null default '{}';`,
    );
    await this.execute(`drop index guide_by_service_type;`);
    await this.execute(
      `create index guide_by_service_type on guide using gin (service_type_keys) with (fastupdate = off) where deleted_at is null;`,
    );
    await this.execute(
      `create index guide_by_language on guide using gin (language_keys) with (fastupdate = off) where deleted_at is null;`,
    );
    await this.execute(`create index guide_by_place on guide using gist ((case when latitude is null or longitude is null then null else cube(array[
  cos(radians(latitude)) * cos(radians(longitude)), cos(radians(latitude)) * sin(radians(longitude)), sin(radians(latitude))
]) end)) where deleted_at is null;`);
    await this.execute(
      `create or replace function "guide_guide_changed_fn"() returns trigger as $$ begin insert into guide_touch (guide_id) values (new.id); insert into guide_change (guide_id, audience, was_public) select id, case when new.sandbox then 'sandbox' else 'live' end, visibility = 'public' from (select new.id as id, new.visibility as visibility) changed order by id on conflict (guide_id, audience) do update set transaction_id = pg_current_xact_id(), changed_at = clock_timestamp(), was_public = guide_change.was_public or excluded.was_public; return null; end; $$ language plpgsql;`,
    );
    await this.execute(
      `create trigger "guide_changed" AFTER INSERT OR UPDATE on "guide" for each ROW execute function "guide_guide_changed_fn"();`,
    );

    await this.execute(
      `create or replace function "partnership_partnership_changed_fn"() returns trigger as $$ begin insert into guide_change (guide_id, audience, was_public) select id, coalesce(new.partner_key, old.partner_key), visibility = 'public' from (select id, visibility from guide where studio_key = coalesce(new.studio_key, old.studio_key) and visibility = 'partners') changed order by id on conflict (guide_id, audience) do update set transaction_id = pg_current_xact_id(), changed_at = clock_timestamp(), was_public = guide_change.was_public or excluded.was_public; return null; end; $$ language plpgsql;`,
    );
    await this.execute(
      `create trigger "partnership_changed" AFTER INSERT OR DELETE on "partnership" for each ROW execute function "partnership_partnership_changed_fn"();`,
    );
    await this.fold();
  }

  override async down(): Promise<void> {
    await this.execute(`drop table if exists "guide_change" cascade;`);
    await this.execute(`drop table if exists "public_holiday" cascade;`);

    await this.execute(`drop index guide_by_service_type;`);
    await this.execute(
      `create index guide_by_service_type on guide using gin (service_types) with (fastupdate = off) where deleted_at is null;`,
    );
    await this.execute(`drop index "guide_by_language";`);
    await this.execute(`drop index "guide_by_place";`);
    await this.execute(`drop trigger if exists "guide_changed" on "guide";`);
    await this.execute(`drop function if exists "guide_guide_changed_fn"();`);
    await this.execute(
      `alter table "guide" drop column "holiday_calendar", drop column "service_type_keys", drop column "language_keys";`,
    );
    await this.execute(
      `create or replace function "guide_guide_changed_fn"() returns trigger as $$ begin insert into guide_touch (guide_id) values (new.id); return null; end; $$ language plpgsql;`,
    );
    await this.execute(
      `create trigger "guide_changed" AFTER INSERT OR UPDATE on "guide" for each ROW execute function "guide_guide_changed_fn"();`,
    );

    await this.execute(`drop trigger if exists "merchant_status_changed" on "merchant";`);
    await this.execute(`drop function if exists "merchant_merchant_status_changed_fn"();`);
    await this.execute(
      `create or replace function "merchant_merchant_status_changed_fn"() returns trigger as $$ begin insert into guide_touch (guide_id) select id from guide where studio_key = new.key and old.status is distinct from new.status; return null; end; $$ language plpgsql;`,
    );
    await this.execute(
      `create trigger "merchant_status_changed" AFTER UPDATE on "merchant" for each ROW execute function "merchant_merchant_status_changed_fn"();`,
    );

    await this.execute(`drop trigger if exists "partnership_changed" on "partnership";`);
    await this.execute(`drop function if exists "partnership_partnership_changed_fn"();`);
  }

  /** What is compared is computed in the application. Each guide is touched, and so becomes a change that can be followed. */
  private async fold(): Promise<void> {
    let after = '';
    for (;;) {
      const rows = (await this.execute(
        `select id, to_json(languages) as languages, to_json(service_types) as "serviceTypes"
         from guide where id > ? order by id limit ${BATCH}`,
        [after],
      )) as Row[];
      if (rows.length === 0) return;
      const folded = rows.map(({ id, languages, serviceTypes }) => ({
        id,
        language_keys: languageKeys(languages),
        service_type_keys: serviceTypeKeys(serviceTypes),
      }));
      await this.execute(
        `update guide set language_keys = folded.language_keys, service_type_keys = folded.service_type_keys
         from json_to_recordset(?::json) as folded (id text, language_keys text[], service_type_keys text[])
         where guide.id = folded.id`,
        [JSON.stringify(folded)],
      );
      after = rows.at(-1)!.id;
    }
  }
}
