import { Migration } from '@mikro-orm/migrations';

export class Migration20261121213000_notification_leases extends Migration {
  override name = 'Migration20261121213000_notification_leases';

  override up(): void {
    this.addSql(`alter table "callback_endpoint" add "held_until" timestamptz null;`);
    this.addSql(`drop index "notification_untried";`);
    this.addSql(
      `alter table "notification" add "attempting_until" timestamptz null, add "asked_at" timestamptz null;`,
    );
    this.addSql(
      `create index notification_due on notification ((coalesce(next_attempt_at, created_at))) where status = 'pending';`,
    );
  }

  override down(): void {
    this.addSql(`drop index "notification_due";`);
    this.addSql(`alter table "notification" drop column "attempting_until", drop column "asked_at";`);
    this.addSql(
      `create index notification_untried on notification (created_at) where status = 'pending' and attempts = 0;`,
    );
    this.addSql(`alter table "callback_endpoint" drop column "held_until";`);
  }
}
