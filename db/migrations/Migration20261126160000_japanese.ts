import { Migration } from '@mikro-orm/migrations';

/** People read the console, and mails, in Japanese. */
export class Migration20261126160000_japanese extends Migration {
  override name = 'Migration20261126160000_japanese';

  override up(): void {
    this.addSql(`alter table "person" drop constraint "person_language_check";`);
    this.addSql(
      `alter table "person" add constraint "person_language_check" check ("language" in ('en', 'es', 'ja'));`,
    );
  }
}
