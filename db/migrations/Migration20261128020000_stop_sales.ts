import { Migration } from '@mikro-orm/migrations';

/** Trips that are not newly sold, to all or to some agencies. */
export class Migration20261128020000_stop_sales extends Migration {
  override name = 'Migration20261128020000_stop_sales';

  override up(): void {
    this.addSql(`alter table "guide" add column "stop_sales" jsonb not null default '[]';`);
    this.addSql(
      `create index guide_with_stop_sales on guide (sandbox) where deleted_at is null and stop_sales <> '[]';`,
    );
  }
}
