import { Migration } from '@mikro-orm/migrations';

/** Each of these accounts in turn: `old`; `target` is the one that it should have been. */
const MERGE_ACCOUNT = `
  insert into ledger_account (id, kind, merchant_key, currency, sandbox, created_at)
    values (target, old.kind, old.merchant_key, upper(old.currency), old.sandbox, old.created_at)
    on conflict (id) do nothing;
  update ledger_entry set account_id = target where account_id = old.id;
  update settlement kept set opened_at = least(kept.opened_at, gone.opened_at) from settlement gone
    where kept.account_id = target and kept.status = 'open' and gone.account_id = old.id and gone.status = 'open';
  delete from settlement gone
    where account_id = old.id and status = 'open'
      and exists (select from settlement kept where kept.account_id = target and kept.status = 'open')
      and not exists (select from settlement_command where settlement_id = gone.id)
      and not exists (select from settlement_line where settlement_id = gone.id)
      and not exists (select from notification where settlement_id = gone.id);
  update settlement moved set account_id = target,
      part = part + coalesce((select max(part) from settlement same where same.account_id = target and same.month = moved.month), 0)
    where account_id = old.id and not (
      status = 'open' and exists (select from settlement kept where kept.account_id = target and kept.status = 'open'));
  update settlement open set (month, part) = (
      select closed.month, max(closed.part) + 1 from settlement closed
      where closed.account_id = target and closed.status <> 'open' group by closed.month order by closed.month desc limit 1)
    where account_id = target and status = 'open' and month <= (
      select max(month) from settlement closed where closed.account_id = target and closed.status <> 'open');
  is_left := exists (select from settlement where account_id = old.id);
  if not is_left then delete from ledger_account where id = old.id; end if;
  insert into audit_entry (action, subject, merchant_key, actor, details) values (
    case when is_left then 'account.left' else 'account.merged' end, 'account:' || old.id, old.merchant_key, 'migration',
    jsonb_build_object('into', target));`;

/**
 * Currencies are in capitals (docs/settlement.md): `eur` made a second account, and a second statement, for one merchant.
 * Entries and statements keep their ids, amounts and lines; they move to the account in capitals, a statement as a further
 * part of its month where there is one already. What was merged is in the audit log.
 */
export class Migration20261121211400_currencies_in_capitals extends Migration {
  override name = 'Migration20261121211400_currencies_in_capitals';

  override up(): void {
    this.addSql(
      `update guide set currency = upper(currency), version = version + 1 where currency <> upper(currency);`,
    );
    this.addSql(`update orders set currency = upper(currency) where currency <> upper(currency);`);
    this.addSql(`alter table ledger_posting disable trigger ledger_posting_append_only;`);
    this.addSql(`alter table ledger_entry disable trigger ledger_entry_append_only;`);
    this.addSql(`update ledger_posting set currency = upper(currency) where currency <> upper(currency);`);
    this.addSql(`
do $$
declare
  old record;
  target text;
  is_left boolean;
begin
  for old in select * from ledger_account where currency <> upper(currency) order by id loop
  target := left(old.id, -3) || upper(old.currency);
  ${MERGE_ACCOUNT}
  end loop;
end $$;`);
    this.addSql(`update settlement set currency = upper(currency) where currency <> upper(currency);`);
    this.addSql(`update ledger_account set currency = upper(currency) where currency <> upper(currency);`);
    this.addSql(`alter table ledger_posting enable trigger ledger_posting_append_only;`);
    this.addSql(`alter table ledger_entry enable trigger ledger_entry_append_only;`);
  }

  /** Nobody can tell any more which were which. */
  override down(): void {}
}
