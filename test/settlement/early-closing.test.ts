import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { planOf } from '../../activities/settlements/plan.ts';
import { Settlement } from '../../db/entities/index.ts';
import { closeStatement, rollStatementsForward, selectDue } from '../../db/queries/money/closing.ts';
import { adjustAccount } from '../../db/queries/money/corrections.ts';
import { createSettlementOperations } from '../../services/operators/money/statements.ts';
import { type Books, createBooks, STUDIOS, TIME_ZONE } from '../support/data/books.ts';

/** A month that an operator closes before its end, and again, until it is over: each world has its own merchant. */
let books: Books;
let keys = 0;
beforeAll(async () => {
  books = await createBooks();
});
afterAll(() => books.close());

const fork = () => books.orm.em.fork();
const STUDIO = STUDIOS[0]!;

async function earn(currency: string, amount: number, day: string): Promise<void> {
  const at = new Date(`${day}T12:00:00Z`);
  const correction = { key: `k${++keys}`, reason: 'earned', operator: 'ops', at, timeZone: TIME_ZONE };
  await adjustAccount(fork(), { merchantKey: STUDIO, currency, amount }, correction);
}

/** What a run of `month` does at that instant. Returns how many statements it issued. */
async function settle(month: string, at: string, partial?: true): Promise<number> {
  const { closeAt, ...plan } = planOf(
    { dueAt: at, now: at, month, ...(partial ? { partial } : {}) },
    TIME_ZONE,
  );
  const closing = { ...plan, closeAt: new Date(closeAt) };
  const due = await selectDue(fork(), closing, '', 100);
  for (const { settlementId } of due) await closeStatement(fork(), settlementId, closing, new Date(at));
  if (closing.isWholeMonth) await rollStatementsForward(fork(), closing);
  return due.length;
}

const statements = async (currency: string) =>
  (await fork().find(Settlement, { merchantKey: STUDIO, currency }, { orderBy: { id: 'asc' } })).map(
    ({ month, part, status, balance }) => [month, part, status, balance],
  );

test('what comes after an early closing makes further statements of the same month, however often it is closed', async () => {
  await earn('EUR', 100, '2027-01-10');
  expect(await settle('2027-01', '2027-01-12T00:00:00Z', true)).toBe(1);
  expect(await settle('2027-01', '2027-01-12T00:00:00Z', true)).toBe(0);
  await earn('EUR', 20, '2027-01-14');
  expect(await settle('2027-01', '2027-01-15T00:00:00Z', true)).toBe(1);
  await earn('EUR', 3, '2027-01-20');
  await earn('EUR', 4, '2027-02-01');
  expect(await settle('2027-01', '2027-02-01T06:00:00Z')).toBe(1);
  expect(await settle('2027-01', '2027-02-01T06:00:00Z')).toBe(0);
  expect(await statements('EUR')).toEqual([
    ['2027-01', 1, 'issued', 100],
    ['2027-01', 2, 'issued', 20],
    ['2027-01', 3, 'issued', 3],
    ['2027-02', 1, 'open', 0],
  ]);
});

test('a month with nothing after its early closing has no further statement', async () => {
  await earn('JPY', 100, '2027-03-10');
  await settle('2027-03', '2027-03-12T00:00:00Z', true);
  await settle('2027-03', '2027-04-01T06:00:00Z');
  await earn('JPY', 7, '2027-04-02');
  await settle('2027-04', '2027-05-01T06:00:00Z');
  expect(await statements('JPY')).toEqual([
    ['2027-03', 1, 'issued', 100],
    ['2027-04', 1, 'issued', 7],
    ['2027-05', 1, 'open', 0],
  ]);
});

test('the running month is not closed by accident', () => {
  const now = '2027-06-15T00:00:00Z';
  expect(() => planOf({ dueAt: now, now, month: '2027-06' }, 'UTC')).toThrow(/not over/);
});

describe('an operator', () => {
  const runs: unknown[] = [];
  const gateway = {
    isRunning: async () => false,
    startRun: async (month: string, how: object) => {
      runs.push([month, how]);
    },
    outcomeOf: async (month: string) => ({ month, issued: 0 }),
  } as unknown as Parameters<typeof createSettlementOperations>[0]['gateway'];
  const operator = { operator: 'filipa', address: 'here' };
  const at = (now: string) => {
    const deps = { orm: books.orm, gateway, timeZone: TIME_ZONE, now: () => new Date(now) };
    const operations = createSettlementOperations(deps);
    return {
      settle: (month: string | undefined, partial: boolean) =>
        operations.settle(operator, month, { partial, waitMs: 0 }),
    };
  };

  test('settles the last month that is over, or says that the running one is closed early', async () => {
    await at('2020-03-05T00:00:00Z').settle(undefined, false);
    await at('2020-03-05T00:00:00Z').settle(undefined, true);
    expect(runs).toEqual([
      ['2020-02', { partial: false }],
      ['2020-03', { partial: true }],
    ]);
    await expect(at('2020-03-05T00:00:00Z').settle('2020-03', false)).rejects.toThrow(/is not over/);
    await expect(at('2020-03-05T00:00:00Z').settle('2020-02', true)).rejects.toThrow(/is over/);
    await expect(at('2020-03-05T00:00:00Z').settle('2020-04', true)).rejects.toThrow(/has not begun/);
  });

  test('settles no month before the one that comes first', async () => {
    await earn('CHF', 1, '2027-08-10');
    const early = at('2027-09-10T00:00:00Z').settle(undefined, true);
    await expect(early).rejects.toThrow('2027-08 is not settled yet: settle it first');
    await settle('2027-08', '2027-09-10T00:00:00Z');
    expect(await at('2027-09-10T00:00:00Z').settle(undefined, true)).toEqual({ month: '2027-09', issued: 0 });
  });
});

test('a statement that a run has not closed yet, although it is due, stays that month’s', async () => {
  await earn('KWD', 100, '2027-06-10');
  const closing = { month: '2027-06', closeAt: new Date('2027-06-30T23:00:00Z'), isWholeMonth: true };
  // The run goes on while another worker is about to close it.
  await rollStatementsForward(fork(), closing);
  for (const { settlementId } of await selectDue(fork(), closing, '', 10))
    await closeStatement(fork(), settlementId, closing, closing.closeAt);
  expect(await statements('KWD')).toEqual([
    ['2027-06', 1, 'issued', 100],
    ['2027-07', 1, 'open', 0],
  ]);
});
