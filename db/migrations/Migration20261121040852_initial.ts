import { Migration } from '@mikro-orm/migrations';

export class Migration20261121040852_initial extends Migration {
  override name = 'Migration20261121040852_initial';

  override up(): void | Promise<void> {
    this.addSql(`create extension if not exists btree_gist;`);
    this.addSql(`create sequence guide_number start 1001;`);

    this.addSql(
      `create table "merchant" ("key" varchar(64) not null, "name" varchar(200) not null, "kind" text not null, "status" text not null default 'active', "country" char(2) not null, "sandbox" boolean not null default false, "commission_rate" int not null default 1000, "created_at" timestamptz not null default now(), primary key ("key"));`,
    );

    this.addSql(
      `create table "idempotency_key" ("merchant_key" varchar(64) not null, "key" varchar(255) not null, "request_hash" char(64) not null, "answer" jsonb not null, "created_at" timestamptz not null default now(), primary key ("merchant_key", "key"));`,
    );
    this.addSql(`create index "idempotency_key_created_at_index" on "idempotency_key" ("created_at");`);

    this.addSql(
      `create table "guide" ("id" varchar(19) not null, "studio_key" varchar(64) not null, "sandbox" boolean not null default false, "name" varchar(100) not null, "area" varchar(100) not null, "profile" varchar(4000) not null default '', "languages" text[] not null, "service_areas" text[] not null, "service_types" text[] not null, "status" text not null default 'active', "visibility" text not null default 'public', "rating_hundredths" int null, "review_count" int not null default 0, "day_rate" bigint not null, "currency" char(3) not null, "time_zone" varchar(64) not null, "max_guests" int not null, "instant_confirmation" boolean not null default false, "confirmation_hours" int not null default 24, "cancellation_policy" jsonb not null, "version" int not null default 1, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "guide_sandbox_area_status_index" on "guide" ("sandbox", "area", "status");`);
    this.addSql(`create index "guide_studio_key_index" on "guide" ("studio_key");`);

    this.addSql(
      `create table "credential" ("id" bigserial primary key, "merchant_key" varchar(64) not null, "secret_encrypted" text not null, "created_at" timestamptz not null default now(), "valid_until" timestamptz null, "revoked_at" timestamptz null);`,
    );
    this.addSql(`create index "credential_merchant_key_index" on "credential" ("merchant_key");`);

    this.addSql(
      `create table "callback_endpoint" ("merchant_key" varchar(64) not null, "url" varchar(2048) not null, "secret_encrypted" text not null, "previous_secret_encrypted" text null, "previous_secret_until" timestamptz null, "paused_at" timestamptz null, "failing_since" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), primary key ("merchant_key"));`,
    );

    this.addSql(
      `create table "orders" ("id" varchar(27) not null, "merchant_key" varchar(64) not null, "studio_key" varchar(64) not null, "guide_id" varchar(19) not null, "sandbox" boolean not null default false, "status" text not null default 'pending', "sequence" int not null default 1, "trip_date" date not null, "trip_days" int not null, "guest_count" int not null, "contact_name" varchar(100) not null, "contact_phone" varchar(16) not null, "remark" varchar(1000) null, "client_reference" varchar(64) null, "total_amount" bigint not null, "currency" char(3) not null, "commission_rate" int not null, "cancellation_policy" jsonb not null, "refund_amount" bigint null, "time_zone" varchar(64) not null, "confirm_by" timestamptz not null, "trip_start_at" timestamptz not null, "trip_end_at" timestamptz not null, "instant_confirmation" boolean not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "workflow_started_at" timestamptz null, "launch_after" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "orders_merchant_key_id_index" on "orders" ("merchant_key", "id");`);
    this.addSql(`create index "orders_studio_key_id_index" on "orders" ("studio_key", "id");`);
    this.addSql(
      `create index "orders_merchant_key_client_reference_index" on "orders" ("merchant_key", "client_reference");`,
    );
    this.addSql(`create index orders_unlaunched on orders (launch_after) where workflow_started_at is null;`);
    this.addSql(
      `alter table orders add constraint orders_guide_days_free exclude using gist (guide_id with =, daterange(trip_date, trip_date + trip_days) with &&) where (status in ('pending', 'confirmed', 'in_progress'));`,
    );

    this.addSql(
      `create table "notification" ("id" varchar(32) not null, "order_id" varchar(27) not null, "sequence" int not null, "merchant_key" varchar(64) not null, "status" text not null default 'pending', "body" text not null, "attempts" int not null default 0, "next_attempt_at" timestamptz null, "acknowledged_at" timestamptz null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(
      `create index "notification_merchant_key_created_at_id_index" on "notification" ("merchant_key", "created_at", "id");`,
    );
    this.addSql(
      `create index notification_waiting on notification (merchant_key, created_at) where status = 'pending';`,
    );
    this.addSql(
      `alter table "notification" add constraint "notification_order_id_sequence_unique" unique ("order_id", "sequence");`,
    );

    this.addSql(
      `create table "delivery_attempt" ("notification_id" varchar(32) not null, "number" int not null, "started_at" timestamptz not null, "duration_ms" int not null, "http_status" int null, "error" varchar(40) null, "response_excerpt" varchar(1024) null, primary key ("notification_id", "number"));`,
    );

    this.addSql(
      `create table "order_command" ("order_id" varchar(27) not null, "update_id" varchar(200) not null, "note" varchar(500) not null, "created_at" timestamptz not null default now(), primary key ("order_id", "update_id"));`,
    );

    this.addSql(
      `create table "order_event" ("order_id" varchar(27) not null, "sequence" int not null, "from_status" text null, "to_status" text not null, "reason" varchar(40) not null, "actor_kind" text not null, "actor_key" varchar(64) null, "note" varchar(500) null, "occurred_at" timestamptz not null, primary key ("order_id", "sequence"));`,
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
      `alter table "guide" add constraint "guide_status_check" check ("status" in ('active', 'paused', 'retired'));`,
    );
    this.addSql(
      `alter table "guide" add constraint "guide_visibility_check" check ("visibility" in ('public', 'partners'));`,
    );

    this.addSql(
      `alter table "credential" add constraint "credential_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");`,
    );

    this.addSql(
      `alter table "callback_endpoint" add constraint "callback_endpoint_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key") on update cascade on delete cascade;`,
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
      `alter table "notification" add constraint "notification_order_id_foreign" foreign key ("order_id") references "orders" ("id");`,
    );
    this.addSql(
      `alter table "notification" add constraint "notification_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");`,
    );
    this.addSql(
      `alter table "notification" add constraint "notification_status_check" check ("status" in ('pending', 'acknowledged', 'skipped', 'abandoned'));`,
    );

    this.addSql(
      `alter table "delivery_attempt" add constraint "delivery_attempt_notification_id_foreign" foreign key ("notification_id") references "notification" ("id");`,
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
  }
}
