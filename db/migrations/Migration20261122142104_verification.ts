import { Migration } from '@mikro-orm/migrations';

/** Enterprise verification with its documents, and providers' requests for links (docs/decisions/0095). */
export class Migration20261122142104_verification extends Migration {
  override name = 'Migration20261122142104_verification';

  override up(): void {
    this.addSql(
      `create table "link_request" ("id" bigserial primary key, "provider_key" varchar(64) not null, "merchant_key" varchar(64) not null, "scopes" text[] not null, "message" varchar(500) null, "state" text not null default 'open', "created_at" timestamptz not null default now(), "answered_at" timestamptz null);`,
    );
    this.addSql(
      `create index "link_request_provider_key_id_index" on "link_request" ("provider_key", "id");`,
    );
    this.addSql(
      `create index "link_request_merchant_key_id_index" on "link_request" ("merchant_key", "id");`,
    );
    this.addSql(
      `create unique index link_request_open on link_request (provider_key, merchant_key) where state = 'open';`,
    );

    this.addSql(
      `create table "verification_document" ("id" bigserial primary key, "company_id" varchar(20) not null, "name" varchar(120) not null, "type" text not null, "size" int not null, "sha256" char(64) not null, "created_at" timestamptz not null default now());`,
    );
    this.addSql(
      `create index "verification_document_company_id_index" on "verification_document" ("company_id");`,
    );

    this.addSql(
      `create table "verification_document_part" ("document_id" bigint not null, "number" int not null, "content_encrypted" text not null, "created_at" timestamptz not null default now(), primary key ("document_id", "number"));`,
    );

    this.addSql(
      `create table "verification_submission" ("id" bigserial primary key, "company_id" varchar(20) not null, "number" int not null, "state" text not null default 'draft', "form" jsonb not null, "version" int not null default 1, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "submitted_at" timestamptz null, "submitted_by" bigint null, "decided_at" timestamptz null, "decided_by" varchar(80) null, "refused" jsonb not null default '{}', "note" varchar(500) null);`,
    );
    this.addSql(
      `create unique index verification_submission_open on verification_submission (company_id) where state in ('draft', 'submitted');`,
    );
    this.addSql(
      `create index verification_submission_queue on verification_submission (submitted_at, id) where state = 'submitted';`,
    );
    this.addSql(
      `create index verification_submission_decided on verification_submission (decided_at, id) where state in ('approved', 'refused');`,
    );
    this.addSql(
      `alter table "verification_submission" add constraint "verification_submission_company_id_number_unique" unique ("company_id", "number");`,
    );

    this.addSql(
      `create table "verification_attachment" ("submission_id" bigint not null, "document_id" bigint not null, primary key ("submission_id", "document_id"));`,
    );
    this.addSql(
      `create index "verification_attachment_document_id_index" on "verification_attachment" ("document_id");`,
    );

    this.addSql(
      `alter table "link_request" add constraint "link_request_provider_key_foreign" foreign key ("provider_key") references "merchant" ("key");`,
    );
    this.addSql(
      `alter table "link_request" add constraint "link_request_state_check" check ("state" in ('open', 'granted', 'declined', 'withdrawn'));`,
    );

    this.addSql(
      `alter table "verification_document" add constraint "verification_document_company_id_foreign" foreign key ("company_id") references "company" ("id");`,
    );
    this.addSql(
      `alter table "verification_document" add constraint "verification_document_size_check" check (size between 1 and 10485760);`,
    );
    this.addSql(
      `alter table "verification_document" add constraint "verification_document_type_check" check ("type" in ('application/pdf', 'image/png', 'image/jpeg'));`,
    );

    this.addSql(
      `alter table "verification_document_part" add constraint "verification_document_part_document_id_foreign" foreign key ("document_id") references "verification_document" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "verification_submission" add constraint "verification_submission_company_id_foreign" foreign key ("company_id") references "company" ("id");`,
    );
    this.addSql(
      `alter table "verification_submission" add constraint "verification_submission_submitted_by_foreign" foreign key ("submitted_by") references "person" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "verification_submission" add constraint "verification_submission_sent" check ((state = 'draft') = (submitted_at is null));`,
    );
    this.addSql(
      `alter table "verification_submission" add constraint "verification_submission_decision" check ((state in ('approved', 'refused')) = (decided_at is not null));`,
    );
    this.addSql(
      `alter table "verification_submission" add constraint "verification_submission_state_check" check ("state" in ('draft', 'submitted', 'approved', 'refused', 'withdrawn'));`,
    );
    this.addSql(
      `create or replace function "verification_submission_verification_submission_frozen_fn"() returns trigger as $$ begin if (old.state = 'draft' and new.state in ('draft', 'submitted')) or (old.state = 'submitted' and (new.company_id, new.number, new.form, new.version, new.submitted_at) is not distinct from (old.company_id, old.number, old.form, old.version, old.submitted_at)) then return new; end if; raise exception 'what was sent for verification stays as it was'; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "verification_submission_frozen" BEFORE UPDATE on "verification_submission" for each ROW execute function "verification_submission_verification_submission_frozen_fn"();`,
    );

    this.addSql(
      `alter table "verification_attachment" add constraint "verification_attachment_submission_id_foreign" foreign key ("submission_id") references "verification_submission" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "verification_attachment" add constraint "verification_attachment_document_id_foreign" foreign key ("document_id") references "verification_document" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `create or replace function "verification_attachment_verification_attachment_frozen_fn"() returns trigger as $$ begin perform 1 from verification_submission s where s.state = 'draft' and s.id = case when tg_op = 'INSERT' then new.submission_id else old.submission_id end for share; if not found then raise exception 'what was sent for verification stays as it was'; end if; if tg_op = 'INSERT' then return new; end if; return old; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "verification_attachment_frozen" BEFORE INSERT OR DELETE on "verification_attachment" for each ROW execute function "verification_attachment_verification_attachment_frozen_fn"();`,
    );
  }

  override down(): void {
    this.addSql(
      `alter table "verification_document_part" drop constraint "verification_document_part_document_id_foreign";`,
    );
    this.addSql(
      `alter table "verification_attachment" drop constraint "verification_attachment_document_id_foreign";`,
    );
    this.addSql(
      `alter table "verification_attachment" drop constraint "verification_attachment_submission_id_foreign";`,
    );

    this.addSql(`drop table if exists "link_request" cascade;`);
    this.addSql(`drop table if exists "verification_document" cascade;`);
    this.addSql(`drop table if exists "verification_document_part" cascade;`);
    this.addSql(`drop trigger if exists "verification_submission_frozen" on "verification_submission";`);
    this.addSql(`drop function if exists "verification_submission_verification_submission_frozen_fn"();`);
    this.addSql(`drop table if exists "verification_submission" cascade;`);
    this.addSql(`drop trigger if exists "verification_attachment_frozen" on "verification_attachment";`);
    this.addSql(`drop function if exists "verification_attachment_verification_attachment_frozen_fn"();`);
    this.addSql(`drop table if exists "verification_attachment" cascade;`);
  }
}
