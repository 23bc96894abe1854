/**
 * `npm run proof -- offers`: offers at an instant, 100,000 of them (OFFERS), as quotes, bookings, the calendar and OCTO answer them,
 * and what becomes of holds and orders, against a model in Python that has read the documentation only. SEED names the first world.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestApp } from '../support/app.ts';
import { createMerchant } from '../support/merchants.ts';
import { orderService } from '../support/orders-app.ts';
import { createClockwork } from './clockwork.ts';
import { type Answer, askAll, type Platform } from './doors.ts';
import { type Model, openModel } from './python-model.ts';
import { AGENCIES, makeWorld, type Step } from './worlds.ts';

const OFFERS = Number(process.env.OFFERS ?? 100_000);
const SEED = Number(process.env.SEED ?? 1);

/** So many offers meet all of MET. */
const ENOUGH = 50_000;
/** Each is met in some world: code, or reason, or what became of a change. */
const MET = [
  ...['quote 200', 'quote 40001', 'create 200', 'create 40902', 'create 40908', 'calendar', 'octo'],
  ...['hold 200', 'changeHold 200', 'changeHold 40902', 'changeHold 40907', 'changeHold 40908'],
  ...['bookHold 200', 'bookHold 40907', 'takeQuote 200', 'takeQuote 40001', 'takeQuote 40902', 'release 200'],
  ...[
    'changeQuote 200',
    'change 40001',
    'change 40901',
    'change 40902',
    'change 40908',
    'applied',
    'requested',
  ],
  ...['answerChange 200', 'answerChange 40901', 'move 200', 'move 40901', 'refund 200', 'refund 40001'],
  ...[
    'octoReserve ON_HOLD',
    'octoReserve UNPROCESSABLE_ENTITY',
    'octoUpdate ON_HOLD',
    'octoUpdate CONFIRMED',
  ],
  ...['octoConfirm PENDING', 'octoConfirm CONFIRMED', 'octoCancel CANCELLED'],
  ...['already_booked', 'too_few_places', 'not_on_sale', 'needs_instant_confirmation', 'order_state'],
];

let platform: Platform;
let model: Model;
beforeAll(async () => {
  const api = await createTestApp();
  const clockwork = createClockwork(api);
  const app = await api.another({ orders: orderService(api, api.orm, clockwork) });
  const [first, other] = AGENCIES;
  const agencies = { [first]: api.sandbox.agency, [other]: await createMerchant(api, other) };
  platform = { api, app, clockwork, agencies };
  model = await openModel();
}, 120_000);
afterAll(async () => {
  model.close();
  await platform.api.close();
});

test('every offer is what the model says', async () => {
  const counts: Record<string, number> = {};
  const count = (name: string, by = 1) => {
    counts[name] = (counts[name] ?? 0) + by;
  };
  let offers = 0;
  for (let seed = SEED; offers < OFFERS; seed++) {
    const world = makeWorld(seed);
    const expected = await model.answers(world);
    const answered = await askAll(platform, world);
    for (const [index, step] of world.steps.entries()) {
      const where = { seed, now: world.now, timeZone: world.guide.timeZone, step };
      expect({ ...where, answer: answered[index] }).toEqual({ ...where, answer: expected[index] });
      offers += offersIn(step, answered[index] as Answer);
      count(nameOf(step, answered[index] as Answer));
      const { status, obstacles = [] } = answered[index] as Answer;
      for (const reason of [...obstacles, status]) if (typeof reason === 'string') count(reason);
    }
  }
  // What is never met is not shown to agree.
  console.log(offers, counts);
  if (OFFERS >= ENOUGH) expect(MET.filter((name) => counts[name] === undefined)).toEqual([]);
}, 3_600_000);

function nameOf({ door }: Step, { code, error, octo = error ?? code }: Answer): string {
  return octo === undefined ? door : `${door} ${octo}`;
}

/** One for a trip that is asked for, one for each start of a calendar. */
function offersIn({ door }: Step, answer: Answer): number {
  if (door === 'octo') return answer.length;
  if (door !== 'calendar') return 1;
  return (answer as Answer[]).reduce(
    (sum, { times = [] }) =>
      sum + 1 + times.reduce((all: number, one: Answer) => all + one.startTimes.length, 0),
    0,
  );
}
