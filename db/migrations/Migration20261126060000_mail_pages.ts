import { Migration } from '@mikro-orm/migrations';

/** Mails as pages, and with trips for calendars. */
export class Migration20261126060000_mail_pages extends Migration {
  override name = 'Migration20261126060000_mail_pages';

  override up(): void {
    this.addSql('alter table "mail" add "html" text null, add "calendar" text null;');
  }
}
