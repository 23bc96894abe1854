import { Migration } from '@mikro-orm/migrations';

/** Answers by mail, and addresses whose mails come back. */
export class Migration20261126140000_inbound_mails extends Migration {
  override name = 'Migration20261126140000_inbound_mails';

  override up(): void {
    this.addSql('alter table "installation" add "mail_domain" varchar(253) null;');
    this.addSql('alter table "person" add "mail_failing_since" timestamptz null;');
    this.addSql('alter table "mail" add "reply_to" varchar(320) null;');
  }
}
