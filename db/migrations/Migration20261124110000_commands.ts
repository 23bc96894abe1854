import { Migration } from '@mikro-orm/migrations';

/** What a command has done is noted beside its key; a change is prepared once, however often it is sent. */
export class Migration20261124110000_commands extends Migration {
  override name = 'Migration20261124110000_commands';

  override up(): void | Promise<void> {
    this.addSql(`alter table "idempotency_key" add "done" jsonb null;`);
    // Of several tries of one request the last one goes on.
    this.addSql(
      `update "order_change" as one set "request_key" = null where one."status" = 'prepared' and exists (
         select from "order_change" as other where other."order_id" = one."order_id"
           and other."request_key" = one."request_key" and other."status" = 'prepared' and other."id" > one."id");`,
    );
    this.addSql(
      `create unique index order_change_prepared on order_change (order_id, request_key) where status = 'prepared';`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "order_change_prepared";`);
    this.addSql(`alter table "idempotency_key" drop column "done";`);
  }
}
