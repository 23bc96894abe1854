import { Migration } from '@mikro-orm/migrations';

/** Orders of the sandbox may begin up to 100 days in the past: the trips that it is filled with on request. */
export class Migration20261127010000_example_orders extends Migration {
  override name = 'Migration20261127010000_example_orders';

  override up(): void {
    // Not valid: orders that are there obey the rule that goes, which is the stricter one, so nobody waits until all of them are read.
    this.addSql(
      `alter table "orders" drop constraint "orders_clock_ahead_ms_check",
         add constraint "orders_clock_ahead_ms_check" check (clock_ahead_ms >= -8640000000) not valid;`,
    );
  }
}
