import { Migration } from '@mikro-orm/migrations';

/**
 * What is to be tried again now are jobs (docs/decisions/0165); what merchants asked for stays, so that they see how it went. One that is under
 * way begins again: what it has sent once, it does not open again.
 * contract: unused since 0.3.0, whose roll-out from 0.2.0 stops the API and the workers of before (docs/upgrades.md).
 */
export class Migration20261124221000_recoveries extends Migration {
  override name = 'Migration20261124221000_recoveries';

  override up(): void {
    this.addSql(`alter sequence retry_request_number rename to recovery_number;`);
    this.addSql(
      `create table "recovery" ("id" varchar(20) not null default 'RCV' || nextval('recovery_number'), "merchant_key" varchar(64) not null, "endpoint_id" varchar(20) null, "filter" jsonb not null default '{}', "total" int not null default 0, "taken" int not null default 0, "requested_at" timestamptz not null default now(), "finished_at" timestamptz null, "cancelled_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(
      `create index "recovery_merchant_key_requested_at_index" on "recovery" ("merchant_key", "requested_at");`,
    );
    this.addSql(
      `alter table "recovery" add constraint "recovery_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");`,
    );
    this.addSql(
      `alter table "recovery" add constraint "recovery_endpoint_id_foreign" foreign key ("endpoint_id") references "callback_endpoint" ("id") on delete set null;`,
    );
    this.addSql(`insert into recovery (id, merchant_key, endpoint_id, filter, total, taken, requested_at, finished_at, cancelled_at)
      select id, merchant_key, endpoint_id, filter, total, case when finished_at is null then 0 else taken end, requested_at,
        finished_at, cancelled_at from retry_request where kind = 'recover';`);
    this.addSql(
      `insert into job (kind, subject, single) select 'recovery', id, true from recovery where finished_at is null;`,
    );
    this.addSql(`insert into job (kind, subject, single, run_at) select 'endpoint_retry', endpoint_id, true, greatest(now(), leased_until)
      from retry_request where kind = 'wake';`);
    this.addSql(`drop table if exists "retry_request" cascade;`);
  }
}
