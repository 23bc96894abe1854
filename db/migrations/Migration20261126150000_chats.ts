import { Migration } from '@mikro-orm/migrations';

/** Chats that show notices as they come. */
export class Migration20261126150000_chats extends Migration {
  override name = 'Migration20261126150000_chats';

  override up(): void {
    this.addSql(
      `alter table "push_device" add "kind" text not null default 'browser', add "url_encrypted" text null;`,
    );
    this.addSql(
      `alter table "push_device" add constraint "push_device_kind_check" check ("kind" in ('browser', 'chat'));`,
    );
  }
}
