import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { Settlement } from '../../db/entities/index.ts';
import { closeStatement, selectDueOf } from '../../db/queries/money/closing.ts';
import { adjustAccount, refundOrder, reversePosting } from '../../db/queries/money/corrections.ts';
import { post } from '../../db/queries/money/post.ts';
import { selectLines, sumOpenLines } from '../../db/queries/money/statement-lines.ts';
import { pay } from '../../db/queries/money/statement-moves.ts';
import { merchantAccount, platformAccount } from '../../domain/ledger.ts';
import { AGENCIES, type Books, createBooks, STUDIOS, TIME_ZONE } from '../support/data/books.ts';

const [AGENCY = '', STUDIO = ''] = [AGENCIES[0], STUDIOS[0]];
const AT = new Date('2027-01-15T12:00:00Z');
const PLAN = {
  agency: AGENCY,
  studio: STUDIO,
  currency: 'EUR',
  total: 10_001,
  rate: 1_250,
  refundShare: 5_000,
};

let books: Books;
beforeAll(async () => {
  books = await createBooks();
});
afterAll(async () => {
  await books.close();
});

/** Account and amount of each entry of an order's postings, in the order they were made. */
async function entriesOf(orderId: string) {
  return await books.orm.em.fork().execute<{ kind: string; account: string; amount: number }[]>(
    `select p.kind, e.account_id as account, e.amount::float8 as amount
     from ledger_entry e join ledger_posting p on p.id = e.posting_id where p.order_id = ? order by e.id`,
    [orderId],
  );
}

const correction = (key: string) => ({
  key,
  reason: 'guide fell ill',
  operator: 'ops',
  at: AT,
  timeZone: TIME_ZONE,
});
const account = merchantAccount(AGENCY, 'EUR', false);
const cash = platformAccount('cash', 'EUR', false);

describe('orders in the ledger', () => {
  test('a completed order is gross, commission and net: the orderer owes, the studio gets, the platform keeps', async () => {
    const id = await books.order(PLAN);
    await books.move(id, ['confirmed', 'in_progress', 'completed'], AT);
    expect(await entriesOf(id)).toEqual([
      { kind: 'completed', account: `merchant:${AGENCY}/EUR`, amount: -10_001 },
      { kind: 'completed', account: `merchant:${STUDIO}/EUR`, amount: 8_751 },
      { kind: 'completed', account: 'platform:commission/EUR', amount: 1_250 },
    ]);
  });

  test('a cancellation under the policy is a fee, with commission on the fee only', async () => {
    const id = await books.order(PLAN);
    await books.move(id, ['confirmed', 'cancelled'], AT);
    const amounts = (await entriesOf(id)).map(({ kind, amount }) => [kind, amount]);
    expect(amounts).toEqual([
      ['cancellation_fee', -5_001],
      ['cancellation_fee', 4_376],
      ['cancellation_fee', 625],
    ]);
  });

  test('an order that earned nothing is not in the ledger', async () => {
    const id = await books.order(PLAN);
    await books.move(id, ['cancelled'], AT);
    expect(await entriesOf(id)).toEqual([]);
  });

  test('refunds take the commission back in step, to the last unit', async () => {
    const id = await books.order(PLAN);
    await books.move(id, ['confirmed', 'in_progress', 'completed'], AT);
    for (const [index, amount] of [3_333, 3_333, 3_335].entries()) {
      await refundOrder(books.orm.em.fork(), id, amount, correction(`r${index}`));
    }
    const sums = Map.groupBy(await entriesOf(id), ({ account }) => account);
    const balances = [...sums.values()].map((list) => list.reduce((sum, { amount }) => sum + amount, 0));
    expect(balances).toEqual([0, 0, 0]);
  });

  test('more than an order has brought in is not refunded, and the same refund is made once', async () => {
    const id = await books.order(PLAN);
    await books.move(id, ['confirmed', 'in_progress', 'completed'], AT);
    await refundOrder(books.orm.em.fork(), id, 10_000, correction('once'));
    await refundOrder(books.orm.em.fork(), id, 10_000, correction('once'));
    await expect(refundOrder(books.orm.em.fork(), id, 2, correction('more'))).rejects.toThrow(
      /most that can be refunded/,
    );
    expect(await entriesOf(id)).toHaveLength(6);
  });

  test('a refund made in error is taken back by its mirror image, once', async () => {
    const id = await books.order(PLAN);
    await books.move(id, ['confirmed', 'in_progress', 'completed'], AT);
    await refundOrder(books.orm.em.fork(), id, 5_000, correction('x'));
    await reversePosting(books.orm.em.fork(), `refund:${id}:x`, correction('y'));
    await reversePosting(books.orm.em.fork(), `refund:${id}:x`, correction('y'));
    const entries = await entriesOf(id);
    expect(entries.map(({ kind }) => kind)).toEqual([
      ...Array(3).fill('completed'),
      ...Array(3).fill('refund'),
      ...Array(3).fill('reversal'),
    ]);
    expect(entries.slice(6).map(({ amount }) => amount)).toEqual(
      entries.slice(3, 6).map(({ amount }) => -amount),
    );
  });
});

test('a payment is settled from the moment that it is there: no closing and no open statement has it', async () => {
  const of = { merchantKey: STUDIOS[1]!, currency: 'EUR' };
  await adjustAccount(books.orm.em.fork(), { ...of, amount: 700 }, correction('to be paid'));
  const closing = { month: '2027-01', closeAt: new Date('2027-02-01T00:00:00Z'), isWholeMonth: true };
  const { id: settlementId } = await books.orm.em.fork().findOneOrFail(Settlement, { ...of, status: 'open' });
  await closeStatement(books.orm.em.fork(), settlementId, closing, AT);
  const asked = { settlementId, updateId: 'pay', at: AT, timeZone: TIME_ZONE };
  const refusal = await pay(books.orm.em.fork(), { ...asked, reference: 'SEPA 1', operator: 'ops' });
  expect(refusal).toBeUndefined();

  const em = books.orm.em.fork();
  const open = await em.findOneOrFail(Settlement, { ...of, status: 'open' });
  expect(await selectLines(em, open, 0, 10)).toEqual([]);
  expect((await sumOpenLines(em, [open.id])).get(open.id)).toMatchObject({ lineCount: 0, gross: 0 });
  const later = { month: '2027-02', closeAt: new Date('2040-01-01T00:00:00Z') };
  expect(await selectDueOf(em, { ...later, isWholeMonth: true }, of.merchantKey)).toEqual([]);
});

describe('what the database refuses', () => {
  test('a posting that does not sum to zero', async () => {
    const entries = [
      { account, gross: 100, commission: 0 },
      { account: cash, gross: -99, commission: 0 },
    ];
    const posting = { id: 'broken', kind: 'payment', currency: 'EUR', occurredAt: AT, entries } as const;
    const attempt = books.orm.em.fork().transactional(async (em) => await post(em, posting, TIME_ZONE));
    await expect(attempt).rejects.toThrow(/sum to zero/);
  });

  test('a posting whose gross and commission balance only together', async () => {
    const entries = [
      { account, gross: 100, commission: 100 },
      { account: cash, gross: 0, commission: 0 },
    ];
    const posting = { id: 'mixed', kind: 'payment', currency: 'EUR', occurredAt: AT, entries } as const;
    const attempt = books.orm.em.fork().transactional(async (em) => await post(em, posting, TIME_ZONE));
    await expect(attempt).rejects.toThrow(/sum to zero/);
  });

  test('two currencies in one posting', async () => {
    const yen = platformAccount('cash', 'JPY', false);
    const entries = [
      { account, gross: 100, commission: 0 },
      { account: yen, gross: -100, commission: 0 },
    ];
    const posting = { id: 'currencies', kind: 'payment', currency: 'EUR', occurredAt: AT, entries } as const;
    const attempt = books.orm.em.fork().transactional(async (em) => await post(em, posting, TIME_ZONE));
    await expect(attempt).rejects.toThrow(/one currency/);
  });

  test('a posting without entries, and one by hand without a reason', async () => {
    const em = books.orm.em.fork();
    const insert = `insert into ledger_posting (id, kind, currency, occurred_at) values (?, ?, 'EUR', now())`;
    await expect(em.execute(insert, ['empty', 'payment'])).rejects.toThrow(/must have entries/);
    await expect(em.execute(insert, ['mute', 'adjustment'])).rejects.toThrow(/reason/);
  });

  test('an entry added to a posting afterwards', async () => {
    await adjustAccount(
      books.orm.em.fork(),
      { merchantKey: AGENCY, currency: 'EUR', amount: 7 },
      correction('a'),
    );
    const add = `insert into ledger_entry (posting_id, account_id, gross, commission, amount, occurred_at)
      values (?, ?, 1, 0, 1, now())`;
    const attempt = books.orm.em.fork().execute(add, [`adjustment:${AGENCY}:a`, account.id]);
    await expect(attempt).rejects.toThrow(/sum to zero/);
  });

  test.each(['ledger_entry', 'ledger_posting'])('changing or deleting a row of %s', async (table) => {
    const owner = new pg.Client({ connectionString: books.migrationUrl });
    await owner.connect();
    await expect(owner.query(`update ${table} set occurred_at = now()`)).rejects.toThrow(/append-only/);
    await expect(owner.query(`delete from ${table}`)).rejects.toThrow(/append-only/);
    await owner.end();
  });
});
