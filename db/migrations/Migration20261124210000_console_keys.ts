import { Migration } from '@mikro-orm/migrations';

/** At the console an Idempotency-Key is a person's, where no merchant is spoken for: `person:12`. */
export class Migration20261124210000_console_keys extends Migration {
  override name = 'Migration20261124210000_console_keys';

  override up(): void | Promise<void> {
    this.addSql('alter table "idempotency_key" drop constraint "idempotency_key_merchant_key_foreign";');
  }
}
