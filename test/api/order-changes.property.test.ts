/**
 * Random changes, answers, confirmations, cancellations and refunds at once, over few guides and few days, through a
 * whole platform. Whatever was answered, what the books say afterwards must fit together.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Order, OrderChange, OrderEvent, Reservation } from '../../db/entities/index.ts';
import { LIVE_STATES } from '../../domain/order-state.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { listSettlements, readSettlement } from '../../services/settlements/reading.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide } from '../support/merchants.ts';
import { createRandom, type Random } from '../support/random.ts';
import { until } from '../support/until.ts';

const SEEDS = [1, 2, 3, 4];
const ROUNDS = 25;
const AT_ONCE = 6;
/** So few that trips want the same ones. */
const DAYS = 30;
const CONTACT = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };

const refused = new Set<number>();
let platform: LivePlatform;
beforeAll(async () => {
  platform = await createLivePlatform();
});
afterAll(() => platform.close());

test.each(SEEDS)('days, prices, postings, statements and workflows agree (%i)', async (seed) => {
  const random = createRandom(seed);
  const guides = await createGuides(seed);
  const orders: string[] = [];
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const asked = Array.from({ length: AT_ONCE }, () => act(random, guides, orders, acknowledged));
    const codes = await Promise.all(asked);
    // Nothing but what the documents name.
    for (const code of codes) refused.add(code);
    expect(codes.filter((code) => ![200, 40001, 40901, 40902].includes(code))).toEqual([]);
  }
  await compareDays();
  await compareHistories(acknowledged);
  await compareWorkflows();
  await finish(orders);
  await compareDays();
  await compareMoney();
});

test('the dice left out nothing that matters', async () => {
  const rows = await fork().execute<{ reason: string }[]>('select distinct reason from order_event');
  const seen = rows.map(({ reason }) => reason);
  expect(seen).toEqual(
    expect.arrayContaining([
      ...['changed_by_merchant', 'change_requested_by_merchant', 'change_accepted_by_studio'],
      ...['refunded_by_studio', 'completed_by_studio', 'cancelled_by_merchant'],
    ]),
  );
  const fees = `select from orders where price_breakdown @> '[{"kind": "change_fee"}]'`;
  expect((await fork().execute<unknown[]>(fees)).length).toBeGreaterThan(0);
  expect(refused.has(40902)).toBe(true);
});

/** One asks for its studio's consent, one does not. */
async function createGuides(seed: number): Promise<string[]> {
  const cancellationPolicy = { preset: 'custom', tiers: [{ daysBefore: 25, refundShare: 5_000 }] } as const;
  const guestSurcharge = { fromGuest: 3, amountPerDay: 333 };
  const terms = { maxGuests: 6, dayRate: 10_007, cancellationPolicy, guestSurcharge };
  const [asking, instant] = [`G70${seed}`, `G71${seed}`];
  await createGuide(platform, { ...terms, id: asking });
  await createGuide(platform, { ...terms, id: instant, changeRule: 'instant' });
  return [asking, asking, instant];
}

/** Trips that are confirmed take place. */
async function finish(orders: readonly string[]): Promise<void> {
  for (const orderId of orders) {
    await post('studio', `start/${orderId}`, {});
    await post('studio', `complete/${orderId}`, {});
  }
}

/** Asks for something, as whoever may. @returns the answer's code. */
async function act(
  random: Random,
  guides: readonly string[],
  orders: string[],
  acknowledged: string[],
): Promise<number> {
  // The last ones: the others have mostly come to their end.
  const orderId = orders.length > 3 ? random.pick(orders.slice(-8)) : undefined;
  if (orderId === undefined || random.chance(0.15)) {
    const { code, data } = await post('agency', 'create', {
      ...trip(random),
      guideId: random.pick(guides),
      ...CONTACT,
    });
    if (code === 200) orders.push(data.orderId);
    return code;
  }
  const [side, action] = random.pick(ACTIONS);
  const { code, data } = await post(side, `${action}/${orderId}`, bodyOf(random, action));
  if (code === 200 && action === 'change') acknowledged.push(data.change.changeId);
  return code;
}

const ACTIONS = [
  ...Array.from({ length: 9 }, () => ['agency', 'change'] as const),
  ...Array.from({ length: 5 }, () => ['studio', 'confirm'] as const),
  ...Array.from({ length: 5 }, () => ['studio', 'change-accept'] as const),
  ...Array.from({ length: 2 }, () => ['studio', 'change-decline'] as const),
  ...Array.from({ length: 5 }, () => ['agency', 'change-withdraw'] as const),
  ...Array.from({ length: 2 }, () => ['studio', 'refund'] as const),
  ...Array.from({ length: 3 }, () => ['studio', 'complete'] as const),
  ['agency', 'cancel'],
  ['studio', 'cancel'],
  ['studio', 'start'],
] as const;

function bodyOf(random: Random, action: string): object {
  if (action === 'refund') return { amount: random.between(1, 6_000) / 100, reason: 'rain' };
  if (action !== 'change') return {};
  return random.chance(0.2) ? { remark: `r${random.between(0, 9)}` } : trip(random);
}

function trip(random: Random) {
  return {
    tripDate: addDays(todayIn('Europe/Lisbon', new Date()), 20 + random.between(0, DAYS)),
    tripDays: random.between(1, 3),
    guestCount: random.between(1, 6),
  };
}

async function post(side: 'agency' | 'studio', path: string, payload: object) {
  const request = { method: 'POST', url: `/open/v1/order/${path}`, payload } as const;
  return (await platform.as(platform.sandbox[side], request)).json();
}

const fork = () => platform.orm.em.fork();

/** Each live order has its guide's time, exactly; nobody else has any. Overlaps are for the constraint. */
async function compareDays(): Promise<void> {
  const live = await fork().find(Order, { status: { $in: [...LIVE_STATES] } });
  const reserved = await fork().find(Reservation, {});
  const text = (id: string, start: Date, end: Date) => `${id} ${start.toISOString()} ${end.toISOString()}`;
  expect(reserved.map((one) => text(one.id, one.startAt, one.endAt)).sort()).toEqual(
    live.map((one) => text(one.id, one.tripStartAt, one.tripEndAt)).sort(),
  );
}

/** Each change that was acknowledged is in the books, once; numbers have no gaps; each step is told. */
async function compareHistories(acknowledged: readonly string[]): Promise<void> {
  const changes = await fork().find(OrderChange, {});
  expect(acknowledged.filter((id) => changes.filter((one) => one.id === id).length !== 1)).toEqual([]);
  expect(changes.filter(({ status }) => status === 'prepared')).toEqual([]);
  for (const order of await fork().find(Order, {})) {
    const events = await fork().find(OrderEvent, { orderId: order.id }, { orderBy: { sequence: 'asc' } });
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    expect(events.at(-1)).toMatchObject({ sequence: order.sequence, toStatus: order.status });
    const own = changes.filter(({ orderId }) => orderId === order.id);
    const steps = events.filter(({ reason }) => /^change(d_|_accepted)/.test(reason));
    expect(own.filter(({ status }) => status === 'applied')).toHaveLength(steps.length);
    const notified = await fork().execute<{ sequence: number }[]>(
      'select sequence from notification where order_id = ? and merchant_key = ? order by sequence',
      [order.id, order.merchantKey],
    );
    expect(notified.map(({ sequence }) => sequence)).toEqual(events.map(({ sequence }) => sequence));
  }
}

/** Lines sum to totals; what is earned is posted, balanced, and on both sides' statements. */
async function compareMoney(): Promise<void> {
  const orders = await fork().find(Order, {});
  const earned = { agency: 0, studio: 0 };
  for (const { totalAmount, priceBreakdown, refundAmount, status } of orders) {
    expect((priceBreakdown ?? []).reduce((sum, { amount }) => sum + amount, 0)).toBe(totalAmount);
    const gross = totalAmount - (refundAmount ?? 0);
    expect(gross).toBeGreaterThanOrEqual(0);
    if (status !== 'completed' && status !== 'cancelled') continue;
    earned.agency -= gross;
    earned.studio += gross;
  }
  const unbalanced = await fork().execute(
    'select posting_id from ledger_entry group by 1 having sum(gross) <> 0 or sum(commission) <> 0',
  );
  expect(unbalanced).toEqual([]);
  for (const side of ['agency', 'studio'] as const) {
    const key = platform.sandbox[side].clientId;
    let lines = 0;
    for (const { settlementId } of (await listSettlements(fork(), key, { size: 100 }, 'UTC')).list) {
      const statement = await readSettlement(fork(), key, settlementId, { size: 1_000 }, 'UTC');
      lines += statement.lines.reduce((sum, { gross }) => sum + Math.round(gross * 100), 0);
    }
    expect({ side, lines }).toEqual({ side, lines: earned[side] });
  }
}

/** Each workflow waits for the instant that its order's row has. */
async function compareWorkflows(): Promise<void> {
  // An order is acknowledged before its workflow is started.
  await until(async () => (await fork().count(Order, { workflowStartedAt: null })) === 0);
  for (const order of await fork().find(Order, { status: { $in: [...LIVE_STATES] } })) {
    const due = { pending: order.confirmBy, confirmed: order.tripStartAt, in_progress: order.tripEndAt };
    const instant = due[order.status as keyof typeof due].toISOString();
    const handle = platform.temporal.client.workflow.getHandle(order.id);
    await until(async () => {
      const details = JSON.stringify(await handle.query('__temporal_workflow_metadata'));
      return details.includes(order.status) && details.includes(instant);
    });
  }
}
