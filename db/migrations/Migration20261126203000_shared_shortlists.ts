import { Migration } from '@mikro-orm/migrations';

/** Guides that an agency shows a customer by a link. No statistics of its texts are kept: they may name people. */
export class Migration20261126203000_shared_shortlists extends Migration {
  override name = 'Migration20261126203000_shared_shortlists';

  override up(): void {
    this.addSql(
      `create table "shared_shortlist" ("id" bigserial primary key, "merchant_key" varchar(64) not null, "title" varchar(80) not null, "note" varchar(1000) null, "guide_ids" text[] not null, "trip_from" date null, "trip_to" date null, "guest_count" int null, "created_at" timestamptz not null default now(), "expires_at" timestamptz not null);`,
    );
    this.addSql(
      `create index "shared_shortlist_merchant_key_id_index" on "shared_shortlist" ("merchant_key", "id");`,
    );
    this.addSql(`create index "shared_shortlist_expires_at_index" on "shared_shortlist" ("expires_at");`);
    this.addSql(
      `alter table "shared_shortlist" add constraint "shared_shortlist_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");`,
    );
    this.addSql(
      `alter table "shared_shortlist" alter column "title" set statistics 0, alter column "note" set statistics 0;`,
    );
  }
}
