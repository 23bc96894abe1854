import { Migration } from '@mikro-orm/migrations';

export class Migration20261121204123_credential_parent extends Migration {
  override name = 'Migration20261121204123_credential_parent';

  override up(): void | Promise<void> {
    this.addSql(`alter table "credential" add "parent_id" bigint null;`);
    this.addSql(
      `alter table "credential" add constraint "credential_parent_id_foreign" foreign key ("parent_id") references "credential" ("id") on delete set null;`,
    );
    this.addSql(`create index "credential_parent_id_index" on "credential" ("parent_id");`);
    // What was rotated before is known to the audit log alone.
    this.addSql(
      `update credential set parent_id = parent.id from credential parent join audit_entry on audit_entry.subject = 'credential:' || parent.id and audit_entry.action = 'credential.rotated' where credential.id::text = audit_entry.details ->> 'replacedBy' and credential.merchant_key = parent.merchant_key;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "credential" drop constraint "credential_parent_id_foreign";`);
    this.addSql(`drop index "credential_parent_id_index";`);
    this.addSql(`alter table "credential" drop column "parent_id";`);
  }
}
