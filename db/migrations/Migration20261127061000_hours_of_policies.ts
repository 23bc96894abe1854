import { Migration } from '@mikro-orm/migrations';

/** The start that a policy's hours count from. */
export class Migration20261127061000_hours_of_policies extends Migration {
  override name = 'Migration20261127061000_hours_of_policies';

  override up(): void {
    this.addSql('alter table "orders" add column "policy_start_at" timestamptz null;');
  }
}
