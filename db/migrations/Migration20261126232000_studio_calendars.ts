import { Migration } from '@mikro-orm/migrations';

/** One calendar feed for all guides of a studio. */
export class Migration20261126232000_studio_calendars extends Migration {
  override name = 'Migration20261126232000_studio_calendars';

  override up(): void {
    this.addSql(
      `create table "studio_calendar" ("studio_key" varchar(64) not null, "feed_token_hash" varchar(64) null,
         "feed_made_at" timestamptz null, "feed_tag" varchar(64) null, "feed_changed_at" timestamptz null, primary key ("studio_key"));`,
    );
    this.addSql(
      `alter table "studio_calendar" add constraint "studio_calendar_feed_token_hash_unique" unique ("feed_token_hash");`,
    );
    this.addSql(
      `alter table "studio_calendar" add constraint "studio_calendar_studio_key_foreign" foreign key ("studio_key")
         references "merchant" ("key") on update cascade on delete cascade;`,
    );
  }
}
