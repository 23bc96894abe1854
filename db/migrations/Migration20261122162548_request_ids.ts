import { Migration } from '@mikro-orm/migrations';

export class Migration20261122162548_request_ids extends Migration {
  override name = 'Migration20261122162548_request_ids';

  override up(): void | Promise<void> {
    this.addSql(`alter table "order_event" add "request_id" varchar(128) null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "order_event" drop column "request_id";`);
  }
}
