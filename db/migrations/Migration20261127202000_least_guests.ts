import { Migration } from '@mikro-orm/migrations';

/** How many guests a party for whole days has at least. */
export class Migration20261127202000_least_guests extends Migration {
  override name = 'Migration20261127202000_least_guests';

  override up(): void {
    this.addSql('alter table "guide" add column "min_guests" int null;');
    this.addSql(
      'alter table "guide" add constraint "guide_min_guests_check" check (min_guests >= 1 and min_guests <= 500);',
    );
  }
}
