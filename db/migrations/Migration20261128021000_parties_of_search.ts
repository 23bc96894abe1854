import { Migration } from '@mikro-orm/migrations';

/** Guides that no party of some size can book, or none for so few days, are indexed as such. */
export class Migration20261128021000_parties_of_search extends Migration {
  override name = 'Migration20261128021000_parties_of_search';

  override up(): void {
    this.addSql(`insert into job (kind, subject) select 'guide_index', id from guide
      where min_guests > 1 or min_days > 1 or not offers_whole_days order by id;`);
  }
}
