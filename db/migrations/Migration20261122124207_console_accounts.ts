import { Migration } from '@mikro-orm/migrations';

/** Companies, people, and how they sign in to the console. */
export class Migration20261122124207_console_accounts extends Migration {
  override name = 'Migration20261122124207_console_accounts';

  override up(): void | Promise<void> {
    this.addSql(`create sequence company_number start 1001;`);
    this.addSql(
      `create table "company" ("id" varchar(20) not null, "name" varchar(200) not null, "kind" text not null, "country" char(2) not null, "sandbox_key" varchar(64) not null, "live_key" varchar(64) null, "needs_second_factor" boolean not null default false, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`alter table "company" add constraint "company_sandbox_key_unique" unique ("sandbox_key");`);
    this.addSql(`alter table "company" add constraint "company_live_key_unique" unique ("live_key");`);

    this.addSql(
      `create table "person" ("id" bigserial primary key, "email" varchar(254) not null, "email_confirmed_at" timestamptz null, "name" varchar(100) not null, "language" text not null default 'en', "password_hash" text null, "totp_secret_encrypted" text null, "totp_confirmed_at" timestamptz null, "totp_last_step" bigint null, "operator_role" text null, "created_at" timestamptz not null default now());`,
    );
    this.addSql(`create unique index person_email on person (lower(email));`);
    this.addSql(`create index person_operators on person (id) where operator_role is not null;`);

    this.addSql(
      `create table "passkey" ("id" varchar(1400) not null, "person_id" bigint not null, "name" varchar(100) not null, "public_key" bytea not null, "counter" bigint not null default '0', "transports" text[] null, "created_at" timestamptz not null default now(), "last_used_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "passkey_person_id_index" on "passkey" ("person_id");`);

    this.addSql(
      `create table "membership" ("company_id" varchar(20) not null, "person_id" bigint not null, "role" text not null, "created_at" timestamptz not null default now(), primary key ("company_id", "person_id"));`,
    );
    this.addSql(`create index "membership_person_id_index" on "membership" ("person_id");`);

    this.addSql(
      `create table "mail_link" ("id" bigserial primary key, "person_id" bigint not null, "purpose" text not null, "token_hash" char(64) not null, "email" varchar(254) not null, "created_at" timestamptz not null default now(), "expires_at" timestamptz not null, "used_at" timestamptz null);`,
    );
    this.addSql(
      `alter table "mail_link" add constraint "mail_link_token_hash_unique" unique ("token_hash");`,
    );
    this.addSql(`create index "mail_link_person_id_purpose_index" on "mail_link" ("person_id", "purpose");`);
    this.addSql(`create index "mail_link_expires_at_index" on "mail_link" ("expires_at");`);

    this.addSql(
      `create table "invitation" ("id" bigserial primary key, "company_id" varchar(20) not null, "email" varchar(254) not null, "role" text not null, "token_hash" char(64) not null, "invited_by" bigint not null, "created_at" timestamptz not null default now(), "expires_at" timestamptz not null, "accepted_at" timestamptz null, "revoked_at" timestamptz null);`,
    );
    this.addSql(
      `alter table "invitation" add constraint "invitation_token_hash_unique" unique ("token_hash");`,
    );
    this.addSql(
      `create unique index invitation_open on invitation (company_id, lower(email)) where accepted_at is null and revoked_at is null;`,
    );

    this.addSql(
      `create table "console_session" ("id" bigserial primary key, "token_hash" char(64) not null, "person_id" bigint not null, "created_at" timestamptz not null default now(), "last_seen_at" timestamptz not null default now(), "expires_at" timestamptz not null, "first_factor_at" timestamptz null, "second_factor_at" timestamptz null, "challenge" varchar(200) null, "challenge_expires_at" timestamptz null, "address" varchar(100) not null, "user_agent" varchar(300) null, "ended_at" timestamptz null);`,
    );
    this.addSql(
      `alter table "console_session" add constraint "console_session_token_hash_unique" unique ("token_hash");`,
    );
    this.addSql(
      `create index "console_session_person_id_id_index" on "console_session" ("person_id", "id");`,
    );
    this.addSql(`create index "console_session_expires_at_index" on "console_session" ("expires_at");`);

    this.addSql(
      `create table "recovery_code" ("id" bigserial primary key, "person_id" bigint not null, "code_hash" char(64) not null, "used_at" timestamptz null);`,
    );
    this.addSql(
      `alter table "recovery_code" add constraint "recovery_code_person_id_code_hash_unique" unique ("person_id", "code_hash");`,
    );

    this.addSql(
      `alter table "company" add constraint "company_sandbox_key_foreign" foreign key ("sandbox_key") references "merchant" ("key");`,
    );
    this.addSql(
      `alter table "company" add constraint "company_live_key_foreign" foreign key ("live_key") references "merchant" ("key") on delete set null;`,
    );
    this.addSql(
      `alter table "company" add constraint "company_kind_check" check ("kind" in ('agency', 'studio', 'provider'));`,
    );

    this.addSql(
      `alter table "person" add constraint "person_language_check" check ("language" in ('en', 'es'));`,
    );
    this.addSql(
      `alter table "person" add constraint "person_operator_role_check" check ("operator_role" in ('administrator', 'verification', 'finance', 'support'));`,
    );

    this.addSql(
      `alter table "passkey" add constraint "passkey_person_id_foreign" foreign key ("person_id") references "person" ("id");`,
    );

    this.addSql(
      `alter table "membership" add constraint "membership_company_id_foreign" foreign key ("company_id") references "company" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "membership" add constraint "membership_person_id_foreign" foreign key ("person_id") references "person" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "membership" add constraint "membership_role_check" check ("role" in ('owner', 'administrator', 'developer', 'operations', 'finance', 'reader'));`,
    );

    this.addSql(
      `alter table "mail_link" add constraint "mail_link_person_id_foreign" foreign key ("person_id") references "person" ("id");`,
    );
    this.addSql(
      `alter table "mail_link" add constraint "mail_link_purpose_check" check ("purpose" in ('confirm_email', 'change_email', 'reset_password'));`,
    );

    this.addSql(
      `alter table "invitation" add constraint "invitation_company_id_foreign" foreign key ("company_id") references "company" ("id");`,
    );
    this.addSql(
      `alter table "invitation" add constraint "invitation_invited_by_foreign" foreign key ("invited_by") references "person" ("id");`,
    );
    this.addSql(
      `alter table "invitation" add constraint "invitation_role_check" check ("role" in ('owner', 'administrator', 'developer', 'operations', 'finance', 'reader'));`,
    );

    this.addSql(
      `alter table "console_session" add constraint "console_session_person_id_foreign" foreign key ("person_id") references "person" ("id");`,
    );

    this.addSql(
      `alter table "recovery_code" add constraint "recovery_code_person_id_foreign" foreign key ("person_id") references "person" ("id");`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "membership" drop constraint "membership_company_id_foreign";`);
    this.addSql(`alter table "invitation" drop constraint "invitation_company_id_foreign";`);
    this.addSql(`alter table "passkey" drop constraint "passkey_person_id_foreign";`);
    this.addSql(`alter table "membership" drop constraint "membership_person_id_foreign";`);
    this.addSql(`alter table "mail_link" drop constraint "mail_link_person_id_foreign";`);
    this.addSql(`alter table "invitation" drop constraint "invitation_invited_by_foreign";`);
    this.addSql(`alter table "console_session" drop constraint "console_session_person_id_foreign";`);
    this.addSql(`alter table "recovery_code" drop constraint "recovery_code_person_id_foreign";`);

    this.addSql(`drop table if exists "company" cascade;`);
    this.addSql(`drop table if exists "person" cascade;`);
    this.addSql(`drop table if exists "passkey" cascade;`);
    this.addSql(`drop table if exists "membership" cascade;`);
    this.addSql(`drop table if exists "mail_link" cascade;`);
    this.addSql(`drop table if exists "invitation" cascade;`);
    this.addSql(`drop table if exists "console_session" cascade;`);
    this.addSql(`drop table if exists "recovery_code" cascade;`);
    this.addSql(`drop sequence company_number;`);
  }
}
