import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrateToLatest } from '../../db/migrate.ts';
import { closeStatement, selectDue } from '../../db/queries/money/closing.ts';
import { endOfMonth } from '../../domain/settlement-month.ts';
import { AGENCIES, type Books, createBooks, STUDIOS, TIME_ZONE } from '../support/data/books.ts';

const [AGENCY = '', STUDIO = ''] = [AGENCIES[0], STUDIOS[0]];
const PLAN = { agency: AGENCY, studio: STUDIO, total: 10_000, rate: 1_000, refundShare: 0 };

let books: Books;
beforeAll(async () => {
  books = await createBooks();
});
afterAll(() => books.close());

const sql = async <Row>(query: string) => await books.orm.em.fork().execute<Row[]>(query);

async function asOwner(query: string): Promise<void> {
  const owner = new pg.Client({ connectionString: books.migrationUrl });
  await owner.connect();
  await owner.query(query).finally(() => owner.end());
}

async function sell(currency: string, at: string): Promise<string> {
  const id = await books.order({ ...PLAN, currency });
  await books.move(id, ['confirmed', 'in_progress', 'completed'], new Date(at));
  return id;
}

async function close(month: string): Promise<void> {
  const closing = { month, closeAt: endOfMonth(month, TIME_ZONE), isWholeMonth: true };
  const due = await selectDue(books.orm.em.fork(), closing, '', 100);
  for (const { settlementId } of due) {
    await closeStatement(books.orm.em.fork(), settlementId, closing, new Date());
  }
}

const issued = async () =>
  await sql<{ id: string }>(
    `select id, merchant_key, month, line_count, gross, commission, balance, issued_at,
       (select array_agg(entry_id order by entry_id) from settlement_line where settlement_id = settlement.id) as lines
     from settlement where status <> 'open' order by length(id), id`,
  );

test('accounts of one merchant that differ in case become one; what was issued keeps its lines and amounts', async () => {
  for (const currency of ['EUR', 'eur', 'Eur', 'kwd']) await sell(currency, '2027-01-10T12:00:00Z');
  await close('2027-01');
  for (const currency of ['EUR', 'eur', 'kwd']) await sell(currency, '2027-02-10T12:00:00Z');
  const before = await issued();
  expect(before).toHaveLength(8);

  await asOwner(`delete from schema_migration where name like '%currencies_in_capitals'`);
  expect(await migrateToLatest(books)).toEqual([expect.stringMatching('currencies_in_capitals')]);

  expect(await issued()).toEqual(before);
  const lower = `select currency from guide union all select currency from orders union all select currency from settlement
    union all select currency from ledger_posting union all select right(id, 3) from ledger_account`;
  expect(await sql(`select currency from (${lower}) all_of_them where currency <> upper(currency)`)).toEqual(
    [],
  );
  const accounts = await sql<{ id: string }>(
    `select id from ledger_account where merchant_key = '${STUDIO}' order by id`,
  );
  expect(accounts.map(({ id }) => id)).toEqual([`merchant:${STUDIO}/EUR`, `merchant:${STUDIO}/KWD`]);
  const merged = await sql(
    `select subject from audit_entry where action = 'account.merged' and merchant_key = '${STUDIO}'`,
  );
  expect(merged).toHaveLength(3);

  await sell('EUR', '2027-02-11T12:00:00Z');
  await close('2027-02');
  const after = await sql(
    `select currency, month, part, line_count as lines, balance::int as balance
     from settlement where merchant_key = '${STUDIO}' and month = '2027-02' and status = 'issued' order by currency`,
  );
  expect(after).toEqual([
    { currency: 'EUR', month: '2027-02', part: 1, lines: 3, balance: 27_000 },
    { currency: 'KWD', month: '2027-02', part: 1, lines: 1, balance: 9_000 },
  ]);
  const [books_] = await sql(`select sum(amount)::int as sum from ledger_entry`);
  expect(books_).toEqual({ sum: 0 });
  await expect(asOwner(`update ledger_entry set gross = gross + 1`)).rejects.toThrow(/append-only/);
  await expect(asOwner(`update ledger_posting set currency = 'USD'`)).rejects.toThrow(/append-only/);
});
