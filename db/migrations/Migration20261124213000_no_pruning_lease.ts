import { Migration } from '@mikro-orm/migrations';

/** Once a day is a Temporal Schedule's, and who removes old rows locks their kind for a step (docs/decisions/0164). */
export class Migration20261124213000_no_pruning_lease extends Migration {
  override name = 'Migration20261124213000_no_pruning_lease';

  // contract: unused since 0.3.0
  override up(): void | Promise<void> {
    this.addSql(`drop table "pruning";`);
  }
}
