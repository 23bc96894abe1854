import { Migration } from '@mikro-orm/migrations';

/** Browsers that show notices as they come. */
export class Migration20261126090000_push_devices extends Migration {
  override name = 'Migration20261126090000_push_devices';

  override up(): void {
    this.addSql(
      'create table "push_device" ("id" bigserial primary key, "person_id" bigint not null, "session_id" bigint null, "endpoint" varchar(1500) not null, "p256dh" varchar(100) not null, "auth" varchar(50) not null, "server_key" varchar(100) not null, "seal" char(64) not null, "user_agent" varchar(300) null, "created_at" timestamptz not null default now(), "last_sent_at" timestamptz null);',
    );
    this.addSql(
      'alter table "push_device" add constraint "push_device_endpoint_unique" unique ("endpoint");',
    );
    this.addSql('create index "push_device_person_id_index" on "push_device" ("person_id");');
    this.addSql('create index "push_device_session_id_index" on "push_device" ("session_id");');
    this.addSql(
      'alter table "push_device" add constraint "push_device_person_id_foreign" foreign key ("person_id") references "person" ("id");',
    );
    this.addSql(
      'alter table "push_device" add constraint "push_device_session_id_foreign" foreign key ("session_id") references "console_session" ("id") on delete set null;',
    );
    this.addSql('alter table "notice_setting" add "push" boolean not null default true;');
  }
}
