import { Migration } from '@mikro-orm/migrations';

/** Rates of whole days, each with its conditions. */
export class Migration20261127190000_day_rates extends Migration {
  override name = 'Migration20261127190000_day_rates';

  override up(): void {
    this.addSql(`alter table "guide" add column "day_rates" jsonb not null default '[]';`);
  }
}
