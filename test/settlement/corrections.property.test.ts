import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Order } from '../../db/entities/index.ts';
import { closeStatement, selectDue } from '../../db/queries/money/closing.ts';
import { adjustAccount, refundOrder, reversePosting } from '../../db/queries/money/corrections.ts';
import { toDecimal } from '../../domain/money.ts';
import { viewOrder } from '../../domain/order-view.ts';
import { listSettlements, readSettlement } from '../../services/settlements/reading.ts';
import {
  AGENCIES,
  type Books,
  createBooks,
  type OrderPlan,
  STUDIOS,
  TIME_ZONE,
} from '../support/data/books.ts';
import { halfEven } from './model.ts';

const [AGENCY, STUDIO] = [AGENCIES[0]!, STUDIOS[0]!];
const MONTHS = ['2027-01', '2027-02', '2027-03'];
const AT = new Date('2027-01-15T12:00:00Z');

interface Terms {
  readonly currency: string;
  readonly total: number;
  readonly rate: number;
  /** Cancelled with this share of it back, or completed. */
  readonly refundShare: number | null;
}

const terms: fc.Arbitrary<Terms> = fc.record({
  currency: fc.constantFrom('JPY', 'EUR', 'KWD'),
  total: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 9_999_999_999_999 })),
  rate: fc.oneof(fc.constantFrom(1_250, 5_000, 10_000), fc.integer({ min: 0, max: 10_000 })),
  refundShare: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 9_999 })),
});

type Step =
  | { readonly kind: 'refund'; readonly share: number }
  | { readonly kind: 'adjust'; readonly amount: number }
  | { readonly kind: 'reverse'; readonly pick: number }
  | { readonly kind: 'close' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      share: fc.integer({ min: 1, max: 10_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('adjust' as const), amount: fc.constantFrom(-7, 3, 100) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('reverse' as const), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const) }) },
);

/** A correction that was made: whether it stands is the model's whole memory. */
interface Made {
  readonly id: string;
  readonly kind: 'refund' | 'adjust';
  readonly amount: number;
  stands: boolean;
}

test('whatever is refunded, adjusted and reversed: order, ledger and statements end as if only what stands had happened', async () => {
  const property = fc.asyncProperty(terms, fc.array(step, { maxLength: 14 }), async (plan, steps) => {
    const books = await createBooks();
    try {
      const orderId = await earn(books, plan);
      const made = await carryOut(books, orderId, plan, steps);
      await compare(books, orderId, plan, made);
    } finally {
      await books.close();
    }
  });
  const found: Terms = { currency: 'EUR', total: 12, rate: 1_250, refundShare: null };
  const reported: Step[] = [
    { kind: 'refund', share: 6_667 },
    { kind: 'refund', share: 10_000 },
    { kind: 'reverse', pick: 0 },
  ];
  await fc.assert(property, { numRuns: 25, examples: [[found, reported]] });
});

test('a refund that two operators reverse at the same time is reversed once', async () => {
  const books = await createBooks();
  try {
    const plan = { currency: 'EUR', total: 100, rate: 1_250, refundShare: null };
    const orderId = await earn(books, plan);
    await refundOrder(fork(books), orderId, 30, correction('a'));
    const reverse = () => reversePosting(fork(books), `refund:${orderId}:a`, correction('r'));
    const outcomes = await Promise.allSettled([reverse(), reverse(), reverse()]);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'));
    await compare(books, orderId, plan, []);
  } finally {
    await books.close();
  }
});

const fork = (books: Books) => books.orm.em.fork();
const correction = (key: string) => ({ key, reason: 'asked', operator: 'ops', at: AT, timeZone: TIME_ZONE });

async function earn(books: Books, { refundShare, ...plan }: Terms): Promise<string> {
  const order: OrderPlan = { ...plan, agency: AGENCY, studio: STUDIO, refundShare: refundShare ?? 0 };
  const id = await books.order(order);
  const path =
    refundShare === null
      ? (['confirmed', 'in_progress', 'completed'] as const)
      : (['confirmed', 'cancelled'] as const);
  await books.move(id, path, AT);
  return id;
}

function earned({ total, refundShare }: Terms): number {
  return refundShare === null ? total : total - halfEven(total, refundShare);
}

const standing = (made: readonly Made[], kind: Made['kind']) =>
  made.filter((one) => one.stands && one.kind === kind).reduce((sum, { amount }) => sum + amount, 0);

async function carryOut(books: Books, orderId: string, plan: Terms, steps: readonly Step[]): Promise<Made[]> {
  const made: Made[] = [];
  const months = [...MONTHS];
  for (const [index, one] of steps.entries()) {
    const key = `k${index}`;
    if (one.kind === 'refund') {
      const left = earned(plan) - standing(made, 'refund');
      const amount = Math.ceil((left * one.share) / 10_000);
      if (amount === 0) continue;
      await refundOrder(fork(books), orderId, amount, correction(key));
      made.push({ id: `refund:${orderId}:${key}`, kind: 'refund', amount, stands: true });
    } else if (one.kind === 'adjust') {
      const to = { merchantKey: STUDIO, currency: plan.currency, amount: one.amount };
      await adjustAccount(fork(books), to, correction(key));
      made.push({ id: `adjustment:${STUDIO}:${key}`, kind: 'adjust', amount: one.amount, stands: true });
    } else if (one.kind === 'reverse') {
      const target = made[one.pick % Math.max(1, made.length)];
      if (!target) continue;
      await reversePosting(fork(books), target.id, correction(key));
      target.stands = false;
    } else {
      await closeMonth(books, months.shift());
    }
  }
  return made;
}

async function closeMonth(books: Books, month: string | undefined): Promise<void> {
  if (month === undefined) return;
  const closing = { month, closeAt: new Date('2027-12-01T00:00:00Z'), isWholeMonth: true };
  for (const { settlementId } of await selectDue(fork(books), closing, '', 10))
    await closeStatement(fork(books), settlementId, closing, AT);
}

async function compare(books: Books, orderId: string, plan: Terms, made: readonly Made[]): Promise<void> {
  const gross = earned(plan) - standing(made, 'refund');
  const commission = halfEven(gross, plan.rate);
  const adjusted = standing(made, 'adjust');

  const order = await fork(books).findOneOrFail(Order, orderId);
  expect(viewOrder(order, [], 'studio').commission.amount).toBe(toDecimal(commission, plan.currency));

  const expected = {
    [AGENCY]: { gross: 0 - gross, commission: 0 },
    [STUDIO]: { gross: gross + adjusted, commission },
  };
  for (const [key, sums] of Object.entries(expected)) {
    expect({ key, ...(await ledgerSums(books, key)) }).toEqual({ key, ...sums });
    expect({ key, ...(await statementSums(books, key, plan.currency)) }).toEqual({ key, ...sums });
  }
}

async function ledgerSums(books: Books, key: string) {
  const [sums] = await fork(books).execute<{ gross: number; commission: number }[]>(
    `select coalesce(sum(gross), 0)::float8 as gross, coalesce(sum(commission), 0)::float8 as commission
     from ledger_entry where account_id like 'merchant:' || ? || '/%'`,
    [key],
  );
  return sums;
}

/** Of all lines that the merchant sees, over all its statements; each statement's own sums agree. */
async function statementSums(books: Books, key: string, currency: string) {
  const { list } = await listSettlements(fork(books), key, { size: 100 }, TIME_ZONE);
  const sums = { gross: 0, commission: 0 };
  const minor = (decimal: number) => Math.round(decimal * 10 ** { JPY: 0, EUR: 2, KWD: 3 }[currency]!);
  for (const { settlementId } of list) {
    const statement = await readSettlement(fork(books), key, settlementId, { size: 1_000 }, TIME_ZONE);
    const own = { gross: 0, commission: 0 };
    for (const line of statement.lines) {
      own.gross += minor(line.gross);
      own.commission += minor(line.commission);
    }
    expect(own).toEqual({ gross: minor(statement.gross), commission: minor(statement.commission) });
    sums.gross += own.gross;
    sums.commission += own.commission;
  }
  return sums;
}
