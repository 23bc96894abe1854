import { Migration } from '@mikro-orm/migrations';

/** Messages and files about disputed lines; indexes by which operators look at statements, disputes and corrections. */
export class Migration20261122142657_dispute_talk extends Migration {
  override name = 'Migration20261122142657_dispute_talk';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "dispute_message" ("id" bigserial primary key, "dispute_id" bigint not null, "side" text not null, "person_id" bigint not null, "key" varchar(64) not null, "text" varchar(2000) not null, "created_at" timestamptz not null, "read_at" timestamptz null);`,
    );
    this.addSql(
      `create index "dispute_message_dispute_id_id_index" on "dispute_message" ("dispute_id", "id");`,
    );
    this.addSql(
      `create index dispute_message_unread on dispute_message (dispute_id, side) where read_at is null;`,
    );
    this.addSql(
      `alter table "dispute_message" add constraint "dispute_message_dispute_id_key_unique" unique ("dispute_id", "key");`,
    );

    this.addSql(
      `create table "stored_file" ("id" bigserial primary key, "name" varchar(120) not null, "type" text not null, "size" int not null, "sha256" char(64) not null, "created_at" timestamptz not null default now());`,
    );

    this.addSql(
      `create table "dispute_file" ("file_id" bigint not null, "message_id" bigint not null, primary key ("file_id"));`,
    );
    this.addSql(`create index "dispute_file_message_id_index" on "dispute_file" ("message_id");`);

    this.addSql(
      `create table "stored_file_part" ("file_id" bigint not null, "number" int not null, "content_encrypted" text not null, "created_at" timestamptz not null default now(), primary key ("file_id", "number"));`,
    );

    this.addSql(
      `create index ledger_posting_by_hand on ledger_posting (posted_at, id) where operator is not null and kind <> 'payment';`,
    );

    this.addSql(`create index "settlement_month_status_id_index" on "settlement" ("month", "status", "id");`);
    this.addSql(`create index "settlement_status_id_index" on "settlement" ("status", "id");`);

    this.addSql(
      `create index "settlement_dispute_status_id_index" on "settlement_dispute" ("status", "id");`,
    );

    this.addSql(
      `alter table "dispute_message" add constraint "dispute_message_dispute_id_foreign" foreign key ("dispute_id") references "settlement_dispute" ("id");`,
    );
    this.addSql(
      `alter table "dispute_message" add constraint "dispute_message_person_id_foreign" foreign key ("person_id") references "person" ("id");`,
    );
    this.addSql(
      `alter table "dispute_message" add constraint "dispute_message_side_check" check ("side" in ('merchant', 'operator'));`,
    );

    this.addSql(`alter table "stored_file" add constraint "stored_file_size_check" check (size > 0);`);
    this.addSql(
      `alter table "stored_file" add constraint "stored_file_type_check" check ("type" in ('application/pdf', 'image/png', 'image/jpeg', 'text/csv'));`,
    );

    this.addSql(
      `alter table "dispute_file" add constraint "dispute_file_file_id_foreign" foreign key ("file_id") references "stored_file" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "dispute_file" add constraint "dispute_file_message_id_foreign" foreign key ("message_id") references "dispute_message" ("id");`,
    );

    this.addSql(
      `alter table "stored_file_part" add constraint "stored_file_part_file_id_foreign" foreign key ("file_id") references "stored_file" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "dispute_file" drop constraint "dispute_file_message_id_foreign";`);
    this.addSql(`alter table "dispute_file" drop constraint "dispute_file_file_id_foreign";`);
    this.addSql(`alter table "stored_file_part" drop constraint "stored_file_part_file_id_foreign";`);

    this.addSql(`drop table if exists "dispute_message" cascade;`);
    this.addSql(`drop table if exists "stored_file" cascade;`);
    this.addSql(`drop table if exists "dispute_file" cascade;`);
    this.addSql(`drop table if exists "stored_file_part" cascade;`);

    this.addSql(`drop index "ledger_posting_by_hand";`);

    this.addSql(`drop index "settlement_month_status_id_index";`);
    this.addSql(`drop index "settlement_status_id_index";`);

    this.addSql(`drop index "settlement_dispute_status_id_index";`);
  }
}
