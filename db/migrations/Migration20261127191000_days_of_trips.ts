import { Migration } from '@mikro-orm/migrations';

/** How many whole days a trip of a guide has at least, and at most. */
export class Migration20261127191000_days_of_trips extends Migration {
  override name = 'Migration20261127191000_days_of_trips';

  override up(): void {
    this.addSql('alter table "guide" add column "min_days" int null, add column "max_days" int null;');
    this.addSql(
      'alter table "guide" add constraint "guide_min_days_check" check (min_days >= 1 and min_days <= 60);',
    );
    this.addSql(
      'alter table "guide" add constraint "guide_max_days_check" check (max_days >= coalesce(min_days, 1) and max_days <= 60);',
    );
  }
}
