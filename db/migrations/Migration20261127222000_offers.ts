import { Migration } from '@mikro-orm/migrations';

/** What trips may cost less by, each with its conditions. */
export class Migration20261127222000_offers extends Migration {
  override name = 'Migration20261127222000_offers';

  override up(): void {
    this.addSql(`alter table "guide" add column "offers" jsonb not null default '[]';`);
  }
}
