import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { closeStatement, rollStatementsForward, selectDue } from '../../db/queries/money/closing.ts';
import { adjustAccount, refundOrder } from '../../db/queries/money/corrections.ts';
import { endOfMonth } from '../../domain/settlement-month.ts';
import {
  AGENCIES,
  type Books,
  createBooks,
  type OrderPlan,
  STUDIOS,
  TIME_ZONE,
} from '../support/data/books.ts';
import { halfEven, StatementModel } from './model.ts';

const MONTHS = ['2027-01', '2027-02', '2027-03', '2027-04'];
/** Each has books of its own, half a second to make: the one test takes 20 seconds. */
const RUNS = 40;

const plan: fc.Arbitrary<OrderPlan> = fc.record({
  agency: fc.constantFrom(...AGENCIES),
  studio: fc.constantFrom(...STUDIOS),
  currency: fc.constantFrom('JPY', 'EUR', 'KWD'),
  total: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 5_000_000 })),
  rate: fc.oneof(fc.constantFrom(0, 10_000, 1_250), fc.integer({ min: 0, max: 10_000 })),
  refundShare: fc.constantFrom(0, 3_333, 5_000, 10_000),
});

interface Ordered {
  readonly id: string;
  readonly plan: OrderPlan;
  readonly isCompleted: boolean;
  /** Of its last event: a studio's refund is dated no earlier (domain/happening.ts). */
  lastAt: Date;
}

type Changed = Extract<Step, { kind: 'changed' }>;
type Step =
  | { readonly kind: 'complete' | 'cancelPending' | 'cancelConfirmed'; readonly plan: OrderPlan }
  /** Confirmed, changed to another price, given back some of; then completed or cancelled. */
  | {
      readonly kind: 'changed';
      readonly plan: OrderPlan;
      readonly price: number;
      readonly share: number;
      readonly isCancelled: boolean;
    }
  | { readonly kind: 'studioRefund'; readonly pick: number; readonly share: number }
  | { readonly kind: 'refund'; readonly pick: number; readonly share: number }
  | { readonly kind: 'adjust'; readonly key: string; readonly currency: string; readonly amount: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('complete' as const), plan }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancelConfirmed' as const), plan }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancelPending' as const), plan }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('changed' as const),
      plan,
      price: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 5_000_000 })),
      share: fc.constantFrom(0, 0, 1, 3_333, 10_000),
      isCancelled: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('studioRefund' as const),
      pick: fc.nat(),
      share: fc.integer({ min: 1, max: 10_000 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      pick: fc.nat(),
      share: fc.integer({ min: 1, max: 10_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('adjust' as const),
      key: fc.constantFrom(...AGENCIES, ...STUDIOS),
      currency: fc.constantFrom('JPY', 'EUR', 'KWD'),
      amount: fc.integer({ min: -9_999, max: 9_999 }).filter((amount) => amount !== 0),
    }),
  },
);

/** When a step is recorded: in which month, before or after the closing of the month before; and how late it is. */
const timed = fc.record({
  month: fc.nat({ max: MONTHS.length - 1 }),
  /** Months before its recording that it happened in; above zero it is late. */
  late: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 }) },
  ),
  second: fc.nat({ max: 27 * 86_400 }),
  step,
});

test('statements partition the ledger exactly and equal what the histories say, for any history', async () => {
  const property = fc.asyncProperty(fc.array(timed, { minLength: 1, maxLength: 30 }), async (history) => {
    const books = await createBooks();
    try {
      const model = new StatementModel();
      await live(books, model, history);
      await compare(books, model);
    } finally {
      await books.close();
    }
  });
  await fc.assert(property, { numRuns: RUNS });
  // Forty databases, and dozens of statements in each: minutes on a machine that does six other things.
}, 600_000);

type Timed = typeof timed extends fc.Arbitrary<infer T> ? T : never;

/** Month after month: what is recorded in it, then its closing. */
async function live(books: Books, model: StatementModel, history: readonly Timed[]): Promise<void> {
  const orders: Ordered[] = [];
  let number = 0;
  for (const [index, month] of MONTHS.entries()) {
    for (const one of history.filter((entry) => entry.month === index)) {
      const happened = MONTHS[Math.max(0, index - one.late)]!;
      const at = new Date(Date.parse(`${happened}-01T12:00:00Z`) + one.second * 1_000);
      await carryOut(books, model, orders, one.step, at, ++number);
    }
    await closeMonth(books, model, month);
  }
}

async function carryOut(
  books: Books,
  model: StatementModel,
  orders: Ordered[],
  step: Step,
  at: Date,
  number: number,
): Promise<void> {
  const correction = { key: `k${number}`, reason: 'asked for', operator: 'ops', at, timeZone: TIME_ZONE };
  if (step.kind === 'adjust') {
    const { key: merchantKey, currency, amount } = step;
    await adjustAccount(books.orm.em.fork(), { merchantKey, currency, amount }, correction);
    model.adjust(`${merchantKey}/${currency}`, amount, at);
  } else if (step.kind === 'changed') {
    const id = await books.order(step.plan);
    const gross = await change(books, id, step, at);
    orders.push({ id, plan: step.plan, isCompleted: !step.isCancelled, lastAt: at });
    model.earn(id, step.plan, gross, at);
  } else if (step.kind === 'studioRefund') {
    const order = orders[step.pick % Math.max(1, orders.length)];
    const amount = order ? Math.ceil((model.keptOf(order.id) * step.share) / 10_000) : 0;
    if (!order || amount === 0 || !order.isCompleted) return;
    await books.refund(order.id, amount, at);
    if (at > order.lastAt) order.lastAt = at;
    model.refund(order.id, order.plan, amount, order.lastAt);
  } else if (step.kind === 'refund') {
    const order = orders[step.pick % Math.max(1, orders.length)];
    const amount = order ? Math.ceil((model.keptOf(order.id) * step.share) / 10_000) : 0;
    if (!order || amount === 0) return;
    await refundOrder(books.orm.em.fork(), order.id, amount, correction);
    model.refund(order.id, order.plan, amount, at);
  } else {
    const id = await books.order(step.plan);
    orders.push({ id, plan: step.plan, isCompleted: step.kind === 'complete', lastAt: at });
    await books.move(id, PATHS[step.kind], at);
    model.earn(id, step.plan, grossOf(step), at);
  }
}

/** @returns what the order brings in, by the rules of docs/orders.md. */
async function change(books: Books, id: string, step: Changed, at: Date): Promise<number> {
  const { total, refundShare } = step.plan;
  await books.move(id, ['confirmed'], at);
  await books.reprice(id, step.price, at);
  // Of what it saves, the policy's share comes back.
  const saved = Math.max(0, total - step.price);
  const changed = step.price + saved - halfEven(saved, refundShare);
  const given = Math.ceil((changed * step.share) / 10_000);
  if (given > 0) await books.refund(id, given, at);
  await books.move(id, step.isCancelled ? ['cancelled'] : ['in_progress', 'completed'], at);
  const left = changed - given;
  return step.isCancelled ? left - halfEven(left, refundShare) : left;
}

const PATHS = {
  complete: ['confirmed', 'in_progress', 'completed'],
  cancelConfirmed: ['confirmed', 'cancelled'],
  cancelPending: ['cancelled'],
} as const;

function grossOf({ kind, plan: { total, refundShare } }: Step & { plan: OrderPlan }): number {
  if (kind === 'complete') return total;
  return kind === 'cancelConfirmed' ? total - halfEven(total, refundShare) : 0;
}

async function closeMonth(books: Books, model: StatementModel, month: string): Promise<void> {
  const closeAt = endOfMonth(month, TIME_ZONE);
  const closing = { month, closeAt, isWholeMonth: true };
  const due = await selectDue(books.orm.em.fork(), closing, '', 1_000);
  // Twice, and at the same time: closing is idempotent.
  await Promise.all(
    [...due, ...due].map(({ settlementId }) =>
      closeStatement(books.orm.em.fork(), settlementId, closing, closeAt),
    ),
  );
  await rollStatementsForward(books.orm.em.fork(), closing);
  model.close(month, closeAt);
}

async function compare(books: Books, model: StatementModel): Promise<void> {
  const em = books.orm.em.fork();
  const unbalanced = await em.execute(
    'select posting_id from ledger_entry group by 1 having sum(amount) <> 0 or sum(gross) <> 0',
  );
  expect(unbalanced).toEqual([]);

  const lines = await em.execute<{ place: string; gross: number; commission: number; at: Date }[]>(
    `select substr(e.account_id, 10) || coalesce(' ' || s.month, '') as place, e.gross::float8 as gross,
       e.commission::float8 as commission, e.occurred_at as at
     from ledger_entry e join ledger_account a on a.id = e.account_id and a.kind = 'merchant'
     left join settlement_line l on l.entry_id = e.id left join settlement s on s.id = l.settlement_id`,
  );
  const found = lines.map(({ place, gross, commission, at }) => text(place, gross, commission, new Date(at)));
  const settled = [...model.statements].flatMap(([place, list]) =>
    list.map((line) => text(place, line.gross, line.commission, line.at)),
  );
  const waiting = model.waiting.map((line) => text(line.account, line.gross, line.commission, line.at));
  expect(found.sort()).toEqual([...settled, ...waiting].sort());

  const statements = await em.execute<{ place: string; lines: number; balance: number }[]>(
    `select substr(account_id, 10) || ' ' || month as place, line_count as lines, balance::float8 as balance
     from settlement where status = 'issued'`,
  );
  const expected = [...model.statements].map(([place, list]) => ({
    place,
    lines: list.length,
    balance: list.reduce((sum, { gross, commission }) => sum + gross - commission, 0),
  }));
  const byPlace = (a: { place: string }, b: { place: string }) => (a.place < b.place ? -1 : 1);
  expect(statements.sort(byPlace)).toEqual(expected.sort(byPlace));
}

function text(place: string, gross: number, commission: number, at: Date): string {
  return `${place}: ${gross} - ${commission} at ${at.toISOString()}`;
}
