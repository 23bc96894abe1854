import { Migration } from '@mikro-orm/migrations';

/**
 * What was there before a mailbox was proved ends with its proof: links of registrations carry no password, of several only the newest
 * works. Browsers are known by a cookie, and mails are counted by who has them sent.
 */
export class Migration20261124140000_mailbox_proof extends Migration {
  override name = 'Migration20261124140000_mailbox_proof';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "known_device" ("id" bigserial primary key, "person_id" bigint not null, "token_hash" char(64) not null, "user_agent" varchar(300) null, "created_at" timestamptz not null default now(), "last_used_at" timestamptz not null default now());`,
    );
    this.addSql(`create index "known_device_token_hash_index" on "known_device" ("token_hash");`);
    this.addSql(`create index "known_device_last_used_at_index" on "known_device" ("last_used_at");`);
    this.addSql(
      `alter table "known_device" add constraint "known_device_person_id_token_hash_unique" unique ("person_id", "token_hash");`,
    );

    this.addSql(`drop index "mail_account";`);
    this.addSql(`alter table "mail" add "sender" varchar(80) null;`);
    this.addSql(`create index mail_sender on mail (sender, created_at) where sender is not null;`);

    this.addSql(`alter table "mail_link" drop constraint "mail_link_purpose_check";`);
    this.addSql(
      `update mail_link set registration = registration - 'passwordHash' where registration is not null;`,
    );
    this.addSql(`update mail_link l set used_at = now() where used_at is null and purpose in ('confirm_email', 'reset_password') and exists
      (select from mail_link n where lower(n.email) = lower(l.email) and n.purpose = l.purpose and n.used_at is null and n.id > l.id);`);
    this.addSql(`create index mail_link_open on mail_link (lower(email), purpose) where used_at is null;`);
    this.addSql(
      `alter table "mail_link" add constraint "mail_link_purpose_check" check ("purpose" in ('confirm_email', 'change_email', 'reset_password', 'allow_device'));`,
    );

    this.addSql(
      `alter table "known_device" add constraint "known_device_person_id_foreign" foreign key ("person_id") references "person" ("id");`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "known_device" cascade;`);

    this.addSql(`drop index "mail_sender";`);
    this.addSql(`alter table "mail" drop column "sender";`);
    this.addSql(`create index mail_account on mail (about, type, created_at) where merchant_key is null;`);

    this.addSql(`drop index "mail_link_open";`);
    this.addSql(`delete from mail_link where purpose = 'allow_device';`);
    this.addSql(`alter table "mail_link" drop constraint "mail_link_purpose_check";`);
    this.addSql(
      `alter table "mail_link" add constraint "mail_link_purpose_check" check ("purpose" in ('confirm_email', 'change_email', 'reset_password'));`,
    );
  }
}
