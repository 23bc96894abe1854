import { Migration } from '@mikro-orm/migrations';

/** A month that was closed before its end has more than one statement (docs/decisions/0040). */
export class Migration20261121204800_settlement_parts extends Migration {
  override name = 'Migration20261121204800_settlement_parts';

  override up(): void {
    this.addSql(`alter table "settlement" drop constraint "settlement_account_id_month_unique";`);
    this.addSql(`alter table "settlement" add "part" int not null default 1;`);
    this.addSql(
      `alter table "settlement" add constraint "settlement_account_id_month_part_unique" unique ("account_id", "month", "part");`,
    );
    // What collects for the next month behind a month that was closed early collects for that month. No zone is more
    // than 14 hours from UTC.
    this.addSql(`
update settlement next set month = early.month, part = 2
from settlement early
where next.status = 'open' and early.account_id = next.account_id and early.status <> 'open'
  and next.month = to_char((early.month || '-01')::date + interval '1 month', 'YYYY-MM')
  and early.closed_until < ((early.month || '-01')::timestamp + interval '1 month' - interval '14 hours') at time zone 'UTC'
  and now() < ((early.month || '-01')::timestamp + interval '1 month' - interval '14 hours') at time zone 'UTC';`);
  }

  override down(): void {
    this.addSql(`alter table "settlement" drop constraint "settlement_account_id_month_part_unique";`);
    this.addSql(`alter table "settlement" drop column "part";`);
    this.addSql(
      `alter table "settlement" add constraint "settlement_account_id_month_unique" unique ("account_id", "month");`,
    );
  }
}
