import { Migration } from '@mikro-orm/migrations';

/** Mails as pages, and with trips for calendars; a mail once a day. */
export class Migration20261126060000_notice_mails extends Migration {
  override name = 'Migration20261126060000_notice_mails';

  override up(): void {
    this.addSql('alter table "mail" add "html" text null, add "calendar" text null;');
    this.addSql('alter table "notice_setting" add "daily_at" smallint null;');
    this.addSql('alter table "notice_setting" drop constraint "notice_setting_quiet_check";');
    this.addSql(
      'alter table "notice_setting" add constraint "notice_setting_hours_check" check (num_nonnulls(quiet_from, quiet_until) in (0, 2) and quiet_from between 0 and 23 and quiet_until between 0 and 23 and quiet_from <> quiet_until and daily_at between 0 and 23 and (time_zone is not null or num_nonnulls(quiet_from, daily_at) = 0));',
    );
  }
}
