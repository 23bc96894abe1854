import { Migration } from '@mikro-orm/migrations';

/** Who runs, for which programs the schema is, when the newest backup was taken, and which orders are overdue. */
export class Migration20261124230000_heartbeats extends Migration {
  override name = 'Migration20261124230000_heartbeats';

  override up(): void {
    this.addSql(
      'create table "process_heartbeat" ("id" uuid not null, "roles" text[] not null, "host" varchar(255) not null, "pid" int not null, ' +
        '"release" varchar(40) not null, "schema_needed" varchar(120) not null, "task_queues" text[] not null, "missing" text[] not null, ' +
        '"work" jsonb not null, "clock_ahead_ms" bigint null, "started_at" timestamptz not null default now(), ' +
        '"beat_at" timestamptz not null default now(), primary key ("id"));',
    );
    this.addSql(
      'create table "schema_state" ("singleton" boolean not null default true, "migration" varchar(120) not null, ' +
        '"serves_from" varchar(120) not null, primary key ("singleton"));',
    );
    this.addSql(
      'alter table "schema_state" add constraint "schema_state_singleton_check" check (singleton);',
    );
    this.addSql('alter table "installation" add "backup_at" timestamptz null;');
    // As db/entities/order.ts has it. It holds live orders only: one read of the table is what it takes.
    this.addSql(
      "create index orders_due on orders ((case status when 'pending' then confirm_by when 'confirmed' then trip_start_at " +
        "else trip_end_at end)) where status in ('pending', 'confirmed', 'in_progress');",
    );
  }
}
