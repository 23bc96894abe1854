import { Migration } from '@mikro-orm/migrations';

export class Migration20261122125719_request_log extends Migration {
  override name = 'Migration20261122125719_request_log';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "request_log" ("id" bigserial primary key, "merchant_key" varchar(64) not null, "acting_key" varchar(64) null, "credential_id" bigint null, "request_id" varchar(128) not null, "operation" varchar(100) not null, "method" varchar(10) not null, "http_status" int not null, "code" int null, "path" varchar(100) null, "reason" varchar(40) null, "duration_ms" int not null, "occurred_at" timestamptz not null);`,
    );
    this.addSql(`create index "request_log_occurred_at_index" on "request_log" ("occurred_at");`);
    this.addSql(`create index "request_log_request_id_index" on "request_log" ("request_id");`);
    this.addSql(
      `create index "request_log_merchant_key_occurred_at_id_index" on "request_log" ("merchant_key", "occurred_at", "id");`,
    );
    this.addSql(
      `create index "request_log_merchant_key_operation_occurred_at_id_index" on "request_log" ("merchant_key", "operation", "occurred_at", "id");`,
    );
    this.addSql(
      `create index "request_log_merchant_key_code_occurred_at_id_index" on "request_log" ("merchant_key", "code", "occurred_at", "id");`,
    );

    this.addSql(`alter table "delivery_attempt" add "endpoint_id" varchar(20) null;`);
    this.addSql(
      `create index delivery_attempt_of_endpoint on delivery_attempt (endpoint_id, started_at) include (error) where endpoint_id is not null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "request_log" cascade;`);

    this.addSql(`drop index "delivery_attempt_of_endpoint";`);
    this.addSql(`alter table "delivery_attempt" drop column "endpoint_id";`);
  }
}
