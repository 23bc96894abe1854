import { Migration } from '@mikro-orm/migrations';

export class Migration20261122125850_accounts extends Migration {
  override name = 'Migration20261122125850_accounts';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "sign_in_ceremony" ("question_hash" char(64) not null, "purpose" text not null, "session_id" bigint null, "details" text null, "expires_at" timestamptz not null, primary key ("question_hash"));`,
    );
    this.addSql(`create index "sign_in_ceremony_expires_at_index" on "sign_in_ceremony" ("expires_at");`);

    this.addSql(`alter table "mail" drop constraint "mail_merchant_key_foreign";`);

    this.addSql(`alter table "mail_link" drop constraint "mail_link_person_id_foreign";`);

    this.addSql(`alter table "mail" alter column "merchant_key" drop not null;`);
    this.addSql(
      `alter table "mail" add constraint "mail_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key") on delete set null;`,
    );
    this.addSql(`create index mail_account on mail (about, type, created_at) where merchant_key is null;`);

    this.addSql(`alter table "mail_link" add "registration" jsonb null;`);
    this.addSql(`alter table "mail_link" alter column "person_id" drop not null;`);
    this.addSql(
      `alter table "mail_link" add constraint "mail_link_person_id_foreign" foreign key ("person_id") references "person" ("id") on delete set null;`,
    );

    this.addSql(`alter table "console_session" drop column "challenge", drop column "challenge_expires_at";`);

    this.addSql(
      `alter table "sign_in_ceremony" add constraint "sign_in_ceremony_purpose_check" check ("purpose" in ('passkey_sign_in', 'passkey_show', 'passkey_add', 'oidc'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "sign_in_ceremony" cascade;`);

    this.addSql(`alter table "mail" drop constraint "mail_merchant_key_foreign";`);

    this.addSql(`alter table "mail_link" drop constraint "mail_link_person_id_foreign";`);

    this.addSql(
      `alter table "console_session" add "challenge" varchar(200) null, add "challenge_expires_at" timestamptz(6) null;`,
    );

    this.addSql(`drop index "mail_account";`);
    this.addSql(`alter table "mail" alter column "merchant_key" set not null;`);
    this.addSql(
      `alter table "mail" add constraint "mail_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");`,
    );

    this.addSql(`alter table "mail_link" drop column "registration";`);
    this.addSql(`alter table "mail_link" alter column "person_id" set not null;`);
    this.addSql(
      `alter table "mail_link" add constraint "mail_link_person_id_foreign" foreign key ("person_id") references "person" ("id");`,
    );
  }
}
