import { Migration } from '@mikro-orm/migrations';

/** Guides that partners alone see are found by their studio. */
export class Migration20261128120000_guides_of_partners extends Migration {
  override name = 'Migration20261128120000_guides_of_partners';

  override up(): void {
    this.addSql("create index guide_of_partners on guide (studio_key) where visibility = 'partners';");
  }
}
