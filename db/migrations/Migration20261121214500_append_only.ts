import { Migration } from '@mikro-orm/migrations';

export class Migration20261121214500_append_only extends Migration {
  override name = 'Migration20261121214500_append_only';

  override up(): void | Promise<void> {
    this.addSql(
      `create trigger audit_entry_append_only before update or delete on audit_entry for each row execute function refuse_change();`,
    );
    this.addSql(
      `create trigger audit_entry_not_truncated before truncate on audit_entry for each statement execute function refuse_change();`,
    );

    this.addSql(
      `create trigger ledger_posting_not_truncated before truncate on ledger_posting for each statement execute function refuse_change();`,
    );

    this.addSql(
      `create trigger ledger_entry_not_truncated before truncate on ledger_entry for each statement execute function refuse_change();`,
    );

    this.addSql(
      `create trigger order_event_not_truncated before truncate on order_event for each statement execute function refuse_change();`,
    );

    this.addSql(
      `create trigger settlement_line_not_truncated before truncate on settlement_line for each statement execute function refuse_change();`,
    );
  }
}
