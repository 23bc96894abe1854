import { Migration } from '@mikro-orm/migrations';

export class Migration20261121051122_initial extends Migration {
  override name = 'Migration20261121051122_initial';

  override up(): void | Promise<void> {
    this.addSql(`create extension if not exists btree_gist;`);
    this.addSql(`create sequence guide_number start 1001;`);
    this.addSql(`create extension if not exists pg_trgm;`);
    this.addSql(`create sequence settlement_number start 1000000001;`);
    this.addSql(
      `create function refuse_change() returns trigger language plpgsql as 'begin raise exception using errcode = ''restrict_violation'', message = tg_table_name || '' is append-only: post a correction''; end';`,
    );
    this.addSql(
      `create function check_posting_balanced() returns trigger language plpgsql as 'begin if exists (select from ledger_entry e join ledger_account a on a.id = e.account_id join ledger_posting p on p.id = e.posting_id where e.posting_id = new.posting_id having sum(e.gross) <> 0 or sum(e.commission) <> 0 or bool_or(a.currency <> p.currency)) then raise exception using errcode = ''check_violation'', constraint = ''ledger_entry_balanced'', message = ''a posting must sum to zero in one currency''; end if; return null; end';`,
    );
    this.addSql(
      `create function check_posting_has_entries() returns trigger language plpgsql as 'begin if not exists (select from ledger_entry where posting_id = new.id) then raise exception using errcode = ''check_violation'', constraint = ''ledger_posting_has_entries'', message = ''a posting must have entries''; end if; return null; end';`,
    );

    this.addSql(
      `create table "audit_entry" ("id" bigserial primary key, "occurred_at" timestamptz not null default now(), "action" varchar(60) not null, "subject" varchar(120) not null, "merchant_key" varchar(64) null, "actor" varchar(80) not null, "on_behalf_of" varchar(64) null, "credential_id" varchar(20) null, "address" varchar(100) null, "request_id" varchar(128) null, "request_key" char(64) null, "details" jsonb not null default '{}');`,
    );
    this.addSql(`create index "audit_entry_merchant_key_id_index" on "audit_entry" ("merchant_key", "id");`);
    this.addSql(`create index "audit_entry_subject_id_index" on "audit_entry" ("subject", "id");`);
    this.addSql(
      `create index audit_entry_request_key on audit_entry (request_key) where request_key is not null;`,
    );

    this.addSql(
      `create table "guide_bits" ("property" varchar(120) not null, "chunk" bigint not null, "bits" bit(4096) not null, primary key ("property", "chunk"));`,
    );
    this.addSql(`create index "guide_bits_chunk_index" on "guide_bits" ("chunk");`);

    this.addSql(`create table "guide_touch" ("id" bigserial primary key, "guide_id" varchar(19) not null);`);

    this.addSql(
      `create table "merchant" ("key" varchar(64) not null, "name" varchar(200) not null, "kind" text not null, "status" text not null default 'active', "verification" text not null default 'pending', "country" char(2) not null, "sandbox" boolean not null default false, "commission_rate" int null, "created_at" timestamptz not null default now(), primary key ("key"));`,
    );

    this.addSql(
      `create table "ledger_account" ("id" varchar(90) not null, "kind" text not null, "merchant_key" varchar(64) null, "currency" char(3) not null, "sandbox" boolean not null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "ledger_account_merchant_key_index" on "ledger_account" ("merchant_key");`);

    this.addSql(
      `create table "idempotency_key" ("merchant_key" varchar(64) not null, "key" varchar(255) not null, "request_hash" char(64) not null, "answer" jsonb null, "leased_until" timestamptz null, "created_at" timestamptz not null default now(), primary key ("merchant_key", "key"));`,
    );
    this.addSql(`create index "idempotency_key_created_at_index" on "idempotency_key" ("created_at");`);

    this.addSql(
      `create table "guide" ("id" varchar(19) not null, "studio_key" varchar(64) not null, "sandbox" boolean not null default false, "name" varchar(100) not null, "area" varchar(100) not null, "profile" varchar(4000) not null default '', "languages" text[] not null, "service_areas" text[] not null, "service_types" text[] not null, "status" text not null default 'active', "visibility" text not null default 'public', "rating_hundredths" int null, "review_count" int not null default 0, "rating_counts" int[] not null default '{0,0,0,0,0}', "day_rate" bigint not null, "seasonal_rates" jsonb not null default '[]', "guest_surcharge" jsonb null, "currency" char(3) not null, "time_zone" varchar(64) not null, "max_guests" int not null, "instant_confirmation" boolean not null default false, "confirmation_hours" int not null default 24, "rest_days" int not null default 0, "blocked" datemultirange not null default '{}', "cancellation_policy" jsonb not null, "version" int not null default 1, "search_text" text not null default '', "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "guide_studio_key_index" on "guide" ("studio_key");`);
    this.addSql(`create index guide_by_number on guide (sandbox, length(id), id) where deleted_at is null;`);
    this.addSql(
      `create index guide_by_rating on guide (sandbox, rating_hundredths desc nulls last, length(id), id) where deleted_at is null;`,
    );
    this.addSql(
      `create index guide_by_price on guide (sandbox, currency, day_rate, length(id), id) where deleted_at is null;`,
    );
    this.addSql(
      `create index guide_by_name on guide (sandbox, name, length(id), id) where deleted_at is null;`,
    );
    this.addSql(
      `create index guide_by_status on guide (sandbox, status, length(id), id) where deleted_at is null;`,
    );
    this.addSql(
      `create index guide_by_area on guide using gin (array_append(service_areas, area::text)) with (fastupdate = off) where deleted_at is null;`,
    );
    this.addSql(
      `create index guide_by_service_type on guide using gin (service_types) with (fastupdate = off) where deleted_at is null;`,
    );
    this.addSql(
      `create index guide_by_text on guide using gin (search_text gin_trgm_ops) with (fastupdate = off) where deleted_at is null;`,
    );

    this.addSql(
      `create table "credential" ("id" bigserial primary key, "merchant_key" varchar(64) not null, "secret_encrypted" text not null, "label" varchar(100) null, "scopes" text[] null, "require_signature" boolean not null default false, "created_at" timestamptz not null default now(), "last_used_at" timestamptz null, "valid_until" timestamptz null, "revoked_at" timestamptz null);`,
    );
    this.addSql(`create index "credential_merchant_key_index" on "credential" ("merchant_key");`);

    this.addSql(
      `create table "commission_rule" ("id" bigserial primary key, "studio_key" varchar(64) not null, "agency_key" varchar(64) null, "rate" int null, "effective_from" date not null, "operator" varchar(80) not null, "created_at" timestamptz not null default now());`,
    );
    this.addSql(
      `create unique index commission_rule_once on commission_rule (studio_key, agency_key, effective_from) nulls not distinct;`,
    );

    this.addSql(
      `create table "callback_endpoint" ("merchant_key" varchar(64) not null, "url" varchar(2048) not null, "secret_encrypted" text not null, "previous_secret_encrypted" text null, "previous_secret_until" timestamptz null, "paused_at" timestamptz null, "failing_since" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), primary key ("merchant_key"));`,
    );

    this.addSql(
      `create table "notification_release" ("merchant_key" varchar(64) not null, "kind" text not null, "since" timestamptz null, "requested_at" timestamptz not null default now(), "done_until" timestamptz null, "done_until_id" varchar(32) null, "leased_until" timestamptz null, primary key ("merchant_key", "kind"));`,
    );

    this.addSql(
      `create table "orders" ("id" varchar(27) not null, "merchant_key" varchar(64) not null, "studio_key" varchar(64) not null, "guide_id" varchar(19) not null, "sandbox" boolean not null default false, "status" text not null default 'pending', "sequence" int not null default 1, "trip_date" date not null, "trip_days" int not null, "guest_count" int not null, "contact_name" varchar(100) not null, "contact_phone" varchar(16) not null, "remark" varchar(1000) null, "client_reference" varchar(64) null, "total_amount" bigint not null, "currency" char(3) not null, "price_breakdown" jsonb not null default '[]', "commission_rate" int not null, "cancellation_policy" jsonb not null, "refund_amount" bigint null, "time_zone" varchar(64) not null, "confirm_by" timestamptz not null, "trip_start_at" timestamptz not null, "trip_end_at" timestamptz not null, "instant_confirmation" boolean not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "workflow_started_at" timestamptz null, "launch_after" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "orders_merchant_key_id_index" on "orders" ("merchant_key", "id");`);
    this.addSql(`create index "orders_studio_key_id_index" on "orders" ("studio_key", "id");`);
    this.addSql(
      `create index "orders_merchant_key_client_reference_index" on "orders" ("merchant_key", "client_reference");`,
    );
    this.addSql(
      `create index "orders_merchant_key_trip_date_id_index" on "orders" ("merchant_key", "trip_date", "id");`,
    );
    this.addSql(
      `create index "orders_studio_key_trip_date_id_index" on "orders" ("studio_key", "trip_date", "id");`,
    );
    this.addSql(`create index "orders_guide_id_id_index" on "orders" ("guide_id", "id");`);
    this.addSql(
      `create index "orders_merchant_key_status_id_index" on "orders" ("merchant_key", "status", "id");`,
    );
    this.addSql(
      `create index "orders_studio_key_status_id_index" on "orders" ("studio_key", "status", "id");`,
    );
    this.addSql(`create index orders_unlaunched on orders (launch_after) where workflow_started_at is null;`);
    this.addSql(
      `alter table orders add constraint orders_guide_days_free exclude using gist (guide_id with =, daterange(trip_date, trip_date + trip_days) with &&) where (status in ('pending', 'confirmed', 'in_progress'));`,
    );

    this.addSql(
      `create table "ledger_posting" ("id" varchar(120) not null, "kind" text not null, "currency" char(3) not null, "order_id" varchar(27) null, "reverses" varchar(120) null, "reason" varchar(500) null, "operator" varchar(80) null, "occurred_at" timestamptz not null, "posted_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(
      `alter table "ledger_posting" add constraint "ledger_posting_reverses_unique" unique ("reverses");`,
    );
    this.addSql(`create index "ledger_posting_order_id_index" on "ledger_posting" ("order_id");`);

    this.addSql(
      `create table "ledger_entry" ("id" bigserial primary key, "posting_id" varchar(120) not null, "account_id" varchar(90) not null, "gross" bigint not null, "commission" bigint not null, "amount" bigint not null, "occurred_at" timestamptz not null, "posted_at" timestamptz not null default now());`,
    );
    this.addSql(`create index "ledger_entry_posting_id_index" on "ledger_entry" ("posting_id");`);
    this.addSql(
      `create index "ledger_entry_account_id_posted_at_index" on "ledger_entry" ("account_id", "posted_at");`,
    );

    this.addSql(
      `create table "order_command" ("order_id" varchar(27) not null, "update_id" varchar(200) not null, "note" varchar(500) not null, "created_at" timestamptz not null default now(), primary key ("order_id", "update_id"));`,
    );

    this.addSql(
      `create table "order_event" ("order_id" varchar(27) not null, "sequence" int not null, "from_status" text null, "to_status" text not null, "reason" varchar(40) not null, "actor_kind" text not null, "actor_key" varchar(64) null, "acting_key" varchar(64) null, "update_id" varchar(200) null, "note" varchar(500) null, "occurred_at" timestamptz not null, primary key ("order_id", "sequence"));`,
    );

    this.addSql(
      `create table "partnership" ("studio_key" varchar(64) not null, "partner_key" varchar(64) not null, "created_at" timestamptz not null default now(), primary key ("studio_key", "partner_key"));`,
    );
    this.addSql(
      `create index "partnership_partner_key_studio_key_index" on "partnership" ("partner_key", "studio_key");`,
    );

    this.addSql(
      `create table "provider_link" ("merchant_key" varchar(64) not null, "provider_key" varchar(64) not null, "scopes" text[] not null, "created_at" timestamptz not null default now(), primary key ("merchant_key", "provider_key"));`,
    );
    this.addSql(`create index "provider_link_provider_key_index" on "provider_link" ("provider_key");`);

    this.addSql(
      `create table "request_nonce" ("merchant_key" varchar(64) not null, "nonce" varchar(128) not null, "expires_at" timestamptz not null, primary key ("merchant_key", "nonce"));`,
    );
    this.addSql(`create index "request_nonce_expires_at_index" on "request_nonce" ("expires_at");`);

    this.addSql(
      `create table "review" ("order_id" varchar(27) not null, "guide_id" varchar(19) not null, "merchant_key" varchar(64) not null, "rating" int not null, "text" varchar(2000) not null, "created_at" timestamptz not null default now(), primary key ("order_id"));`,
    );
    this.addSql(
      `create index "review_guide_id_created_at_order_id_index" on "review" ("guide_id", "created_at", "order_id");`,
    );

    this.addSql(
      `create table "settlement" ("id" varchar(27) not null, "account_id" varchar(90) not null, "merchant_key" varchar(64) not null, "currency" char(3) not null, "sandbox" boolean not null, "month" char(7) not null, "status" text not null default 'open', "closed_until" timestamptz null, "line_count" int not null default 0, "gross" bigint not null default '0', "commission" bigint not null default '0', "balance" bigint not null default '0', "opened_at" timestamptz not null default now(), "issued_at" timestamptz null, "paid_at" timestamptz null, "payment_reference" varchar(140) null, primary key ("id"));`,
    );
    this.addSql(`create index "settlement_merchant_key_id_index" on "settlement" ("merchant_key", "id");`);
    this.addSql(`create unique index settlement_one_open on settlement (account_id) where status = 'open';`);
    this.addSql(`create index settlement_open_months on settlement (id, month) where status = 'open';`);
    this.addSql(
      `alter table "settlement" add constraint "settlement_account_id_month_unique" unique ("account_id", "month");`,
    );

    this.addSql(
      `create table "notification" ("id" varchar(32) not null, "order_id" varchar(27) null, "settlement_id" varchar(27) null, "subject_id" varchar(27) generated always as (COALESCE(order_id, settlement_id)) stored not null, "sequence" int not null, "merchant_key" varchar(64) not null, "status" text not null default 'pending', "body" text not null, "attempts" int not null default 0, "next_attempt_at" timestamptz null, "acknowledged_at" timestamptz null, "resent_at" timestamptz null, "abandon_reason" varchar(500) null, "created_at" timestamptz not null default now(), "transaction_id" xid8 not null default pg_current_xact_id(), primary key ("id"));`,
    );
    this.addSql(
      `create index "notification_merchant_key_created_at_id_index" on "notification" ("merchant_key", "created_at", "id");`,
    );
    this.addSql(
      `create index "notification_merchant_key_transaction_id_index" on "notification" ("merchant_key", "transaction_id");`,
    );
    this.addSql(
      `create index notification_untried on notification (created_at) where status = 'pending' and attempts = 0;`,
    );
    this.addSql(
      `create index notification_unacknowledged on notification (merchant_key, created_at, id) where status <> 'acknowledged';`,
    );
    this.addSql(
      `alter table "notification" add constraint "notification_subject_id_sequence_unique" unique ("subject_id", "sequence");`,
    );

    this.addSql(
      `create table "delivery_attempt" ("notification_id" varchar(32) not null, "number" int not null, "started_at" timestamptz not null, "duration_ms" int not null, "http_status" int null, "error" varchar(40) null, "response_excerpt" varchar(1024) null, primary key ("notification_id", "number"));`,
    );

    this.addSql(
      `create table "settlement_command" ("settlement_id" varchar(27) not null, "update_id" varchar(200) not null, "note" varchar(500) not null, "created_at" timestamptz not null default now(), primary key ("settlement_id", "update_id"));`,
    );

    this.addSql(
      `create table "settlement_line" ("entry_id" bigint not null, "settlement_id" varchar(27) not null, primary key ("entry_id"));`,
    );
    this.addSql(
      `create index "settlement_line_settlement_id_entry_id_index" on "settlement_line" ("settlement_id", "entry_id");`,
    );

    this.addSql(
      `create table "settlement_dispute" ("id" bigserial primary key, "settlement_id" varchar(27) not null, "entry_id" bigint not null, "update_id" varchar(200) not null, "status" text not null default 'open', "reason" varchar(500) not null, "opened_at" timestamptz not null, "resolution" varchar(500) null, "resolution_update_id" varchar(200) null, "resolved_at" timestamptz null, "posting_id" varchar(120) null);`,
    );
    this.addSql(
      `alter table "settlement_dispute" add constraint "settlement_dispute_update_id_unique" unique ("update_id");`,
    );
    this.addSql(
      `create index "settlement_dispute_settlement_id_index" on "settlement_dispute" ("settlement_id");`,
    );
    this.addSql(
      `create unique index settlement_dispute_one_open on settlement_dispute (entry_id) where status = 'open';`,
    );

    this.addSql(
      `create table "signing_key" ("kid" varchar(64) not null, "public_jwk" jsonb not null, "private_jwk_encrypted" text not null, "created_at" timestamptz not null default now(), "retired_at" timestamptz null, primary key ("kid"));`,
    );

    this.addSql(
      `alter table "merchant" add constraint "merchant_commission_rate_check" check (commission_rate >= 0 and commission_rate <= 10000);`,
    );
    this.addSql(
      `alter table "merchant" add constraint "merchant_kind_check" check ("kind" in ('agency', 'studio', 'provider'));`,
    );
    this.addSql(
      `alter table "merchant" add constraint "merchant_status_check" check ("status" in ('active', 'suspended'));`,
    );
    this.addSql(
      `alter table "merchant" add constraint "merchant_verification_check" check ("verification" in ('pending', 'approved', 'refused'));`,
    );
    this.addSql(
      `create or replace function "merchant_merchant_status_changed_fn"() returns trigger as $$ begin insert into guide_touch (guide_id) select id from guide where studio_key = new.key and old.status is distinct from new.status; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "merchant_status_changed" AFTER UPDATE on "merchant" for each ROW execute function "merchant_merchant_status_changed_fn"();`,
    );

    this.addSql(
      `alter table "ledger_account" add constraint "ledger_account_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key") on delete set null;`,
    );
    this.addSql(
      `alter table "ledger_account" add constraint "ledger_account_owner_check" check ((kind = 'merchant') = (merchant_key is not null));`,
    );
    this.addSql(
      `alter table "ledger_account" add constraint "ledger_account_kind_check" check ("kind" in ('merchant', 'commission', 'adjustments', 'cash'));`,
    );

    this.addSql(
      `alter table "idempotency_key" add constraint "idempotency_key_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");`,
    );

    this.addSql(
      `alter table "guide" add constraint "guide_studio_key_foreign" foreign key ("studio_key") references "merchant" ("key");`,
    );
    this.addSql(
      `alter table "guide" add constraint "guide_rating_hundredths_check" check (rating_hundredths >= 100 and rating_hundredths <= 500);`,
    );
    this.addSql(`alter table "guide" add constraint "guide_review_count_check" check (review_count >= 0);`);
    this.addSql(`alter table "guide" add constraint "guide_day_rate_check" check (day_rate >= 0);`);
    this.addSql(
      `alter table "guide" add constraint "guide_max_guests_check" check (max_guests >= 1 and max_guests <= 500);`,
    );
    this.addSql(
      `alter table "guide" add constraint "guide_confirmation_hours_check" check (confirmation_hours >= 1 and confirmation_hours <= 720);`,
    );
    this.addSql(
      `alter table "guide" add constraint "guide_rest_days_check" check (rest_days >= 0 and rest_days < 127);`,
    );
    this.addSql(
      `alter table "guide" add constraint "guide_status_check" check ("status" in ('active', 'paused', 'retired'));`,
    );
    this.addSql(
      `alter table "guide" add constraint "guide_visibility_check" check ("visibility" in ('public', 'partners'));`,
    );
    this.addSql(
      `create or replace function "guide_guide_changed_fn"() returns trigger as $$ begin insert into guide_touch (guide_id) values (new.id); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "guide_changed" AFTER INSERT OR UPDATE on "guide" for each ROW execute function "guide_guide_changed_fn"();`,
    );

    this.addSql(
      `alter table "credential" add constraint "credential_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");`,
    );

    this.addSql(
      `alter table "commission_rule" add constraint "commission_rule_studio_key_foreign" foreign key ("studio_key") references "merchant" ("key");`,
    );
    this.addSql(
      `alter table "commission_rule" add constraint "commission_rule_agency_key_foreign" foreign key ("agency_key") references "merchant" ("key") on delete set null;`,
    );
    this.addSql(
      `alter table "commission_rule" add constraint "commission_rule_rate_check" check (rate >= 0 and rate <= 10000);`,
    );

    this.addSql(
      `alter table "callback_endpoint" add constraint "callback_endpoint_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key") on update cascade on delete cascade;`,
    );

    this.addSql(
      `alter table "notification_release" add constraint "notification_release_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");`,
    );
    this.addSql(
      `alter table "notification_release" add constraint "notification_release_kind_check" check ("kind" in ('wake', 'recover'));`,
    );

    this.addSql(
      `alter table "orders" add constraint "orders_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");`,
    );
    this.addSql(
      `alter table "orders" add constraint "orders_studio_key_foreign" foreign key ("studio_key") references "merchant" ("key");`,
    );
    this.addSql(
      `alter table "orders" add constraint "orders_guide_id_foreign" foreign key ("guide_id") references "guide" ("id");`,
    );
    this.addSql(`alter table "orders" add constraint "orders_sequence_check" check (sequence >= 1);`);
    this.addSql(
      `alter table "orders" add constraint "orders_trip_days_check" check (trip_days >= 1 and trip_days <= 60);`,
    );
    this.addSql(`alter table "orders" add constraint "orders_guest_count_check" check (guest_count >= 1);`);
    this.addSql(`alter table "orders" add constraint "orders_total_amount_check" check (total_amount >= 0);`);
    this.addSql(
      `alter table "orders" add constraint "orders_commission_rate_check" check (commission_rate >= 0 and commission_rate <= 10000);`,
    );
    this.addSql(
      `alter table "orders" add constraint "orders_refund_amount_check" check (refund_amount >= 0 and refund_amount <= total_amount);`,
    );
    this.addSql(
      `alter table "orders" add constraint "orders_trip_end_at_check" check (trip_end_at > trip_start_at);`,
    );
    this.addSql(
      `alter table "orders" add constraint "orders_status_check" check ("status" in ('pending', 'confirmed', 'in_progress', 'completed', 'cancelled'));`,
    );
    this.addSql(
      `create or replace function "orders_orders_days_taken_fn"() returns trigger as $$ begin insert into guide_touch (guide_id) values (new.guide_id); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "orders_days_taken" AFTER INSERT on "orders" for each ROW execute function "orders_orders_days_taken_fn"();`,
    );
    this.addSql(
      `create or replace function "orders_orders_days_changed_fn"() returns trigger as $$ begin insert into guide_touch (guide_id) select new.guide_id where old.status is distinct from new.status; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "orders_days_changed" AFTER UPDATE on "orders" for each ROW execute function "orders_orders_days_changed_fn"();`,
    );

    this.addSql(
      `alter table "ledger_posting" add constraint "ledger_posting_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "ledger_posting" add constraint "ledger_posting_reason_check" check (kind in ('completed', 'cancellation_fee', 'payment') or reason is not null);`,
    );
    this.addSql(
      `alter table "ledger_posting" add constraint "ledger_posting_kind_check" check ("kind" in ('completed', 'cancellation_fee', 'refund', 'adjustment', 'reversal', 'payment'));`,
    );
    this.addSql(
      `create trigger ledger_posting_append_only before update or delete on ledger_posting for each row execute function refuse_change();`,
    );
    this.addSql(
      `create constraint trigger ledger_posting_has_entries after insert on ledger_posting deferrable initially deferred for each row execute function check_posting_has_entries();`,
    );

    this.addSql(
      `alter table "ledger_entry" add constraint "ledger_entry_posting_id_foreign" foreign key ("posting_id") references "ledger_posting" ("id");`,
    );
    this.addSql(
      `alter table "ledger_entry" add constraint "ledger_entry_account_id_foreign" foreign key ("account_id") references "ledger_account" ("id");`,
    );
    this.addSql(
      `alter table "ledger_entry" add constraint "ledger_entry_amount_check" check (amount = (gross - commission));`,
    );
    this.addSql(
      `create trigger ledger_entry_append_only before update or delete on ledger_entry for each row execute function refuse_change();`,
    );
    this.addSql(
      `create constraint trigger ledger_entry_balanced after insert on ledger_entry deferrable initially deferred for each row execute function check_posting_balanced();`,
    );

    this.addSql(
      `alter table "order_command" add constraint "order_command_order_id_foreign" foreign key ("order_id") references "orders" ("id");`,
    );

    this.addSql(
      `alter table "order_event" add constraint "order_event_order_id_foreign" foreign key ("order_id") references "orders" ("id");`,
    );
    this.addSql(
      `alter table "order_event" add constraint "order_event_from_status_check" check ("from_status" in ('pending', 'confirmed', 'in_progress', 'completed', 'cancelled'));`,
    );
    this.addSql(
      `alter table "order_event" add constraint "order_event_to_status_check" check ("to_status" in ('pending', 'confirmed', 'in_progress', 'completed', 'cancelled'));`,
    );
    this.addSql(
      `alter table "order_event" add constraint "order_event_actor_kind_check" check ("actor_kind" in ('merchant', 'studio', 'operator', 'platform'));`,
    );

    this.addSql(
      `alter table "partnership" add constraint "partnership_studio_key_foreign" foreign key ("studio_key") references "merchant" ("key") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "partnership" add constraint "partnership_partner_key_foreign" foreign key ("partner_key") references "merchant" ("key") on update cascade on delete cascade;`,
    );

    this.addSql(
      `alter table "provider_link" add constraint "provider_link_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "provider_link" add constraint "provider_link_provider_key_foreign" foreign key ("provider_key") references "merchant" ("key") on update cascade on delete cascade;`,
    );

    this.addSql(
      `alter table "request_nonce" add constraint "request_nonce_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");`,
    );

    this.addSql(
      `alter table "review" add constraint "review_order_id_foreign" foreign key ("order_id") references "orders" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "review" add constraint "review_guide_id_foreign" foreign key ("guide_id") references "guide" ("id");`,
    );
    this.addSql(
      `alter table "review" add constraint "review_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");`,
    );
    this.addSql(
      `alter table "review" add constraint "review_rating_check" check (rating >= 1 and rating <= 5);`,
    );

    this.addSql(
      `alter table "settlement" add constraint "settlement_account_id_foreign" foreign key ("account_id") references "ledger_account" ("id");`,
    );
    this.addSql(
      `alter table "settlement" add constraint "settlement_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");`,
    );
    this.addSql(
      `alter table "settlement" add constraint "settlement_balance_check" check (balance = (gross - commission));`,
    );
    this.addSql(
      `alter table "settlement" add constraint "settlement_status_check" check ("status" in ('open', 'issued', 'disputed', 'paid'));`,
    );

    this.addSql(
      `alter table "notification" add constraint "notification_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "notification" add constraint "notification_settlement_id_foreign" foreign key ("settlement_id") references "settlement" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "notification" add constraint "notification_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");`,
    );
    this.addSql(
      `alter table "notification" add constraint "notification_subject_check" check (num_nonnulls(order_id, settlement_id) = 1);`,
    );
    this.addSql(
      `alter table "notification" add constraint "notification_status_check" check ("status" in ('pending', 'acknowledged', 'skipped', 'abandoned'));`,
    );

    this.addSql(
      `alter table "delivery_attempt" add constraint "delivery_attempt_notification_id_foreign" foreign key ("notification_id") references "notification" ("id");`,
    );

    this.addSql(
      `alter table "settlement_command" add constraint "settlement_command_settlement_id_foreign" foreign key ("settlement_id") references "settlement" ("id");`,
    );

    this.addSql(
      `alter table "settlement_line" add constraint "settlement_line_entry_id_foreign" foreign key ("entry_id") references "ledger_entry" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "settlement_line" add constraint "settlement_line_settlement_id_foreign" foreign key ("settlement_id") references "settlement" ("id");`,
    );
    this.addSql(
      `create trigger settlement_line_append_only before update or delete on settlement_line for each row execute function refuse_change();`,
    );

    this.addSql(
      `alter table "settlement_dispute" add constraint "settlement_dispute_settlement_id_foreign" foreign key ("settlement_id") references "settlement" ("id");`,
    );
    this.addSql(
      `alter table "settlement_dispute" add constraint "settlement_dispute_entry_id_foreign" foreign key ("entry_id") references "settlement_line" ("entry_id");`,
    );
    this.addSql(
      `alter table "settlement_dispute" add constraint "settlement_dispute_posting_id_foreign" foreign key ("posting_id") references "ledger_posting" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "settlement_dispute" add constraint "settlement_dispute_status_check" check ("status" in ('open', 'rejected', 'adjusted'));`,
    );
  }
}
