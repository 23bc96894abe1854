/**
 * `npm run proof -- offers`: offers at an instant, 100,000 of them (OFFERS), as quotes, bookings, the calendar and OCTO answer them,
 * against a model in Python that has read the documentation only. SEED names the first world.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { addDays } from '../../domain/trip.ts';
import type { TestApp } from '../support/app.ts';
import { createMerchant } from '../support/merchants.ts';
import { createOrdersApp } from '../support/orders-app.ts';
import { type Model, openModel } from './python-model.ts';
import { AGENCIES, makeWorld, type Step, type World } from './worlds.ts';

const OFFERS = Number(process.env.OFFERS ?? 100_000);
const SEED = Number(process.env.SEED ?? 1);
const CONTACT = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };

// biome-ignore lint/suspicious/noExplicitAny: as the API answers; what it has to be the model says
type Answer = Record<string, any>;

let api: TestApp;
let app: FastifyInstance;
let model: Model;
let agencies: Record<Step['by'], ClientCredentials>;
beforeAll(async () => {
  ({ api, app } = await createOrdersApp());
  const [first, other] = AGENCIES;
  agencies = { [first]: api.sandbox.agency, [other]: await createMerchant(api, other) };
  model = await openModel();
}, 120_000);
afterAll(async () => {
  model.close();
  await api.close();
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
    const answered = await askAll(world);
    for (const [index, step] of world.steps.entries()) {
      const where = { seed, now: world.now, timeZone: world.guide.timeZone, step };
      expect({ ...where, answer: answered[index] }).toEqual({ ...where, answer: expected[index] });
      offers += offersIn(step, answered[index] as Answer);
      count(nameOf(step, answered[index] as Answer));
      for (const reason of (answered[index] as Answer).obstacles ?? []) count(reason);
    }
  }
  // What is never met is not shown to agree.
  console.log(offers, counts);
  const answers = ['quote 200', 'quote 40001', 'create 200', 'create 40902', 'calendar', 'octo'];
  for (const name of [...answers, 'already_booked', 'too_few_places', 'not_on_sale'])
    expect(counts[name]).toBeGreaterThan(0);
}, 3_600_000);

function nameOf({ door }: Step, { code }: Answer): string {
  return code === undefined ? door : `${door} ${code}`;
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

async function askAll({ now, guide, steps }: World): Promise<unknown[]> {
  api.clock.now = new Date(now);
  const write = await senderOf(api.sandbox.studio);
  const { restDays, blocked, ...body } = guide;
  const made = await write('POST', '/open/v1/guide/create', body);
  expect([body, made]).toMatchObject([body, { code: 200 }]);
  const { guideId } = made.data;
  if (restDays || blocked) {
    const closed = await write('PUT', `/open/v1/guide/availability/${guideId}`, { restDays, blocked });
    expect(closed).toMatchObject({ code: 200 });
  }
  const answers: unknown[] = [];
  for (const { door, ask, by } of steps)
    answers.push(await DOORS[door](await senderOf(agencies[by]!), guideId, ask));
  return answers;
}

type Send = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => Promise<Answer>;

async function senderOf(client: ClientCredentials): Promise<Send> {
  const authorization = `Bearer ${await api.token(client)}`;
  return async (method, url, payload) => {
    const headers = { authorization, 'octo-capabilities': 'octo/pricing' };
    const options: InjectOptions = { method, url, headers, ...(payload && { payload }) };
    return (await app.inject(options)).json();
  };
}

/** Each asks as a client does, and answers in the model's words. */
const DOORS: Record<Step['door'], (ask: Send, guideId: string, trip: Answer) => Promise<unknown>> = {
  async quote(ask, guideId, trip) {
    const { code, data } = await ask('POST', '/open/v1/order/quote', { guideId, ...trip });
    if (code !== 200) return { code, problems: problemsOf(data) };
    return {
      ...{ code, available: data.available, capacity: data.capacity, placesLeft: data.placesLeft },
      obstacles: reasonsOf(data.obstacleDetails),
      terms: data.cancellationTerms,
      ...shared(data),
    };
  },
  async create(ask, guideId, trip) {
    const { code, data } = await ask('POST', '/open/v1/order/create', { guideId, ...trip, ...CONTACT });
    if (code === 200) return { code, ...shared(data) };
    return code === 40001
      ? { code, problems: problemsOf(data) }
      : { code, obstacles: reasonsOf(data?.details ?? []) };
  },
  async calendar(ask, guideId, { from, days }) {
    const to = addDays(from, days - 1);
    const url = `/open/v1/guide/calendar?guideIds=${guideId}&from=${from}&to=${to}&withTimes=true`;
    return (await ask('GET', url)).data.list[0].days;
  },
  async octo(ask, productId, { from, days, optionId, guests }) {
    const [localDateStart, localDateEnd] = [from, addDays(from, days - 1)];
    const units = guests.guests
      ? guests.guests.map((one: Answer) => ({ id: one.kind, quantity: one.count }))
      : [{ id: 'adult', quantity: guests.guestCount }];
    const body = { productId, optionId, localDateStart, localDateEnd, units };
    const starts = (await ask('POST', '/octo/v1/availability', body)) as unknown as Answer[];
    return starts
      .map(({ id, localDateTimeEnd: end, utcCutoffAt: cutoff, pricing, ...state }) => ({
        ...{ id, end, cutoff, price: pricing.net },
        ...{ status: state.status, available: state.available },
        ...{ vacancies: state.vacancies, capacity: state.capacity },
      }))
      .sort((one, other) => (one.id < other.id ? -1 : 1));
  },
};

function shared({
  guestCount,
  tripStartAt: start,
  tripEndAt: end,
  totalAmount: total,
  priceBreakdown: lines,
  offerCode = null,
}: Answer) {
  return { guestCount, start, end, total, lines, offerCode };
}

const reasonsOf = (details: readonly Answer[]) => details.map(({ reason }) => reason).sort();
const problemsOf = ({ details }: Answer) => details.map(({ path, reason }: Answer) => [path, reason]).sort();
