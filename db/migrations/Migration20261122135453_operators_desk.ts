import { Migration } from '@mikro-orm/migrations';

/** Operators find orders, merchants, companies and entries of the audit log (docs/decisions/0140). */
export class Migration20261122135453_operators_desk extends Migration {
  override name = 'Migration20261122135453_operators_desk';

  override up(): void | Promise<void> {
    this.addSql(`create index "audit_entry_actor_id_index" on "audit_entry" ("actor", "id");`);
    this.addSql(`create index "audit_entry_action_id_index" on "audit_entry" ("action", "id");`);
    this.addSql(`create index "audit_entry_occurred_at_index" on "audit_entry" ("occurred_at");`);
    this.addSql(
      `create index audit_entry_request on audit_entry (request_id, id) where request_id is not null;`,
    );

    this.addSql(`create index "merchant_created_at_key_index" on "merchant" ("created_at", "key");`);
    this.addSql(`create index merchant_by_text on merchant using gin ((key || ' ' || name) gin_trgm_ops);`);
    this.addSql(`create index merchant_by_contact on merchant (lower(contact_email));`);

    this.addSql(`create index mail_failed on mail (failed_at) where failed_at is not null;`);

    this.addSql(`create index company_by_text on company using gin (name gin_trgm_ops);`);

    this.addSql(
      `create index callback_endpoint_in_trouble on callback_endpoint ((coalesce(paused_at, failing_since))) where coalesce(paused_at, failing_since) is not null;`,
    );

    this.addSql(`create index orders_by_phone_ending on orders (reverse(contact_phone) text_pattern_ops);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "audit_entry_actor_id_index";`);
    this.addSql(`drop index "audit_entry_action_id_index";`);
    this.addSql(`drop index "audit_entry_occurred_at_index";`);
    this.addSql(`drop index "audit_entry_request";`);

    this.addSql(`drop index "callback_endpoint_in_trouble";`);

    this.addSql(`drop index "company_by_text";`);

    this.addSql(`drop index "mail_failed";`);

    this.addSql(`drop index "merchant_created_at_key_index";`);
    this.addSql(`drop index "merchant_by_text";`);
    this.addSql(`drop index "merchant_by_contact";`);

    this.addSql(`drop index "orders_by_phone_ending";`);
  }
}
