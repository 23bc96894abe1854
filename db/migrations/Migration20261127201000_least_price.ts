import { Migration } from '@mikro-orm/migrations';

/** What a trip of whole days costs at least. */
export class Migration20261127201000_least_price extends Migration {
  override name = 'Migration20261127201000_least_price';

  override up(): void {
    this.addSql('alter table "guide" add column "least_price" bigint null;');
    this.addSql('alter table "guide" add constraint "guide_least_price_check" check (least_price >= 0);');
  }
}
