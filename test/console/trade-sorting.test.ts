import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../support/console/console-app.ts';
import { createGuide } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';

let api: TestApp;
let console_: TestConsole;
let studio: string;
let agency: string;
let people: Record<'agent' | 'writer', Browser>;
const ID = (number: number) => `ORD100000000000000000${number}`;
/** Two of them on one day. */
const DAYS = ['2027-05-09', '2027-05-02', '2027-05-07', '2027-05-02', '2027-05-11'];
const BY_DAY = [2, 4, 3, 1, 5];
const NEWEST = [5, 4, 3, 2, 1];

beforeAll(async () => {
  api = await createTestApp();
  console_ = await createTestConsole(api);
  for (const number of [1, 2, 3, 4, 5]) await createGuide(api, { id: `G${number}`, name: 'Olívia Prado' });
  studio = await console_.company({ kind: 'studio', sandboxKey: 'mk_sandbox_studio' });
  agency = await console_.company({ kind: 'agency', sandboxKey: 'mk_sandbox_agency' });
  people = {
    writer: await console_.member(studio, 'operations'),
    agent: await console_.member(agency, 'reader'),
  };
  for (const [index, tripDate] of DAYS.entries())
    await createOrderRow(api, { id: ID(index + 1), guideId: `G${index + 1}`, tripDate, tripDays: 1 });
});
afterAll(async () => {
  await console_.close();
  await api.close();
});

const ask = async (query: string, who = people.agent, company = agency) =>
  (await who.send({ url: `/api/${company}/sandbox/console/orders?${query}` })).json();

const count = async (query: string) =>
  (await people.agent.send({ url: `/api/${agency}/sandbox/console/orders/count?${query}` })).json().data;

/** All pages of two orders each. */
async function pages(query: string, who?: Browser, company?: string): Promise<number[]> {
  const found: number[] = [];
  let cursor = '';
  do {
    const { data } = await ask(`size=2&${query}${cursor && `&cursor=${cursor}`}`, who, company);
    found.push(...data.list.map(({ orderId }: { orderId: string }) => Number(orderId.at(-1))));
    cursor = data.nextCursor ?? '';
  } while (cursor !== '');
  return found;
}

test.each<[string, number[]]>([
  ['', NEWEST],
  ['sort=newest', NEWEST],
  ['sort=tripEarliest', BY_DAY],
  ['sort=tripLatest', BY_DAY.toReversed()],
  ['tripDateFrom=2027-05-01', BY_DAY.toReversed()],
  ['tripDateFrom=2027-05-01&sort=newest', NEWEST],
  ['tripDateFrom=2027-05-03&tripDateTo=2027-05-10&sort=tripEarliest', [3, 1]],
  ['status=pending&sort=tripEarliest', BY_DAY],
  ['assigned=nobody&sort=tripEarliest', BY_DAY],
  ['text=Prado&sort=tripEarliest', BY_DAY],
  ['text=Prado&sort=tripLatest', BY_DAY.toReversed()],
  ['text=Prado', NEWEST],
  ['text=ord1000&sort=tripEarliest', BY_DAY],
  ['text=Ana&tripDateTo=2027-05-09&sort=tripEarliest', [2, 4, 3, 1]],
  ['text=an&sort=tripLatest', BY_DAY.toReversed()],
])(
  'orders by "%s" come in their order over all pages, each once, and are counted',
  async (query, expected) => {
    expect(await pages(query)).toEqual(expected);
    expect(await count(query)).toEqual({ count: expected.length, isMore: false });
  },
);

test('a studio has its orders sorted as well', async () => {
  expect(await pages('sort=tripEarliest', people.writer, studio)).toEqual(BY_DAY);
});

test('a text that only an index finds comes in the same order as one that the walk finds', async () => {
  // More than the orders that are walked, on days before and between (db/queries/orders/order-text.ts).
  await createGuide(api, { id: 'G9', name: 'Bo' });
  await api.unbounded.em.fork().execute(
    `insert into orders select one.* from orders o cross join generate_series(1, 3000) n cross join lateral
       jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object('guide_id', 'G9', 'contact_name', 'Bo',
         'id', 'ORD2' || (100000000000000000 + n), 'trip_date', date '2027-05-01' + n % 14)) one
     where o.id = ?`,
    [ID(1)],
  );
  expect(await pages('text=Prado&sort=tripLatest')).toEqual(BY_DAY.toReversed());
  expect(await pages('text=Prado&sort=tripEarliest')).toEqual(BY_DAY);
  // How ids begin, a whole one, and digits within.
  expect(await pages('text=ord1000')).toEqual(NEWEST);
  expect(await pages('text=ord1000&sort=tripLatest')).toEqual(BY_DAY.toReversed());
  expect(await pages('text=1000000000000000003')).toEqual([3]);
  expect(await pages(`text=${'0'.repeat(17)}&sort=tripEarliest`)).toEqual(BY_DAY);
  expect(await pages(`text=${'0'.repeat(17)}&status=confirmed`)).toEqual([]);
});

test('the CSV is sorted as the list', async () => {
  const url = `/api/${agency}/sandbox/console/orders.csv?sort=tripEarliest&text=Prado`;
  const lines = (await people.agent.send({ url })).payload.trim().split('\r\n').slice(1);
  expect(lines.map((line) => Number(line.split(',')[0]!.replaceAll('"', '').at(-1)))).toEqual(BY_DAY);
});

test('a cursor is good for its own sort', async () => {
  const { data } = await ask('size=2&sort=tripEarliest');
  for (const other of ['', 'sort=newest', 'sort=tripLatest'])
    expect(await ask(`size=2&cursor=${data.nextCursor}&${other}`)).toMatchObject({
      code: 40001,
      data: { details: [{ path: 'query.cursor', reason: 'unknown_cursor' }] },
    });
});

test.each(['', 'price', 'NEWEST', 'newest&sort=newest', 'id%3B--'])(
  'sort=%s is refused with its name',
  async (sort) => {
    for (const file of ['orders', 'orders.csv', 'orders/count']) {
      const answer = await people.agent.send({ url: `/api/${agency}/sandbox/console/${file}?sort=${sort}` });
      expect(answer.json()).toMatchObject({ code: 40001 });
      expect(answer.json().data.details[0].path).toMatch(/^query\.sort/);
    }
  },
);
