import { Migration } from '@mikro-orm/migrations';

/** Orders are found by a part of reference, contact or guide's name. Takes about 15 s for each million of orders, in which none is written. */
export class Migration20261122164719_order_text extends Migration {
  override name = 'Migration20261122164719_order_text';

  override up(): void | Promise<void> {
    this.addSql(`create extension if not exists btree_gin;`);
    this.addSql(`create index guide_by_part_of_name on guide using gin (name gin_trgm_ops);`);
    this.addSql(
      `create index orders_by_text on orders using gin (merchant_key, studio_key, ((coalesce(client_reference, '') || ' ' || contact_name)) gin_trgm_ops);`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "guide_by_part_of_name";`);
    this.addSql(`drop index "orders_by_text";`);
  }
}
