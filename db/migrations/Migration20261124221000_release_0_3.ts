/** Long, since it is one step of one release: a block for each subject. */
import { Migration } from '@mikro-orm/migrations';
import { languageKeys, serviceTypeKeys } from '../../domain/guide.ts';

const BATCH = 1_000;

interface Row {
  readonly id: string;
  readonly languages: string[];
  readonly serviceTypes: string[];
}

/** The feeds' order survives a move to another PostgreSQL server, whose transactions count from the bottom. */
const FEEDS = `
alter table "installation" add "feed_epoch" int not null default 0, add "feed_cluster" text null;
-- An epoch is 2^44 numbers long: 55 years at 10,000 transactions a second. In PL/pgSQL, which keeps the plan: 6 us a row, in SQL 10.
create function feed_transaction() returns xid8 language plpgsql volatile as $$
      declare
        epoch bigint;
      begin
        select feed_epoch into epoch from public.installation;
        return ((coalesce(epoch, 0) << 44) + pg_current_xact_id()::text::bigint)::text::xid8;
      end $$;
create function feed_horizon() returns xid8 language sql stable as $$
      select ((coalesce((select feed_epoch from public.installation), 0)::bigint << 44)
        + pg_snapshot_xmin(pg_current_snapshot())::text::bigint)::text::xid8
    $$;
alter table "notification" alter column "transaction_id" set default feed_transaction();
create table "guide_change" ("guide_id" varchar(19) not null, "audience" varchar(64) not null, "transaction_id" xid8 not null default feed_transaction(), "changed_at" timestamptz not null default clock_timestamp(), "was_public" boolean not null default false, primary key ("guide_id", "audience"));
create index "guide_change_audience_transaction_id_guide_id_index" on "guide_change" ("audience", "transaction_id", "guide_id");
create index "guide_change_changed_at_index" on "guide_change" ("changed_at");
create table "feed_start" ("merchant_key" varchar(64) not null, "transaction_id" xid8 not null, "subject_id" varchar(64) not null, "position" int not null, primary key ("merchant_key"));
alter table "feed_start" add constraint "feed_start_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key") on update cascade on delete cascade;`;

/** Merchants have several endpoints, and every party of an event gets its own notifications. */
const ENDPOINTS = `
create sequence callback_endpoint_number start 1001;
create sequence merchant_event_number start 100001;
alter table "callback_endpoint" drop constraint "callback_endpoint_merchant_key_foreign";
alter table "delivery_attempt" drop constraint "delivery_attempt_notification_id_foreign";
alter table "merchant" add "contact_email" varchar(254) null;
alter table "callback_endpoint" drop constraint "callback_endpoint_pkey";
alter table "callback_endpoint" add "id" varchar(20) not null default 'EP' || nextval('callback_endpoint_number'), add "is_first" boolean not null default false, add "description" varchar(200) not null default '', add "event_types" text[] not null default '{*}', add "signature_scheme" text not null default 'v1', add "headers_encrypted" text null, add "max_per_second" int null, add "paced_until" timestamptz null, add "notified_state" text null, add "removed_at" timestamptz null;
alter table "callback_endpoint" alter column "secret_encrypted" drop not null;
alter table "callback_endpoint" alter column "url" drop not null;
alter table "callback_endpoint" add constraint "callback_endpoint_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");
create index "callback_endpoint_merchant_key_id_index" on "callback_endpoint" ("merchant_key", "id");
-- What there was is each merchant's first one; the others get theirs, without an address.
update callback_endpoint set is_first = true;
insert into callback_endpoint (merchant_key, is_first) select key, true from merchant m where not exists (select from callback_endpoint e where e.merchant_key = m.key);
create unique index callback_endpoint_first on callback_endpoint (merchant_key) where is_first;
alter table "callback_endpoint" add primary key ("id");
alter table "callback_endpoint" add constraint "callback_endpoint_max_per_second_check" check (max_per_second between 1 and 1000);
alter table "callback_endpoint" add constraint "callback_endpoint_signature_scheme_check" check ("signature_scheme" in ('v1', 'v1a'));
alter table "callback_endpoint" add constraint "callback_endpoint_notified_state_check" check ("notified_state" in ('failing', 'paused', 'resumed'));
drop index "notification_merchant_key_transaction_id_index";
alter table "notification" drop constraint "notification_subject_id_sequence_unique";
alter table "notification" drop constraint "notification_status_check";
alter table "notification" drop constraint "notification_subject_check";
alter table "notification" alter column "subject_id" drop expression;
alter table "notification" alter column "subject_id" type varchar(64), alter column "subject_id" set not null;
alter table "notification" add "position" int null, add "type" varchar(40) null, add "endpoint_id" varchar(20) null, add "in_feed" boolean null, add "last_http_status" int null;
update notification n set position = sequence * 10, in_feed = true, endpoint_id = e.id, type = case when order_id is not null then 'order.status_changed' when sequence = 1 then 'settlement.issued' else 'settlement.paid' end, last_http_status = (select http_status from delivery_attempt a where a.notification_id = n.id and a.number = n.attempts) from callback_endpoint e where e.merchant_key = n.merchant_key and e.is_first;
alter table "notification" alter column "position" set not null, alter column "type" set not null, alter column "endpoint_id" set not null, alter column "in_feed" set not null;
drop index "notification_unacknowledged";
create index notification_unacknowledged on notification (merchant_key, created_at, id) where status in ('pending', 'skipped', 'abandoned');
alter table "notification" alter column "id" type varchar(64) using ("id"::varchar(64));
create index notification_of_endpoint on notification (endpoint_id, created_at, id) where status <> 'unsubscribed';
create index notification_of_type on notification (endpoint_id, type, created_at, id) where status <> 'unsubscribed' and type <> 'order.status_changed';
create index notification_of_answer on notification (endpoint_id, last_http_status, created_at, id) where status <> 'unsubscribed' and last_http_status <> 200;
create index notification_feed on notification (merchant_key, transaction_id, subject_id, position) where in_feed;
create index notification_waiting on notification (endpoint_id, created_at, id) where status = 'pending';
alter table "notification" add constraint "notification_subject_id_position_endpoint_id_unique" unique ("subject_id", "position", "endpoint_id");
alter table "notification" add constraint "notification_status_check" check ("status" in ('pending', 'acknowledged', 'skipped', 'abandoned', 'unsubscribed'));
alter table "notification" add constraint "notification_subject_check" check (num_nonnulls(order_id, settlement_id) <= 1);
alter table "delivery_attempt" add "request_headers" jsonb null, add "response_headers" jsonb null;
alter table "delivery_attempt" alter column "notification_id" type varchar(64) using ("notification_id"::varchar(64));
alter table "delivery_attempt" add constraint "delivery_attempt_notification_id_foreign" foreign key ("notification_id") references "notification" ("id");
alter table "notification" add "wake_at" timestamptz null;
create index notification_to_wake on notification (wake_at) where status = 'pending' and wake_at is not null;`;

/** Mails; what the platform does by itself waits in one table (docs/decisions/0170); the log of failed requests. */
const MAILS_AND_JOBS = `
create table "mail" ("id" bigserial primary key, "merchant_key" varchar(64) null, "type" varchar(40) not null, "about" varchar(64) not null, "occurred_at" timestamptz not null, "to" varchar(254) not null, "subject" varchar(200) not null, "text" text not null, "created_at" timestamptz not null default now(), "sent_at" timestamptz null, "failed_at" timestamptz null, "sender" varchar(80) null);
create index "mail_merchant_key_created_at_index" on "mail" ("merchant_key", "created_at");
alter table "mail" add constraint "mail_about_type_occurred_at_unique" unique ("about", "type", "occurred_at");
alter table "mail" add constraint "mail_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key") on delete set null;
create index mail_waiting on mail (created_at) where sent_at is null and failed_at is null;
create index mail_sender on mail (sender, created_at) where sender is not null;
create index mail_failed on mail (failed_at) where failed_at is not null;
create table "job" ("id" bigserial primary key, "kind" varchar(40) not null, "subject" varchar(64) not null, "single" boolean not null default false, "payload" jsonb null, "added_at" timestamptz not null default now(), "run_at" timestamptz not null default now(), "leased_until" timestamptz null, "lease" int not null default 0, "again" boolean not null default false, "attempts" int not null default 0, "last_error" varchar(300) null);
create index job_due on job (kind, run_at, id);
create unique index job_single on job (kind, subject) where single;
create index job_failed on job (id) where last_error is not null;
drop table guide_touch;
insert into job (kind, subject, single) select 'endpoint_notice', id, true from callback_endpoint
      where url is not null and removed_at is null and notified_state is distinct from
        case when paused_at is not null then 'paused' when failing_since is not null then 'failing' end;
create table "request_log" ("id" bigserial primary key, "merchant_key" varchar(64) not null, "acting_key" varchar(64) null, "credential_id" bigint null, "request_id" varchar(128) not null, "operation" varchar(100) not null, "method" varchar(10) not null, "http_status" int not null, "code" int null, "path" varchar(100) null, "reason" varchar(40) null, "duration_ms" int not null, "occurred_at" timestamptz not null);
create index "request_log_occurred_at_index" on "request_log" ("occurred_at");
create index "request_log_request_id_index" on "request_log" ("request_id");
create index "request_log_merchant_key_occurred_at_id_index" on "request_log" ("merchant_key", "occurred_at", "id");
create index "request_log_merchant_key_operation_occurred_at_id_index" on "request_log" ("merchant_key", "operation", "occurred_at", "id");
create index "request_log_merchant_key_code_occurred_at_id_index" on "request_log" ("merchant_key", "code", "occurred_at", "id");
alter table "delivery_attempt" add "endpoint_id" varchar(20) null;
create index delivery_attempt_of_endpoint on delivery_attempt (endpoint_id, started_at) include (error) where endpoint_id is not null;`;

/** What was to be tried again are jobs (docs/decisions/0165); what merchants asked for stays as a row, so that they see how it went. */
const RECOVERIES = `
create sequence recovery_number start 100001;
create table "recovery" ("id" varchar(20) not null default 'RCV' || nextval('recovery_number'), "merchant_key" varchar(64) not null, "endpoint_id" varchar(20) null, "filter" jsonb not null default '{}', "total" int not null default 0, "taken" int not null default 0, "requested_at" timestamptz not null default now(), "finished_at" timestamptz null, "cancelled_at" timestamptz null, primary key ("id"));
create index "recovery_merchant_key_requested_at_index" on "recovery" ("merchant_key", "requested_at");
alter table "recovery" add constraint "recovery_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");
alter table "recovery" add constraint "recovery_endpoint_id_foreign" foreign key ("endpoint_id") references "callback_endpoint" ("id") on delete set null;
insert into recovery (merchant_key, endpoint_id, filter, requested_at)
  select r.merchant_key, e.id, case when r.since is null then '{}' else jsonb_build_object('since', r.since) end, r.requested_at
  from notification_release r join callback_endpoint e on e.merchant_key = r.merchant_key and e.is_first where r.kind = 'recover';
insert into job (kind, subject, single) select 'recovery', id, true from recovery;
insert into job (kind, subject, single) select 'endpoint_retry', e.id, true
  from notification_release r join callback_endpoint e on e.merchant_key = r.merchant_key and e.is_first where r.kind = 'wake';
drop table "notification_release";`;

/** Guides are found by language, place and folded kinds of service; their changes can be followed. */
const GUIDES = `
create extension if not exists cube;
alter table "guide" add "weekend_rate" jsonb null, add "trip_kinds" jsonb not null default '[]', add "offers_whole_days" boolean not null default true, add "guest_kinds" jsonb not null default '[]', add "questions" jsonb not null default '[]', add "meeting_point" jsonb null, add "photos" jsonb not null default '[]', add "latitude" double precision null, add "longitude" double precision null, add "minimum_notice_hours" int not null default 0, add "change_rule" text not null default 'consent', add "sandbox_behaviour" text null, add "holiday_calendar" varchar(10) null, add "service_type_keys" text[] not null default '{}', add "language_keys" text[] not null default '{}', add "imported" datemultirange not null default '{}', add "max_unconfirmed_days" int not null default 30, add "max_held_hours" int not null default 72;
alter table "guide" add constraint "guide_latitude_check" check (latitude >= -90 and latitude <= 90);
alter table "guide" add constraint "guide_longitude_check" check (longitude >= -180 and longitude <= 180);
alter table "guide" add constraint "guide_minimum_notice_hours_check" check (minimum_notice_hours >= 0 and minimum_notice_hours <= 2160);
alter table "guide" add constraint "guide_change_rule_check" check ("change_rule" in ('consent', 'instant'));
alter table "guide" add constraint "guide_sandbox_behaviour_check" check ("sandbox_behaviour" in ('confirm', 'reject', 'expire', 'raise_price', 'time_out'));
alter table "guide" add constraint "guide_max_unconfirmed_days_check" check (max_unconfirmed_days >= 1 and max_unconfirmed_days <= 3650);
alter table "guide" add constraint "guide_max_held_hours_check" check (max_held_hours >= 1 and max_held_hours <= 720);
drop index guide_by_service_type;
create index guide_by_service_type on guide using gin (service_type_keys) with (fastupdate = off) where deleted_at is null;
create index guide_by_language on guide using gin (language_keys) with (fastupdate = off) where deleted_at is null;
create index guide_by_place on guide using gist ((case when latitude is null or longitude is null then null else cube(array[
  cos(radians(latitude)) * cos(radians(longitude)), cos(radians(latitude)) * sin(radians(longitude)), sin(radians(latitude))
]) end)) where deleted_at is null;
create index guide_by_part_of_name on guide using gin (name gin_trgm_ops);
create table "public_holiday" ("calendar" varchar(10) not null, "day" date not null, "name" varchar(200) not null, primary key ("calendar", "day"));
create index "public_holiday_day_index" on "public_holiday" ("day");
drop trigger if exists "merchant_status_changed" on "merchant";
drop function if exists "merchant_merchant_status_changed_fn"();
drop trigger if exists "guide_changed" on "guide";
drop function if exists "guide_guide_changed_fn"();
create table "guide_photo" ("id" varchar(43) not null, "guide_id" varchar(19) not null, "type" text not null, "bytes" bytea not null, "width" int not null, "height" int not null, "created_at" timestamptz not null default now(), primary key ("id"));
create index "guide_photo_guide_id_index" on "guide_photo" ("guide_id");
create table "guide_calendar" ("guide_id" varchar(19) not null, "feed_token_hash" varchar(64) null, "feed_made_at" timestamptz null, "feed_tag" varchar(64) null, "feed_changed_at" timestamptz null, "import_url_encrypted" text null, "last_import_at" timestamptz null, "import_error" varchar(40) null, "created_at" timestamptz not null default now(), primary key ("guide_id"));
alter table "guide_calendar" add constraint "guide_calendar_feed_token_hash_unique" unique ("feed_token_hash");
alter table "guide_photo" add constraint "guide_photo_guide_id_foreign" foreign key ("guide_id") references "guide" ("id");
alter table "guide_photo" add constraint "guide_photo_type_check" check ("type" in ('image/jpeg', 'image/png', 'image/webp'));
alter table "guide_calendar" add constraint "guide_calendar_guide_id_foreign" foreign key ("guide_id") references "guide" ("id") on update cascade on delete cascade;`;

/** Holds, trips of hours, changes, messages, waitlist: who has a guide's time is in its own table (docs/decisions/0074). */
const BOOKINGS = `
create table "hold" ("id" varchar(27) not null, "merchant_key" varchar(64) not null, "studio_key" varchar(64) not null, "guide_id" varchar(19) not null, "acting_key" varchar(64) null, "status" text not null default 'held', "trip_start_at" timestamptz not null, "trip_end_at" timestamptz not null, "terms" jsonb not null, "expires_at" timestamptz not null, "order_id" varchar(27) null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "workflow_started_at" timestamptz null, "launch_after" timestamptz not null default now(), "released_at" timestamptz null, primary key ("id"));
create index "hold_merchant_key_id_index" on "hold" ("merchant_key", "id");
create index "hold_merchant_key_status_id_index" on "hold" ("merchant_key", "status", "id");
create index hold_unlaunched on hold (launch_after) where workflow_started_at is null and status = 'held';
create index hold_open on hold (id) where status = 'held';
create table "order_change" ("id" varchar(27) not null, "order_id" varchar(27) not null, "status" text not null default 'prepared', "based_on" int not null, "guide_version" int null, "request_key" varchar(64) null, "before" jsonb not null, "after" jsonb not null, "sequence" int null, "acting_key" varchar(64) null, "note" varchar(500) null, "answer" varchar(500) null, "answer_by" timestamptz null, "created_at" timestamptz not null default now(), "decided_at" timestamptz null, "end_reason" text null, primary key ("id"));
create index "order_change_order_id_id_index" on "order_change" ("order_id", "id");
create unique index order_change_open on order_change (order_id) where status = 'requested';
create table "order_message" ("id" bigserial primary key, "order_id" varchar(27) not null, "sender_key" varchar(64) not null, "acting_key" varchar(64) null, "text" varchar(2000) not null, "created_at" timestamptz not null default now(), "read_at" timestamptz null);
create index "order_message_order_id_id_index" on "order_message" ("order_id", "id");
create table "reservation" ("id" varchar(27) not null, "guide_id" varchar(19) not null, "start_at" timestamptz not null, "end_at" timestamptz not null, primary key ("id"));
alter table reservation add constraint reservation_apart exclude using gist (guide_id with =, tstzrange(start_at, end_at) with &&);
alter table "reservation" add constraint "reservation_end_at_check" check (end_at >= start_at);
alter table "reservation" add constraint "reservation_with_room" check (guide_id not in ('G9000006', 'G9000007') or end_at = start_at);
create table "waitlist_entry" ("id" bigserial primary key, "merchant_key" varchar(64) not null, "guide_id" varchar(19) not null, "trip_date" date not null, "trip_days" int not null, "trip_kind_id" varchar(40) null, "start_time" varchar(5) null, "trip_start_at" timestamptz not null, "trip_end_at" timestamptz not null, "created_at" timestamptz not null default now(), "notified_at" timestamptz null);
create index "waitlist_entry_merchant_key_id_index" on "waitlist_entry" ("merchant_key", "id");
create index "waitlist_entry_guide_id_trip_start_at_index" on "waitlist_entry" ("guide_id", "trip_start_at");
alter table "waitlist_entry" add constraint "waitlist_entry_merchant_key_guide_id_trip_start_a_27129_unique" unique ("merchant_key", "guide_id", "trip_start_at", "trip_end_at");
alter table "merchant" add "clock_ahead_ms" bigint not null default '0';
alter table "merchant" add constraint "merchant_clock_ahead_ms_check" check (clock_ahead_ms >= 0);
-- Two that overlap by instants, since their guide's time zone was changed in between, keep the first.
insert into reservation (id, guide_id, start_at, end_at) select id, guide_id, trip_start_at, trip_end_at from orders where status in ('pending', 'confirmed', 'in_progress') order by id on conflict do nothing;
alter table orders drop constraint orders_guide_days_free;
drop trigger if exists "orders_days_changed" on "orders";
drop function if exists "orders_orders_days_changed_fn"();
drop trigger if exists "orders_days_taken" on "orders";
drop function if exists "orders_orders_days_taken_fn"();
alter table "orders" add "is_reference_unique" boolean not null default false, add "trip" jsonb null, add "travellers" jsonb null, add "policy_date" date null;
alter table "orders" add "clock_ahead_ms" bigint not null default '0', add "sandbox_behaviour" text null;
alter table "orders" add constraint "orders_clock_ahead_ms_check" check (clock_ahead_ms >= 0);
alter table "orders" add constraint "orders_sandbox_behaviour_check" check ("sandbox_behaviour" in ('confirm', 'reject', 'expire', 'raise_price', 'time_out'));
create unique index orders_unique_reference on orders (merchant_key, client_reference) where is_reference_unique;
create index "orders_merchant_key_updated_at_id_index" on "orders" ("merchant_key", "updated_at", "id");
create index "orders_studio_key_updated_at_id_index" on "orders" ("studio_key", "updated_at", "id");
alter table "hold" add constraint "hold_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");
alter table "hold" add constraint "hold_studio_key_foreign" foreign key ("studio_key") references "merchant" ("key");
alter table "hold" add constraint "hold_guide_id_foreign" foreign key ("guide_id") references "guide" ("id");
alter table "hold" add constraint "hold_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete set null;
alter table "hold" add constraint "hold_status_check" check ("status" in ('held', 'booked', 'released', 'expired'));
alter table "order_change" add constraint "order_change_order_id_foreign" foreign key ("order_id") references "orders" ("id");
alter table "order_change" add constraint "order_change_status_check" check ("status" in ('prepared', 'requested', 'applied', 'declined', 'withdrawn', 'expired'));
alter table "order_change" add constraint "order_change_end_reason_check" check ("end_reason" in ('unanswered', 'trip_started', 'order_cancelled', 'replaced'));
create unique index order_change_prepared on order_change (order_id, request_key) where status = 'prepared';
alter table "order_message" add constraint "order_message_order_id_foreign" foreign key ("order_id") references "orders" ("id");
alter table "order_message" add constraint "order_message_sender_key_foreign" foreign key ("sender_key") references "merchant" ("key");
alter table "waitlist_entry" add constraint "waitlist_entry_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");
alter table "waitlist_entry" add constraint "waitlist_entry_guide_id_foreign" foreign key ("guide_id") references "guide" ("id");
alter table "waitlist_entry" add constraint "waitlist_entry_trip_days_check" check (trip_days >= 1 and trip_days <= 60);
create table "octo_booking" ("merchant_key" varchar(64) not null, "uuid" uuid not null, "hold_id" varchar(27) not null, "local_date" date not null, "reseller_reference" varchar(64) null, "unit_items" jsonb not null, "contact" jsonb null, "notes" varchar(1000) null, "cancel_reason" varchar(500) null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), primary key ("merchant_key", "uuid"));
alter table "octo_booking" add constraint "octo_booking_hold_id_unique" unique ("hold_id");
create index "octo_booking_merchant_key_local_date_created_at_index" on "octo_booking" ("merchant_key", "local_date", "created_at");
create index octo_booking_by_reference on octo_booking (merchant_key, reseller_reference) where reseller_reference is not null;
create index hold_by_order on hold (order_id) where order_id is not null;
alter table "octo_booking" add constraint "octo_booking_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");
alter table "octo_booking" add constraint "octo_booking_hold_id_foreign" foreign key ("hold_id") references "hold" ("id");
create index "waitlist_entry_trip_start_at_index" on "waitlist_entry" ("trip_start_at");
alter table "waitlist_entry" add constraint "waitlist_entry_trip_end_at_check" check (trip_end_at > trip_start_at);
alter table "order_event" add "request_id" varchar(128) null;
alter table "idempotency_key" add "done" jsonb null;
create extension if not exists btree_gin;
create index orders_by_text on orders using gin (merchant_key, studio_key, ((coalesce(client_reference, '') || ' ' || contact_name)) gin_trgm_ops);
create index orders_by_phone_ending on orders (reverse(contact_phone) text_pattern_ops);`;

/** Companies, people, and how they sign in to the console; operators work for no company (docs/decisions/0140). */
const ACCOUNTS = `
create sequence company_number start 1001;
create table "company" ("id" varchar(20) not null, "name" varchar(200) not null, "kind" text not null, "country" char(2) not null, "sandbox_key" varchar(64) not null, "live_key" varchar(64) null, "needs_second_factor" boolean not null default false, "created_at" timestamptz not null default now(), primary key ("id"));
alter table "company" add constraint "company_sandbox_key_unique" unique ("sandbox_key");
alter table "company" add constraint "company_live_key_unique" unique ("live_key");
create table "person" ("id" bigserial primary key, "email" varchar(254) not null, "email_confirmed_at" timestamptz null, "name" varchar(100) not null, "language" text not null default 'en', "password_hash" text null, "totp_secret_encrypted" text null, "totp_confirmed_at" timestamptz null, "totp_last_step" bigint null, "operator_role" text null, "created_at" timestamptz not null default now());
create unique index person_email on person (lower(email));
create index person_operators on person (id) where operator_role is not null;
create table "passkey" ("id" varchar(1400) not null, "person_id" bigint not null, "name" varchar(100) not null, "public_key" bytea not null, "counter" bigint not null default '0', "transports" text[] null, "created_at" timestamptz not null default now(), "last_used_at" timestamptz null, primary key ("id"));
create index "passkey_person_id_index" on "passkey" ("person_id");
create table "membership" ("company_id" varchar(20) not null, "person_id" bigint not null, "role" text not null, "created_at" timestamptz not null default now(), primary key ("company_id", "person_id"));
create index "membership_person_id_index" on "membership" ("person_id");
create table "mail_link" ("id" bigserial primary key, "person_id" bigint null, "purpose" text not null, "token_hash" char(64) not null, "email" varchar(254) not null, "created_at" timestamptz not null default now(), "expires_at" timestamptz not null, "used_at" timestamptz null, "registration" jsonb null);
alter table "mail_link" add constraint "mail_link_token_hash_unique" unique ("token_hash");
create index "mail_link_person_id_purpose_index" on "mail_link" ("person_id", "purpose");
create index "mail_link_expires_at_index" on "mail_link" ("expires_at");
create table "invitation" ("id" bigserial primary key, "company_id" varchar(20) not null, "email" varchar(254) not null, "role" text not null, "token_hash" char(64) not null, "invited_by" bigint not null, "created_at" timestamptz not null default now(), "expires_at" timestamptz not null, "accepted_at" timestamptz null, "revoked_at" timestamptz null);
alter table "invitation" add constraint "invitation_token_hash_unique" unique ("token_hash");
create unique index invitation_open on invitation (company_id, lower(email)) where accepted_at is null and revoked_at is null;
create table "console_session" ("id" bigserial primary key, "token_hash" char(64) not null, "person_id" bigint not null, "created_at" timestamptz not null default now(), "last_seen_at" timestamptz not null default now(), "expires_at" timestamptz not null, "first_factor_at" timestamptz null, "second_factor_at" timestamptz null, "address" varchar(100) not null, "user_agent" varchar(300) null, "ended_at" timestamptz null, "seal" char(128) null);
alter table "console_session" add constraint "console_session_token_hash_unique" unique ("token_hash");
create index "console_session_person_id_id_index" on "console_session" ("person_id", "id");
create index "console_session_expires_at_index" on "console_session" ("expires_at");
create table "recovery_code" ("id" bigserial primary key, "person_id" bigint not null, "code_hash" char(64) not null, "used_at" timestamptz null);
alter table "recovery_code" add constraint "recovery_code_person_id_code_hash_unique" unique ("person_id", "code_hash");
alter table "company" add constraint "company_sandbox_key_foreign" foreign key ("sandbox_key") references "merchant" ("key");
alter table "company" add constraint "company_live_key_foreign" foreign key ("live_key") references "merchant" ("key") on delete set null;
alter table "company" add constraint "company_kind_check" check ("kind" in ('agency', 'studio', 'provider'));
alter table "person" add constraint "person_language_check" check ("language" in ('en', 'es'));
alter table "person" add constraint "person_operator_role_check" check ("operator_role" in ('administrator', 'verification', 'finance', 'support'));
alter table "passkey" add constraint "passkey_person_id_foreign" foreign key ("person_id") references "person" ("id");
alter table "membership" add constraint "membership_company_id_foreign" foreign key ("company_id") references "company" ("id") on update cascade on delete cascade;
alter table "membership" add constraint "membership_person_id_foreign" foreign key ("person_id") references "person" ("id") on update cascade on delete cascade;
alter table "membership" add constraint "membership_role_check" check ("role" in ('owner', 'administrator', 'developer', 'operations', 'finance', 'reader'));
alter table "mail_link" add constraint "mail_link_person_id_foreign" foreign key ("person_id") references "person" ("id") on delete set null;
alter table "mail_link" add constraint "mail_link_purpose_check" check ("purpose" in ('confirm_email', 'change_email', 'reset_password', 'allow_device'));
alter table "invitation" add constraint "invitation_company_id_foreign" foreign key ("company_id") references "company" ("id");
alter table "invitation" add constraint "invitation_invited_by_foreign" foreign key ("invited_by") references "person" ("id");
alter table "invitation" add constraint "invitation_role_check" check ("role" in ('owner', 'administrator', 'developer', 'operations', 'finance', 'reader'));
alter table "console_session" add constraint "console_session_person_id_foreign" foreign key ("person_id") references "person" ("id");
alter table "recovery_code" add constraint "recovery_code_person_id_foreign" foreign key ("person_id") references "person" ("id");
create table "known_device" ("id" bigserial primary key, "person_id" bigint not null, "token_hash" char(64) not null, "user_agent" varchar(300) null, "created_at" timestamptz not null default now(), "last_used_at" timestamptz not null default now());
create index "known_device_token_hash_index" on "known_device" ("token_hash");
create index "known_device_last_used_at_index" on "known_device" ("last_used_at");
alter table "known_device" add constraint "known_device_person_id_token_hash_unique" unique ("person_id", "token_hash");
create index mail_link_open on mail_link (lower(email), purpose) where used_at is null;
alter table "known_device" add constraint "known_device_person_id_foreign" foreign key ("person_id") references "person" ("id");
create table "sign_in_ceremony" ("question_hash" char(64) not null, "purpose" text not null, "session_id" bigint null, "details" text null, "expires_at" timestamptz not null, primary key ("question_hash"));
create index "sign_in_ceremony_expires_at_index" on "sign_in_ceremony" ("expires_at");
alter table "sign_in_ceremony" add constraint "sign_in_ceremony_purpose_check" check ("purpose" in ('passkey_sign_in', 'passkey_show', 'passkey_add', 'oidc'));
create index company_by_text on company using gin (name gin_trgm_ops);
create or replace function "person_operator_of_no_company_fn"() returns trigger as $$ begin if new.operator_role is not null and new.operator_role is distinct from old.operator_role and exists (select 1 from membership where person_id = new.id) then raise exception 'an operator works for no company' using errcode = 'check_violation', constraint = 'operator_of_no_company'; end if; return new; end; $$ language plpgsql;
create trigger "operator_of_no_company" BEFORE UPDATE on "person" for each ROW execute function "person_operator_of_no_company_fn"();
create or replace function "membership_membership_of_no_operator_fn"() returns trigger as $$ begin if (select operator_role from person where id = new.person_id for share) is not null then raise exception 'an operator works for no company' using errcode = 'check_violation', constraint = 'membership_of_no_operator'; end if; return new; end; $$ language plpgsql;
create trigger "membership_of_no_operator" BEFORE INSERT OR UPDATE on "membership" for each ROW execute function "membership_membership_of_no_operator_fn"();`;

/** How much of a guide one agency may keep without a confirmed order (docs/decisions/0074). */
const HELD_DAYS = `
create index orders_keeping_guide on orders (guide_id, merchant_key) include (trip_days) where status = 'pending' and not instant_confirmation;
create index hold_keeping_guide on hold (guide_id, merchant_key) where status = 'held';
create index hold_in_vain on hold (guide_id, merchant_key, created_at) where status in ('released', 'expired');
-- One person's companies are one agency: whoever owns this merchant's company, and all that they own besides.
create function merchants_beside(whose text) returns text[] language sql stable as $$
      select array_agg(distinct beside.key) from (
        select whose as key
        union all
        select unnest(array[other.sandbox_key, other.live_key])
        from company own
        join membership owner on owner.company_id = own.id and owner.role = 'owner'
        join membership besides on besides.person_id = owner.person_id and besides.role = 'owner'
        join company other on other.id = besides.company_id
        where whose in (own.sandbox_key, own.live_key)
      ) beside where beside.key is not null
    $$;
-- Volatile, so that it sees what was committed before the guide's lock was had, not only before its statement began.
-- Every row is a day at least: so many rows as days are allowed are enough. What all agencies keep together is read
-- first, since only where that is too much it matters who keeps it.
create function guide_days_fit(of_guide text, of_merchant text, at timestamptz, days int, allowed int, except_order text)
      returns boolean language plpgsql volatile as $$
    declare
      kept bigint;
      agency text[];
    begin
      select coalesce(sum(part.days), 0) into kept from (
        (select o.trip_days as days from orders o
         where o.guide_id = of_guide and o.status = 'pending' and not o.instant_confirmation limit allowed)
        union all
        (select coalesce((h.terms->>'tripDays')::int, 1) from hold h
         where h.guide_id = of_guide and h.status = 'held' limit allowed)) part;
      if kept = 0 or kept + days <= allowed then
        return true;
      end if;
      agency := merchants_beside(of_merchant);
      select coalesce(sum(part.days), 0) into kept from (
        (select o.trip_days as days from orders o
         where o.guide_id = of_guide and o.merchant_key = any(agency) and o.status = 'pending'
           and not o.instant_confirmation and o.id is distinct from except_order limit allowed)
        union all
        (select coalesce((h.terms->>'tripDays')::int, 1) from hold h
         where h.guide_id = of_guide and h.merchant_key = any(agency) and h.status = 'held' and h.expires_at > at
         limit allowed)) part;
      return kept = 0 or kept + days <= allowed;
    end $$;`;

/** A stolen DATABASE_URL makes no operator and no session, and changes nobody's secrets or companies without a trace (docs/decisions/0140). */
const AUDITED = `
create function set_operator_role(whose bigint, new_role text, act_by text, act_from text, act_request text)
      returns void language plpgsql security definer set search_path = public, pg_temp as $$
      declare
        before text;
        acting constant bigint := substring(act_by from '^person:([0-9]{1,15})$')::bigint;
      begin
        select operator_role into before from person where id = whose for no key update;
        if not found then raise exception 'there is no such person' using errcode = 'foreign_key_violation'; end if;
        if acting is null and act_by !~ '^operator:.' or acting = whose or (acting is not null and not exists (
          select 1 from person where id = acting and operator_role = 'administrator'
        )) then
          raise exception 'another administrator says what an operator may do' using errcode = 'insufficient_privilege';
        end if;
        update person set operator_role = new_role where id = whose;
        insert into audit_entry (action, subject, actor, address, request_id, details)
          values (
            case when new_role is null then 'operator.removed' when before is null then 'operator.added' else 'operator.role_changed' end,
            'person:' || whose, act_by, act_from, act_request,
            case when new_role is null then '{}'::jsonb else jsonb_build_object('role', new_role) end
          );
      end $$;
create function refuse_unaudited() returns trigger language plpgsql set search_path = public, pg_temp as $$
      declare
        changed constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
        about constant text := case tg_table_name
          when 'membership' then 'company:' || (changed ->> 'company_id')
          when 'person' then 'person:' || (changed ->> 'id')
          else 'person:' || (changed ->> 'person_id') end;
      begin
        if pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage') then return null; end if;
        if exists (select 1 from audit_entry where subject = about and occurred_at = transaction_timestamp()) then return null; end if;
        raise exception 'a change of % comes with an entry in the audit log', tg_table_name using errcode = 'insufficient_privilege';
      end $$;
create constraint trigger person_audited after update on person deferrable initially deferred for each row when (old.password_hash is distinct from new.password_hash or old.email is distinct from new.email or old.totp_confirmed_at is distinct from new.totp_confirmed_at or (new.totp_confirmed_at is not null and old.totp_secret_encrypted is distinct from new.totp_secret_encrypted)) execute function refuse_unaudited();
create constraint trigger passkey_audited after insert or delete on passkey deferrable initially deferred for each row execute function refuse_unaudited();
create constraint trigger membership_audited after insert or update or delete on membership deferrable initially deferred for each row execute function refuse_unaudited();
create constraint trigger recovery_code_audited after insert on recovery_code deferrable initially deferred for each row execute function refuse_unaudited();`;

/** Files that were handed in; enterprise verification, and providers' requests for links (docs/decisions/0095). */
const VERIFICATION = `
create table "stored_file" ("id" bigserial primary key, "name" varchar(120) not null, "type" text not null, "size" int not null, "sha256" char(64) not null, "created_at" timestamptz not null default now());
create table "stored_file_part" ("file_id" bigint not null, "number" int not null, "content_encrypted" text not null, "created_at" timestamptz not null default now(), primary key ("file_id", "number"));
alter table "stored_file" add constraint "stored_file_size_check" check (size > 0);
alter table "stored_file" add constraint "stored_file_type_check" check ("type" in ('application/pdf', 'image/png', 'image/jpeg', 'text/csv'));
alter table "stored_file_part" add constraint "stored_file_part_file_id_foreign" foreign key ("file_id") references "stored_file" ("id") on delete cascade;
create table "upload_part" ("upload_id" uuid not null, "number" int not null, "content_encrypted" text not null, "created_at" timestamptz not null default now(), primary key ("upload_id", "number"));
create table "link_request" ("id" bigserial primary key, "provider_key" varchar(64) not null, "merchant_key" varchar(64) not null, "scopes" text[] not null, "message" varchar(500) null, "state" text not null default 'open', "created_at" timestamptz not null default now(), "answered_at" timestamptz null, "asked_by" varchar(80) null);
create index "link_request_provider_key_id_index" on "link_request" ("provider_key", "id");
create index "link_request_merchant_key_id_index" on "link_request" ("merchant_key", "id");
create unique index link_request_open on link_request (provider_key, merchant_key) where state = 'open';
create table "verification_document" ("id" bigserial primary key, "company_id" varchar(20) not null, "file_id" bigint not null);
create index "verification_document_company_id_index" on "verification_document" ("company_id");
create table "verification_submission" ("id" bigserial primary key, "company_id" varchar(20) not null, "number" int not null, "state" text not null default 'draft', "form" jsonb not null, "version" int not null default 1, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "submitted_at" timestamptz null, "submitted_by" bigint null, "decided_at" timestamptz null, "decided_by" varchar(80) null, "refused" jsonb not null default '{}', "note" varchar(500) null);
create unique index verification_submission_open on verification_submission (company_id) where state in ('draft', 'submitted');
create index verification_submission_queue on verification_submission (submitted_at, id) where state = 'submitted';
create index verification_submission_decided on verification_submission (decided_at, id) where state in ('approved', 'refused');
alter table "verification_submission" add constraint "verification_submission_company_id_number_unique" unique ("company_id", "number");
create table "verification_attachment" ("submission_id" bigint not null, "document_id" bigint not null, primary key ("submission_id", "document_id"));
create index "verification_attachment_document_id_index" on "verification_attachment" ("document_id");
alter table "link_request" add constraint "link_request_provider_key_foreign" foreign key ("provider_key") references "merchant" ("key");
alter table "link_request" add constraint "link_request_state_check" check ("state" in ('open', 'granted', 'declined', 'withdrawn'));
alter table "verification_document" add constraint "verification_document_company_id_foreign" foreign key ("company_id") references "company" ("id");
alter table "verification_document" add constraint "verification_document_file_id_foreign" foreign key ("file_id") references "stored_file" ("id");
alter table "verification_document" add constraint "verification_document_file_id_unique" unique ("file_id");
alter table "verification_submission" add constraint "verification_submission_company_id_foreign" foreign key ("company_id") references "company" ("id");
alter table "verification_submission" add constraint "verification_submission_submitted_by_foreign" foreign key ("submitted_by") references "person" ("id") on delete set null;
alter table "verification_submission" add constraint "verification_submission_sent" check ((state = 'draft') = (submitted_at is null));
alter table "verification_submission" add constraint "verification_submission_decision" check ((state in ('approved', 'refused')) = (decided_at is not null));
alter table "verification_submission" add constraint "verification_submission_state_check" check ("state" in ('draft', 'submitted', 'approved', 'refused', 'withdrawn'));
create or replace function "verification_submission_verification_submission_frozen_fn"() returns trigger as $$ begin if (old.state = 'draft' and new.state in ('draft', 'submitted')) or (old.state = 'submitted' and (new.company_id, new.number, new.form, new.version, new.submitted_at) is not distinct from (old.company_id, old.number, old.form, old.version, old.submitted_at)) then return new; end if; raise exception 'what was sent for verification stays as it was'; end; $$ language plpgsql;
create trigger "verification_submission_frozen" BEFORE UPDATE on "verification_submission" for each ROW execute function "verification_submission_verification_submission_frozen_fn"();
alter table "verification_attachment" add constraint "verification_attachment_submission_id_foreign" foreign key ("submission_id") references "verification_submission" ("id") on update cascade on delete cascade;
alter table "verification_attachment" add constraint "verification_attachment_document_id_foreign" foreign key ("document_id") references "verification_document" ("id") on update cascade on delete cascade;
create or replace function "verification_attachment_verification_attachment_frozen_fn"() returns trigger as $$ begin perform 1 from verification_submission s where s.state = 'draft' and s.id = case when tg_op = 'INSERT' then new.submission_id else old.submission_id end for share; if not found then raise exception 'what was sent for verification stays as it was'; end if; if tg_op = 'INSERT' then return new; end if; return old; end; $$ language plpgsql;
create trigger "verification_attachment_frozen" BEFORE INSERT OR DELETE on "verification_attachment" for each ROW execute function "verification_attachment_verification_attachment_frozen_fn"();`;

/** What operators find and propose; disputes; keys for OCTO, kept as their hash. */
const BACK_OFFICE = `
create index "audit_entry_actor_id_index" on "audit_entry" ("actor", "id");
create index "audit_entry_action_id_index" on "audit_entry" ("action", "id");
create index "audit_entry_occurred_at_index" on "audit_entry" ("occurred_at");
create index audit_entry_request on audit_entry (request_id, id) where request_id is not null;
create index "merchant_created_at_key_index" on "merchant" ("created_at", "key");
create index merchant_by_text on merchant using gin ((key || ' ' || name) gin_trgm_ops);
create index merchant_by_contact on merchant (lower(contact_email));
create index callback_endpoint_in_trouble on callback_endpoint ((coalesce(paused_at, failing_since))) where coalesce(paused_at, failing_since) is not null;
create table "operator_proposal" ("id" bigserial primary key, "action" text not null, "subject" varchar(120) not null, "details" jsonb not null, "proposed_by" varchar(80) not null, "created_at" timestamptz not null default now(), "state" text not null default 'open', "decided_by" varchar(80) null, "decided_at" timestamptz null);
create unique index operator_proposal_open on operator_proposal (subject, action) where state = 'open';
alter table "operator_proposal" add constraint "operator_proposal_decided" check ((state = 'open') = (decided_at is null));
alter table "operator_proposal" add constraint "operator_proposal_two_people" check (state <> 'confirmed' or decided_by is distinct from proposed_by);
alter table "operator_proposal" add constraint "operator_proposal_action_check" check ("action" in ('merchant.approve', 'verification.approve', 'settlement.pay', 'provider.link', 'operator.role'));
alter table "operator_proposal" add constraint "operator_proposal_state_check" check ("state" in ('open', 'confirmed', 'declined'));
create or replace function "operator_proposal_operator_proposal_frozen_fn"() returns trigger as $$ begin if old.state = 'open' and (new.id, new.action, new.subject, new.details, new.proposed_by, new.created_at) is not distinct from (old.id, old.action, old.subject, old.details, old.proposed_by, old.created_at) then return new; end if; raise exception 'what was proposed stays as it was'; end; $$ language plpgsql;
create trigger "operator_proposal_frozen" BEFORE UPDATE on "operator_proposal" for each ROW execute function "operator_proposal_operator_proposal_frozen_fn"();
create table "dispute_message" ("id" bigserial primary key, "dispute_id" bigint not null, "side" text not null, "person_id" bigint not null, "key" varchar(64) not null, "text" varchar(2000) not null, "created_at" timestamptz not null, "read_at" timestamptz null);
create index "dispute_message_dispute_id_id_index" on "dispute_message" ("dispute_id", "id");
create index dispute_message_unread on dispute_message (dispute_id, side) where read_at is null;
alter table "dispute_message" add constraint "dispute_message_dispute_id_key_unique" unique ("dispute_id", "key");
create table "dispute_file" ("file_id" bigint not null, "message_id" bigint not null, primary key ("file_id"));
create index "dispute_file_message_id_index" on "dispute_file" ("message_id");
create index ledger_posting_by_hand on ledger_posting (posted_at, id) where operator is not null and kind <> 'payment';
create index "settlement_month_status_id_index" on "settlement" ("month", "status", "id");
create index "settlement_status_id_index" on "settlement" ("status", "id");
create index "settlement_dispute_status_id_index" on "settlement_dispute" ("status", "id");
alter table "dispute_message" add constraint "dispute_message_dispute_id_foreign" foreign key ("dispute_id") references "settlement_dispute" ("id");
alter table "dispute_message" add constraint "dispute_message_person_id_foreign" foreign key ("person_id") references "person" ("id");
alter table "dispute_message" add constraint "dispute_message_side_check" check ("side" in ('merchant', 'operator'));
alter table "dispute_file" add constraint "dispute_file_file_id_foreign" foreign key ("file_id") references "stored_file" ("id") on update cascade on delete cascade;
alter table "dispute_file" add constraint "dispute_file_message_id_foreign" foreign key ("message_id") references "dispute_message" ("id");
alter table "credential" add "key_hash" varchar(43) null, add "products" text[] null;
alter table "credential" alter column "secret_encrypted" drop not null;
alter table "credential" add constraint "credential_key_hash_unique" unique ("key_hash");
alter table "credential" add constraint "credential_is_one_thing" check ((secret_encrypted is null) <> (key_hash is null));`;

/** Personal data of an order whose trip is over can be erased. The owner's function does it: the application may not change the order's history. */
const ERASURE = `
create index orders_to_erase on orders (trip_end_at) where contact_name <> '';
create function erase_order(erased text) returns boolean
      language plpgsql security definer set search_path = public, pg_temp as $$
      declare
        personal constant text[] := array['contactName', 'contactPhone', 'remark', 'travellers'];
      begin
        perform from orders where id = erased and status in ('completed', 'cancelled') for update;
        if not found then return false; end if;
        update orders set contact_name = '', contact_phone = '', remark = null, travellers = null where id = erased;
        update order_event set note = null where order_id = erased and note is not null;
        update order_command set note = '' where order_id = erased and note <> '';
        update order_change set before = before - personal, after = after - personal, note = null, answer = null
          where order_id = erased;
        update order_message set text = '' where order_id = erased and text <> '';
        update octo_booking set contact = null, notes = null, cancel_reason = null
          where hold_id in (select id from hold where order_id = erased);
        return true;
      end $$;`;

/** A guide's keys were written anew: it is indexed again, and is a change that can be followed. */
const EACH_GUIDE_CHANGED = `
insert into job (kind, subject) select 'guide_index', id from guide order by id;
insert into guide_change (guide_id, audience, was_public)
  select id, case when sandbox then 'sandbox' else 'live' end, visibility = 'public' from guide order by id;`;

/** In this order: some need what those before them have made. */
const SUBJECTS = [
  FEEDS,
  ENDPOINTS,
  MAILS_AND_JOBS,
  RECOVERIES,
  GUIDES,
  BOOKINGS,
  ACCOUNTS,
  HELD_DAYS,
  AUDITED,
  VERIFICATION,
  BACK_OFFICE,
  ERASURE,
  'alter table idempotency_key drop constraint idempotency_key_merchant_key_foreign',
];

/**
 * From 0.2.0 to 0.3.0; under the name of the last of the steps that led to it, which databases of the time in between have.
 * contract: unused since 0.3.0, whose roll-out from 0.2.0 stops the API and the workers of before (docs/upgrades.md).
 */
export class Migration20261124221000_release_0_3 extends Migration {
  override name = 'Migration20261124221000_recoveries';

  override async up(): Promise<void> {
    for (const sql of SUBJECTS) await this.execute(sql);
    await this.foldGuides();
    await this.execute(EACH_GUIDE_CHANGED);
  }

  /** What is compared is computed in the application. */
  private async foldGuides(): Promise<void> {
    let after = '';
    for (;;) {
      const rows = (await this.execute(
        `select id, to_json(languages) as languages, to_json(service_types) as "serviceTypes"
         from guide where id > ? order by id limit ${BATCH}`,
        [after],
      )) as Row[];
      if (rows.length === 0) return;
      const folded = rows.map(({ id, languages, serviceTypes }) => ({
        id,
        language_keys: languageKeys(languages),
        service_type_keys: serviceTypeKeys(serviceTypes),
      }));
      await this.execute(
        `update guide set language_keys = folded.language_keys, service_type_keys = folded.service_type_keys
         from json_to_recordset(?::json) as folded (id text, language_keys text[], service_type_keys text[])
         where guide.id = folded.id`,
        [JSON.stringify(folded)],
      );
      after = rows.at(-1)!.id;
    }
  }
}
