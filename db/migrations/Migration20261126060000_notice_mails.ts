import { Migration } from '@mikro-orm/migrations';

/** Mails as pages, and with trips for calendars; owners are reminded of what nobody has read. */
export class Migration20261126060000_notice_mails extends Migration {
  override name = 'Migration20261126060000_notice_mails';

  override up(): void {
    this.addSql('alter table "mail" add "html" text null, add "calendar" text null;');
    this.addSql('alter table "notice" add "is_reminder" boolean not null default false;');
  }
}
