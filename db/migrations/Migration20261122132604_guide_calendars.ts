import { Migration } from '@mikro-orm/migrations';

export class Migration20261122132604_guide_calendars extends Migration {
  override name = 'Migration20261122132604_guide_calendars';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "guide_photo" ("id" varchar(43) not null, "guide_id" varchar(19) not null, "type" text not null, "bytes" bytea not null, "width" int not null, "height" int not null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "guide_photo_guide_id_index" on "guide_photo" ("guide_id");`);

    this.addSql(
      `create table "guide_calendar" ("guide_id" varchar(19) not null, "feed_token_hash" varchar(64) null, "feed_made_at" timestamptz null, "feed_tag" varchar(64) null, "feed_changed_at" timestamptz null, "import_url_encrypted" text null, "next_import_at" timestamptz null, "last_import_at" timestamptz null, "import_error" varchar(40) null, "created_at" timestamptz not null default now(), primary key ("guide_id"));`,
    );
    this.addSql(
      `alter table "guide_calendar" add constraint "guide_calendar_feed_token_hash_unique" unique ("feed_token_hash");`,
    );
    this.addSql(
      `create index guide_calendar_due on guide_calendar (next_import_at) where next_import_at is not null;`,
    );

    this.addSql(`alter table "guide" add "imported" datemultirange not null default '{}';`);

    this.addSql(
      `alter table "guide_photo" add constraint "guide_photo_guide_id_foreign" foreign key ("guide_id") references "guide" ("id");`,
    );
    this.addSql(
      `alter table "guide_photo" add constraint "guide_photo_type_check" check ("type" in ('image/jpeg', 'image/png', 'image/webp'));`,
    );

    this.addSql(
      `alter table "guide_calendar" add constraint "guide_calendar_guide_id_foreign" foreign key ("guide_id") references "guide" ("id") on update cascade on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "guide_photo" cascade;`);
    this.addSql(`drop table if exists "guide_calendar" cascade;`);

    this.addSql(`alter table "guide" drop column "imported";`);
  }
}
