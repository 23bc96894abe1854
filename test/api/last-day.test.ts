/** Who gets a guide's last free day through two processes of the API, and what readers are shown meanwhile. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { createOrm } from '../../db/orm.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type Barrier, createBarrier } from '../support/data/barrier.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { orderService } from '../support/orders-app.ts';
import { until } from '../support/until.ts';

const DAY = '2027-02-01';

let api: TestApp;
let orms: ReturnType<typeof createOrm>[];
let apps: FastifyInstance[];
let tokens: string[];
let barrier: Barrier;
let guideId: string;
let guides = 500;
beforeAll(async () => {
  api = await createTestApp();
  api.clock.now = new Date('2026-12-01T12:00:00Z');
  orms = [1, 2].map(() => createOrm({ databaseUrl: api.databaseUrl, poolMax: 4 }));
  apps = [];
  for (const orm of orms) apps.push(await api.another({ orders: orderService(api, orm) }));
  const rival = await createMerchant(api, 'mk_rival');
  tokens = [await api.token(api.sandbox.agency), await api.token(rival)];
  barrier = await createBarrier(api.adminUrl);
});
afterAll(async () => {
  await barrier.close();
  await Promise.all(orms.map((orm) => orm.close()));
  await api.close();
});
beforeEach(async () => {
  guideId = `G${++guides}`;
  await createGuide(api, { id: guideId, area: guideId });
});

/** @param who has an API process and a merchant of its own. */
async function ask(who: 0 | 1, method: 'GET' | 'POST', path: string, payload?: object) {
  const headers = { authorization: `Bearer ${tokens[who]}` };
  const url = `/open/v1/${path}`;
  const answer = await apps[who]!.inject({ method, url, headers, ...(payload && { payload }) });
  return answer.json();
}

const trip = () => ({ guideId, tripDate: DAY, tripDays: 1, guestCount: 1 });
const take = {
  create: (who: 0 | 1) =>
    ask(who, 'POST', 'order/create', { ...trip(), contactName: 'Ada', contactPhone: '+351912345678' }),
  hold: (who: 0 | 1) => ask(who, 'POST', 'order/hold', trip()),
};

/** Whether search, calendar and quote of both processes have the day as free. */
async function shownFree(): Promise<boolean[]> {
  const shown = [0, 1] as const;
  const answers = shown.map(async (who) => {
    const { data: found } = await ask(
      who,
      'GET',
      `guide/list?area=${guideId}&availableFrom=${DAY}&availableTo=${DAY}`,
    );
    const { data: calendar } = await ask(
      who,
      'GET',
      `guide/calendar?guideIds=${guideId}&from=${DAY}&to=${DAY}`,
    );
    const { data: quote } = await ask(who, 'POST', 'order/quote', trip());
    return [found.list.length === 1, calendar.list[0].days[0].state === 'available', quote.available];
  });
  return (await Promise.all(answers)).flat();
}

/** For a row that another transaction has, not before the barrier. */
const WAITING = `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and wait_event <> 'advisory'`;

test.each([
  ['create', 'create'],
  ['create', 'hold'],
  ['hold', 'create'],
  ['hold', 'hold'],
] as const)(
  'of a %s and a %s that both have read the day as free the first gets it, the other is refused',
  async (one, other) => {
    await barrier.raise('before insert on reservation for each row');
    const first = take[one](0);
    await barrier.reached();
    // Nobody has it yet: whoever reads now, as the second does, finds it free.
    expect(await shownFree()).toEqual(Array(6).fill(true));
    const second = take[other](1);
    await until(async () => (await api.unbounded.em.fork().execute(WAITING)).length > 0);
    await barrier.lower();

    expect((await first).code).toBe(200);
    expect(await second).toMatchObject({
      code: 40902,
      data: { details: [{ path: 'body.tripDate', reason: 'already_booked', days: [DAY] }] },
    });
    // With the answer the day is taken to every reader, before anything in the background has run.
    expect(await shownFree()).toEqual(Array(6).fill(false));
  },
);
