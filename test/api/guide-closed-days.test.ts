import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { refreshHolidays } from '../../db/queries/guides/holidays.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { daysOf, withoutRange, withRange } from '../../domain/availability.ts';
import { addDays } from '../../domain/trip.ts';
import { updateGuideIndex } from '../../jobs/guide-indexer.ts';
import type { TestApp } from '../support/app.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';
import { createOrdersApp } from '../support/orders-app.ts';

let api: TestApp;
let app: FastifyInstance;
let other: ClientCredentials;
let tokens: Map<ClientCredentials, string>;
beforeAll(async () => {
  ({ api, app } = await createOrdersApp());
  api.clock.now = new Date('2026-12-01T12:00:00Z');
  other = await createMerchant(api, 'mk_other_studio', { kind: 'studio' });
  const clients = [api.sandbox.studio, api.sandbox.agency, other];
  tokens = new Map(
    await Promise.all(clients.map(async (client) => [client, await api.token(client)] as const)),
  );
});
afterAll(() => api.close());

let numbers = 800_000;
const newGuide = async (guide = {}) => {
  const id = `G${numbers++}`;
  await createGuide(api, { id, ...guide });
  return id;
};

async function send(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  extra: object = {},
) {
  const client = path.startsWith('order') ? api.sandbox.agency : api.sandbox.studio;
  const { as = client, ...headers } = extra as { as?: ClientCredentials };
  return await app.inject({
    method,
    url: `/open/v1/${path}`,
    headers: { ...headers, authorization: `Bearer ${tokens.get(as)}` },
    ...(payload && { payload }),
  });
}
const availability = async (id: string) => (await send('GET', `guide/detail/${id}`)).json().data;
const refusal = (answer: { statusCode: number; json(): { code: number } }) => [
  answer.statusCode,
  answer.json().code,
];

describe('one block at a time', () => {
  test('is added beside the others and taken out of their middle', async () => {
    const id = await newGuide({ blocked: [{ startDate: '2027-02-01', endDate: '2027-02-10' }] });
    const added = await send('POST', `guide/block/${id}`, { startDate: '2027-02-11', endDate: '2027-02-12' });
    expect(added.json().data.blocked).toEqual([{ startDate: '2027-02-01', endDate: '2027-02-12' }]);
    expect(added.headers.etag).toBe('"2"');
    const range = { startDate: '2027-02-05', endDate: '2027-02-06' };
    const removed = await send('POST', `guide/unblock/${id}`, range);
    const left = [
      { startDate: '2027-02-01', endDate: '2027-02-04' },
      { startDate: '2027-02-07', endDate: '2027-02-12' },
    ];
    expect(removed.json().data.blocked).toEqual(left);
    expect((await availability(id)).blocked).toEqual(left);
  });

  test('is refused where live orders are, whatever else is blocked, and names their days', async () => {
    const id = await newGuide({ restDays: 1 << 6 });
    const order = { id: `ORD${numbers}`, guideId: id, tripDate: '2027-03-06', tripDays: 3 };
    await createOrderRow(api, order);
    const answer = await send('POST', `guide/block/${id}`, {
      startDate: '2027-03-07',
      endDate: '2027-03-09',
    });
    expect(answer.json()).toMatchObject({ code: 40902, data: { bookedDays: ['2027-03-07', '2027-03-08'] } });
    expect((await availability(id)).blocked).toEqual([]);
    const free = await send('POST', `guide/block/${id}`, { startDate: '2027-03-09', endDate: '2027-03-09' });
    expect(free.statusCode).toBe(200);
  });

  test.each([
    [{ startDate: '2027-03-09', endDate: '2027-03-08' }, 'body.endDate'],
    [{ startDate: '2027-02-29', endDate: '2027-03-08' }, 'body.startDate'],
    [{ startDate: '2027-03-01', endDate: '2999-03-08' }, 'body.endDate'],
    [{ startDate: '2027-03-01' }, 'body.endDate'],
    [{ startDate: '2027-03-01', endDate: '2027-03-01', why: 'x' }, 'body.why'],
  ])('%j is refused', async (body, path) => {
    const id = await newGuide();
    for (const verb of ['block', 'unblock']) {
      const answer = await send('POST', `guide/${verb}/${id}`, body);
      expect(answer.json()).toMatchObject({ code: 40001, data: { details: [{ path }] } });
    }
  });

  test('leaves out days that are over where the guide is, and is refused where no other is left', async () => {
    // Noon in UTC: where the guide is, the second of December has begun.
    const id = await newGuide({ timeZone: 'Pacific/Kiritimati' });
    const yesterday = { startDate: '2026-11-20', endDate: '2026-12-01' };
    const refused = await send('POST', `guide/block/${id}`, yesterday);
    const details = [{ path: 'body.endDate', reason: 'past_date' }];
    expect(refused.json()).toMatchObject({ code: 40001, data: { details } });
    const range = { ...yesterday, endDate: '2026-12-04' };
    const { blocked } = (await send('POST', `guide/block/${id}`, range)).json().data;
    expect(blocked).toEqual([{ startDate: '2026-12-02', endDate: '2026-12-04' }]);
  });

  test('there are 200 ranges at most, and one that joins two of them is always taken', async () => {
    const blocked = Array.from({ length: 200 }, (_, n) => {
      const day = addDays('2027-01-01', n * 2);
      return { startDate: day, endDate: day };
    });
    const id = await newGuide({ blocked });
    const last = { startDate: '2028-12-01', endDate: '2028-12-01' };
    expect(refusal(await send('POST', `guide/block/${id}`, last))).toEqual([400, 40001]);
    const between = { startDate: '2027-01-02', endDate: '2027-01-02' };
    expect((await send('POST', `guide/block/${id}`, between)).json().data.blocked).toHaveLength(199);
  });

  test('is for the guide of the studio only', async () => {
    const id = await newGuide();
    const range = { startDate: '2027-03-01', endDate: '2027-03-01' };
    for (const verb of ['block', 'unblock']) {
      expect(refusal(await send('POST', `guide/${verb}/${id}`, range, { as: other }))).toEqual([403, 40003]);
      expect(refusal(await send('POST', `guide/${verb}/G999999`, range))).toEqual([404, 40004]);
      const agency = await send('POST', `guide/${verb}/${id}`, range, { as: api.sandbox.agency });
      expect(refusal(agency)).toEqual([403, 40006]);
    }
  });

  test('two who block at the same time both have their days blocked', async () => {
    const id = await newGuide();
    const days = ['2027-04-01', '2027-04-03', '2027-04-05', '2027-04-07'];
    const answers = await Promise.all(
      days.map((day) => send('POST', `guide/block/${id}`, { startDate: day, endDate: day })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect((await availability(id)).blocked.map(({ startDate }: { startDate: string }) => startDate)).toEqual(
      days,
    );
  });

  test('what is added and taken out are the days themselves', () => {
    const day = fc.integer({ min: 0, max: 40 }).map((n) => addDays('2028-02-10', n));
    const range = fc
      .tuple(day, day)
      .map((days) => days.toSorted())
      .map(([startDate, endDate]) => ({ startDate: startDate!, endDate: endDate! }));
    const all = (ranges: { startDate: string; endDate: string }[]) =>
      [...new Set(ranges.flatMap((one) => daysOf(one)))].sort();
    const property = fc.property(fc.array(range, { maxLength: 6 }), range, (ranges, one) => {
      const merged = withRange(ranges, one);
      expect(all(merged)).toEqual(all([...ranges, one]));
      expect(merged.length).toBe(new Set(merged.map(({ startDate }) => startDate)).size);
      const wanted = all(ranges).filter((day) => day < one.startDate || day > one.endDate);
      expect(all(withoutRange(ranges, one))).toEqual(wanted);
    });
    fc.assert(property);
  });
});

describe('a guide that was changed meanwhile', () => {
  const CHANGES = [
    ['PUT', 'update', { profile: 'Another.' }],
    ['PUT', 'availability', { restDays: ['monday'] }],
    ['POST', 'block', { startDate: '2027-03-01', endDate: '2027-03-01' }],
    ['POST', 'unblock', { startDate: '2027-03-01', endDate: '2027-03-01' }],
    ['DELETE', 'delete', undefined],
  ] as const;

  test.each(CHANGES)('is not changed by %s %s under the version of before', async (method, verb, body) => {
    const id = await newGuide();
    const { etag } = (await send('GET', `guide/detail/${id}`)).headers;
    expect(etag).toBe('"1"');
    expect(
      (await send('PUT', `guide/update/${id}`, { profile: 'First.' }, { 'if-match': etag })).headers.etag,
    ).toBe('"2"');
    const stale = await send(method, `guide/${verb}/${id}`, body, { 'if-match': etag });
    expect(stale.statusCode).toBe(412);
    expect(stale.json()).toMatchObject({ code: 41201, data: { version: 2 } });
    expect(await availability(id)).toMatchObject({ version: 2, profile: 'First.' });
    for (const tag of ['W/"2"', '"1", "3"']) {
      expect((await send(method, `guide/${verb}/${id}`, body, { 'if-match': tag })).statusCode).toBe(412);
    }
    expect((await send(method, `guide/${verb}/${id}`, body, { 'if-match': '"1", "2"' })).statusCode).toBe(
      200,
    );
  });

  test.each([
    ['with empty elements', '"7", ,"1",'],
    ['of tags with commas and what is no ASCII', '"a,b","\u00e9", W/"x" , "1"'],
    ['of a hundred tags', Array.from({ length: 100 }, (_, index) => `"${100 - index}"`).join(', ')],
  ])('is changed under a list %s that has its version', async (_name, tags) => {
    const change = await send(
      'PUT',
      `guide/update/${await newGuide()}`,
      { profile: 'b' },
      { 'if-match': tags },
    );
    expect(change.statusCode).toBe(200);
  });

  test.each(['3', '"3', 'x, "3"'])('%s is no tag', async (tag) => {
    const answer = await send(
      'PUT',
      `guide/update/${await newGuide()}`,
      { profile: '' },
      { 'if-match': tag },
    );
    expect(answer.json()).toMatchObject({ code: 40001, data: { details: [{ path: 'header.if-match' }] } });
  });

  test('* and no header at all change it whatever it is', async () => {
    const id = await newGuide();
    expect((await send('PUT', `guide/update/${id}`, { profile: 'a' }, { 'if-match': '*' })).statusCode).toBe(
      200,
    );
    expect((await send('PUT', `guide/update/${id}`, { profile: 'b' })).json().data.version).toBe(3);
  });

  test('of two who read the same version one is told', async () => {
    const id = await newGuide();
    const both = ['one', 'two'].map((profile) =>
      send('PUT', `guide/update/${id}`, { profile }, { 'if-match': '"1"' }),
    );
    const codes = (await Promise.all(both)).map(({ statusCode }) => statusCode);
    expect(codes.sort()).toEqual([200, 412]);
  });

  test("another studio learns nothing of the guide's version", async () => {
    const answer = await send(
      'PUT',
      `guide/update/${await newGuide()}`,
      { profile: 'x' },
      { as: other, 'if-match': '"9"' },
    );
    expect(refusal(answer)).toEqual([403, 40003]);
    expect(answer.body).not.toContain('version');
  });
});

describe('public holidays', () => {
  const trip = { tripDays: 1, guestCount: 1 };
  const contact = { contactName: 'Ada', contactPhone: '+351912345678' };

  test('are closed for quotes, bookings, slots and lists alike', async () => {
    const id = await newGuide({ area: 'Holiday Town', serviceAreas: [] });
    const set = await send('PUT', `guide/availability/${id}`, { holidays: { country: 'PT' } });
    expect(set.json().data.holidays).toEqual({ country: 'PT' });
    const quote = await send('POST', 'order/quote', { guideId: id, tripDate: '2027-01-01', ...trip });
    expect(quote.json().data).toMatchObject({
      available: false,
      obstacles: ['the guide does not work on 2027-01-01 (Ano Novo)'],
    });
    const booked = await send('POST', 'order/create', {
      guideId: id,
      tripDate: '2027-01-01',
      ...trip,
      ...contact,
    });
    expect(refusal(booked)).toEqual([409, 40902]);
    expect(booked.body).toContain('2027-01-01 (Ano Novo)');
    const { timeSlots } = await availability(id);
    const free = timeSlots.flatMap((slot: never) => daysOf(slot));
    expect(free).not.toContain('2026-12-25');
    expect(free).toContain('2026-12-24');
    for (const indexed of [false, true]) {
      if (indexed) await updateGuideIndex(api.orm);
      const found = async (day: string) =>
        (await send('GET', `guide/list?area=holiday%20town&availableFrom=${day}&availableTo=${day}`)).json()
          .data.total;
      expect([await found('2027-01-01'), await found('2027-01-02')]).toEqual([0, 1]);
    }
    const other = await send('POST', 'order/create', {
      guideId: id,
      tripDate: '2027-01-04',
      ...trip,
      ...contact,
    });
    expect(other.statusCode).toBe(200);
  });

  test('of a region come in addition; of a leap year as well; null takes them away', async () => {
    const id = await newGuide();
    await send('PUT', `guide/availability/${id}`, { holidays: { country: 'DE', region: 'BY' } });
    const obstacles = async (tripDate: string) =>
      (await send('POST', 'order/quote', { guideId: id, tripDate, ...trip })).json().data.obstacles;
    expect(await obstacles('2027-01-06')).toEqual([
      'the guide does not work on 2027-01-06 (Heilige Drei Könige)',
    ]);
    expect(await obstacles('2028-04-14')).toEqual(['the guide does not work on 2028-04-14 (Karfreitag)']);
    const none = await send('PUT', `guide/availability/${id}`, { holidays: null });
    expect(none.json().data.holidays).toBeNull();
    expect(await obstacles('2027-01-06')).toEqual([]);
  });

  test('on which orders are keep the guide from naming them', async () => {
    const id = await newGuide();
    await createOrderRow(api, { id: `ORD${numbers}`, guideId: id, tripDate: '2027-04-25', tripDays: 1 });
    const answer = await send('PUT', `guide/availability/${id}`, { holidays: { country: 'PT' } });
    expect(answer.json()).toMatchObject({ code: 40902, data: { bookedDays: ['2027-04-25'] } });
    expect((await availability(id)).holidays).toBeNull();
  });

  test.each([
    [{ country: 'XX' }, 'body.holidays.country'],
    [{ country: 'DE', region: 'ZZ' }, 'body.holidays.region'],
    [{ country: 'PT', region: '20' }, 'body.holidays.region'],
    [{ country: 'pt' }, 'body.holidays.country'],
    [{}, 'body.holidays.country'],
  ])('%j is refused', async (holidays, path) => {
    const answer = await send('PUT', `guide/availability/${await newGuide()}`, { holidays });
    expect(answer.json()).toMatchObject({ code: 40001, data: { details: [{ path }] } });
  });

  test('are written three years ahead, again when a year has passed, and corrected', async () => {
    const em = api.orm.em.fork();
    const last = async () =>
      (
        await em.execute<{ day: string }[]>(
          `select max(day)::text as day from public_holiday where calendar = 'PT'`,
        )
      )[0]!.day;
    await em.execute(`update public_holiday set name = 'Wrong' where calendar = 'PT' and day = '2027-12-25'`);
    await em.execute(`insert into public_holiday (calendar, day, name) values ('PT', '2027-11-11', 'None')`);
    await refreshHolidays(em, new Date('2026-12-31T23:00:00Z'));
    expect(await last()).toBe('2029-12-25');
    await refreshHolidays(em, new Date('2027-01-01T01:00:00Z'));
    expect(await last()).toBe('2030-12-25');
    const days = await em.execute<{ name: string }[]>(
      `select name from public_holiday where calendar = 'PT' and day in ('2027-12-25', '2027-11-11')`,
    );
    expect(days).toEqual([{ name: 'Natal' }]);
  });
});
