import { Migration } from '@mikro-orm/migrations';

/** Operators are written of a dispute once; of those that are there already they know. */
export class Migration20261122160529_dispute_told extends Migration {
  override name = 'Migration20261122160529_dispute_told';

  override up(): void | Promise<void> {
    this.addSql(`alter table "settlement_dispute" add "told_at" timestamptz null;`);
    this.addSql(`update settlement_dispute set told_at = opened_at;`);
    this.addSql(`create index settlement_dispute_untold on settlement_dispute (id) where told_at is null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "settlement_dispute_untold";`);
    this.addSql(`alter table "settlement_dispute" drop column "told_at";`);
  }
}
