import { Migration } from '@mikro-orm/migrations';

/** Merchants have several endpoints, and every party of an event gets notifications of its own. There is no way back: nobody else would know of them. */
export class Migration20261122030000_endpoints extends Migration {
  override name = 'Migration20261122030000_endpoints';

  override up(): void {
    this.addSql(`create sequence callback_endpoint_number start 1001;`);
    this.addSql(`create sequence retry_request_number start 100001;`);
    this.addSql(`create sequence merchant_event_number start 100001;`);

    this.addSql(
      `create table "retry_request" ("id" varchar(20) not null default 'RCV' || nextval('retry_request_number'), "kind" text not null, "merchant_key" varchar(64) not null, "endpoint_id" varchar(20) null, "filter" jsonb not null default '{}', "total" int not null default 0, "taken" int not null default 0, "requested_at" timestamptz not null default now(), "done_until" timestamptz null, "done_until_id" varchar(64) null, "leased_until" timestamptz null, "finished_at" timestamptz null, "cancelled_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(
      `create index "retry_request_merchant_key_requested_at_index" on "retry_request" ("merchant_key", "requested_at");`,
    );
    this.addSql(`create unique index retry_request_wake on retry_request (endpoint_id) where kind = 'wake';`);
    this.addSql(`create index retry_request_open on retry_request (leased_until) where finished_at is null;`);

    this.addSql(`alter table "callback_endpoint" drop constraint "callback_endpoint_merchant_key_foreign";`);
    this.addSql(`alter table "delivery_attempt" drop constraint "delivery_attempt_notification_id_foreign";`);

    this.addSql(`alter table "merchant" add "contact_email" varchar(254) null;`);
    this.addSql(
      `create or replace function "merchant_merchant_first_endpoint_fn"() returns trigger as $$ begin insert into callback_endpoint (merchant_key, is_first) values (new.key, true); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "merchant_first_endpoint" AFTER INSERT on "merchant" for each ROW execute function "merchant_merchant_first_endpoint_fn"();`,
    );

    this.addSql(`alter table "callback_endpoint" drop constraint "callback_endpoint_pkey";`);
    this.addSql(
      `alter table "callback_endpoint" add "id" varchar(20) not null default 'EP' || nextval('callback_endpoint_number'), add "is_first" boolean not null default false, add "description" varchar(200) not null default '', add "event_types" text[] not null default '{*}', add "signature_scheme" text not null default 'v1', add "headers_encrypted" text null, add "max_per_second" int null, add "paced_until" timestamptz null, add "told_state" text null, add "removed_at" timestamptz null;`,
    );
    this.addSql(`alter table "callback_endpoint" alter column "secret_encrypted" drop not null;`);
    this.addSql(`alter table "callback_endpoint" alter column "url" drop not null;`);
    this.addSql(
      `alter table "callback_endpoint" add constraint "callback_endpoint_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");`,
    );
    this.addSql(
      `create index "callback_endpoint_merchant_key_id_index" on "callback_endpoint" ("merchant_key", "id");`,
    );
    // What there was is each merchant's first one; the others get theirs, without an address.
    this.addSql(`update callback_endpoint set is_first = true;`);
    this.addSql(
      `insert into callback_endpoint (merchant_key, is_first) select key, true from merchant m where not exists (select from callback_endpoint e where e.merchant_key = m.key);`,
    );
    this.addSql(
      `create unique index callback_endpoint_first on callback_endpoint (merchant_key) where is_first;`,
    );
    this.addSql(`alter table "callback_endpoint" add primary key ("id");`);
    this.addSql(
      `alter table "callback_endpoint" add constraint "callback_endpoint_max_per_second_check" check (max_per_second between 1 and 1000);`,
    );
    this.addSql(
      `alter table "callback_endpoint" add constraint "callback_endpoint_signature_scheme_check" check ("signature_scheme" in ('v1', 'v1a'));`,
    );
    this.addSql(
      `alter table "callback_endpoint" add constraint "callback_endpoint_told_state_check" check ("told_state" in ('failing', 'paused', 'resumed'));`,
    );

    this.addSql(`drop index "notification_merchant_key_transaction_id_index";`);
    this.addSql(`alter table "notification" drop constraint "notification_subject_id_sequence_unique";`);
    this.addSql(`alter table "notification" drop constraint "notification_status_check";`);
    this.addSql(`alter table "notification" drop constraint "notification_subject_check";`);
    this.addSql(`alter table "notification" alter column "subject_id" drop expression;`);
    this.addSql(
      `alter table "notification" alter column "subject_id" type varchar(64), alter column "subject_id" set not null;`,
    );
    this.addSql(
      `alter table "notification" add "position" int null, add "type" varchar(40) null, add "endpoint_id" varchar(20) null, add "in_feed" boolean null, add "last_http_status" int null;`,
    );
    this.addSql(
      `update notification n set position = sequence * 10, in_feed = true, endpoint_id = e.id, type = case when order_id is not null then 'order.status_changed' when sequence = 1 then 'settlement.issued' else 'settlement.paid' end, last_http_status = (select http_status from delivery_attempt a where a.notification_id = n.id and a.number = n.attempts) from callback_endpoint e where e.merchant_key = n.merchant_key and e.is_first;`,
    );
    this.addSql(
      `alter table "notification" alter column "position" set not null, alter column "type" set not null, alter column "endpoint_id" set not null, alter column "in_feed" set not null;`,
    );
    this.addSql(`drop index "notification_unacknowledged";`);
    this.addSql(
      `create index notification_unacknowledged on notification (merchant_key, created_at, id) where status in ('pending', 'skipped', 'abandoned');`,
    );
    this.addSql(`alter table "notification" alter column "id" type varchar(64) using ("id"::varchar(64));`);
    this.addSql(
      `create index notification_of_endpoint on notification (endpoint_id, created_at, id) where status <> 'unsubscribed';`,
    );
    this.addSql(
      `create index notification_of_type on notification (endpoint_id, type, created_at, id) where status <> 'unsubscribed' and type <> 'order.status_changed';`,
    );
    this.addSql(
      `create index notification_of_answer on notification (endpoint_id, last_http_status, created_at, id) where status <> 'unsubscribed' and last_http_status <> 200;`,
    );
    this.addSql(
      `create index notification_feed on notification (merchant_key, transaction_id, subject_id, position) where in_feed;`,
    );
    this.addSql(
      `create index notification_handed_over on notification (created_at) where status = 'pending' and resent_at is not null and attempts = 0 and next_attempt_at is null;`,
    );
    this.addSql(
      `create index notification_waiting on notification (endpoint_id, created_at, id) where status = 'pending';`,
    );
    this.addSql(
      `alter table "notification" add constraint "notification_subject_id_position_endpoint_id_unique" unique ("subject_id", "position", "endpoint_id");`,
    );
    this.addSql(
      `alter table "notification" add constraint "notification_status_check" check ("status" in ('pending', 'acknowledged', 'skipped', 'abandoned', 'unsubscribed'));`,
    );
    this.addSql(
      `alter table "notification" add constraint "notification_subject_check" check (num_nonnulls(order_id, settlement_id) <= 1);`,
    );

    this.addSql(
      `alter table "delivery_attempt" add "request_headers" jsonb null, add "response_headers" jsonb null;`,
    );
    this.addSql(
      `alter table "delivery_attempt" alter column "notification_id" type varchar(64) using ("notification_id"::varchar(64));`,
    );
    this.addSql(
      `alter table "delivery_attempt" add constraint "delivery_attempt_notification_id_foreign" foreign key ("notification_id") references "notification" ("id");`,
    );

    this.addSql(
      `alter table "retry_request" add constraint "retry_request_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");`,
    );
    this.addSql(
      `alter table "retry_request" add constraint "retry_request_endpoint_id_foreign" foreign key ("endpoint_id") references "callback_endpoint" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "retry_request" add constraint "retry_request_kind_check" check ("kind" in ('wake', 'recover'));`,
    );
    this.addSql(
      `insert into retry_request (kind, merchant_key, endpoint_id, filter, requested_at) select r.kind, r.merchant_key, e.id, case when r.since is null then '{}' else jsonb_build_object('since', r.since) end, r.requested_at from notification_release r join callback_endpoint e on e.merchant_key = r.merchant_key and e.is_first;`,
    );
    this.addSql(`drop table if exists "notification_release" cascade;`);

    this.addSql(
      `create table "mail" ("id" bigserial primary key, "merchant_key" varchar(64) not null, "type" varchar(40) not null, "about" varchar(64) not null, "occurred_at" timestamptz not null, "to" varchar(254) not null, "subject" varchar(200) not null, "text" text not null, "created_at" timestamptz not null default now(), "attempts" int not null default 0, "next_attempt_at" timestamptz not null default now(), "sent_at" timestamptz null, "failed_at" timestamptz null);`,
    );
    this.addSql(
      `create index "mail_merchant_key_created_at_index" on "mail" ("merchant_key", "created_at");`,
    );
    this.addSql(
      `create index mail_due on mail (next_attempt_at) where sent_at is null and failed_at is null;`,
    );
    this.addSql(
      `alter table "mail" add constraint "mail_about_type_occurred_at_unique" unique ("about", "type", "occurred_at");`,
    );
    this.addSql(
      `alter table "mail" add constraint "mail_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");`,
    );
    this.addSql(
      `create index callback_endpoint_untold on callback_endpoint (id) where url is not null and removed_at is null and told_state is distinct from case when paused_at is not null then 'paused' when failing_since is not null then 'failing' end;`,
    );
  }
}
