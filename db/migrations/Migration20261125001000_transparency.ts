import { Migration } from '@mikro-orm/migrations';

const APPEND_ONLY = ['transparency_leaf', 'transparency_node'];
const TABLES = [...APPEND_ONLY, 'transparency_log'];

/** A transparency log over audit log and ledger: its leaves, the hashes above them, its key with the newest checkpoint. */
export class Migration20261125001000_transparency extends Migration {
  override name = 'Migration20261125001000_transparency';

  override up(): void {
    this.addSql(
      'create table "transparency_leaf" ("number" bigint not null, "kind" varchar(20) not null, "row_id" bigint not null, ' +
        '"salt" bytea not null, "withheld" bytea null, "hash" bytea not null, primary key ("number"));',
    );
    this.addSql(
      'alter table "transparency_leaf" add constraint "transparency_leaf_kind_row_id_unique" unique ("kind", "row_id");',
    );
    this.addSql(
      'create table "transparency_log" ("singleton" boolean not null default true, "key_encrypted" text not null, "note" text not null, ' +
        '"created_at" timestamptz not null default now(), "signed_at" timestamptz not null default now(), primary key ("singleton"));',
    );
    this.addSql(
      'alter table "transparency_log" add constraint "transparency_log_singleton_check" check (singleton);',
    );
    this.addSql(
      'create table "transparency_node" ("level" smallint not null, "number" bigint not null, "hash" bytea not null, primary key ("level", "number"));',
    );
    for (const table of APPEND_ONLY)
      this.addSql(
        `create trigger ${table}_append_only before update or delete on ${table} for each row execute function refuse_change();`,
      );
    for (const table of TABLES)
      this.addSql(
        `create trigger ${table}_not_truncated before truncate on ${table} for each statement execute function refuse_change();`,
      );
  }
}
