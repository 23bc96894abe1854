import { Migration } from '@mikro-orm/migrations';

/** What is old is removed in steps: how far that is, and where the event feeds begin since. */
export class Migration20261122193155_retention extends Migration {
  override name = 'Migration20261122193155_retention';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "feed_start" ("merchant_key" varchar(64) not null, "transaction_id" xid8 not null, "subject_id" varchar(64) not null, "position" int not null, primary key ("merchant_key"));`,
    );

    this.addSql(
      `create table "pruning" ("kind" text not null, "holder" uuid null, "leased_until" timestamptz null, "finished_at" timestamptz null, "removed" bigint not null default '0', primary key ("kind"));`,
    );

    this.addSql(
      `alter table "feed_start" add constraint "feed_start_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key") on update cascade on delete cascade;`,
    );

    this.addSql(
      `alter table "pruning" add constraint "pruning_kind_check" check ("kind" in ('attempts', 'notifications'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "feed_start" cascade;`);
    this.addSql(`drop table if exists "pruning" cascade;`);
  }
}
