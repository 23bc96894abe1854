import { Migration } from '@mikro-orm/migrations';

/** What nobody announces says so by itself (docs/decisions/0165). What was left to redeliveries before is found as stalled. */
export class Migration20261124201000_deliveries extends Migration {
  override name = 'Migration20261124201000_deliveries';

  override up(): void | Promise<void> {
    this.addSql(`drop index "notification_handed_over";`);
    this.addSql(`alter table "notification" add "wake_at" timestamptz null;`);
    this.addSql(
      `create index notification_to_wake on notification (wake_at) where status = 'pending' and wake_at is not null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "notification_to_wake";`);
    this.addSql(`alter table "notification" drop column "wake_at";`);
    this.addSql(
      `create index notification_handed_over on notification (created_at) where status = 'pending' and resent_at is not null and attempts = 0 and next_attempt_at is null;`,
    );
  }
}
