import { afterAll, beforeAll, expect, test } from '@jest/globals';
import ICAL from 'ical.js';
import { createOrderRow, endOrders } from '../../support/orders.ts';
import { createStudioWorld, type StudioWorld } from './world.ts';

let world: StudioWorld;
beforeAll(async () => {
  world = await createStudioWorld();
});
afterAll(() => world.close());

const newFeed = async (guideId: string) => {
  const { url } = (await world.own('POST', `guides/${guideId}/feed`)).json().data;
  return new URL(url).pathname;
};
const read = (url: string, headers = {}) => world.console.app.inject({ url, headers });
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((event) => ({
    uid: event.getFirstPropertyValue('uid'),
    summary: event.getFirstPropertyValue('summary'),
    from: String(event.getFirstPropertyValue('dtstart')),
    to: String(event.getFirstPropertyValue('dtend')),
  }));

test('booked and blocked days are in it, and nothing of a person', async () => {
  const guideId = await world.newGuide({
    name: 'Inês Tavares',
    blocked: [{ startDate: '2027-02-01', endDate: '2027-02-03' }],
    imported: [{ startDate: '2027-03-01', endDate: '2027-03-03' }],
  });
  await createOrderRow(world.api, {
    id: 'ORD700001',
    guideId,
    tripDate: '2027-01-10',
    tripDays: 2,
    status: 'confirmed',
  });
  const answer = await read(await newFeed(guideId));
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(eventsOf(answer.body)).toEqual([
    {
      uid: 'ORD700001@api.guidepost.example',
      summary: 'Booked: ORD700001',
      from: '2027-01-10',
      to: '2027-01-12',
    },
    {
      uid: `${guideId}-2027-02-01@api.guidepost.example`,
      summary: 'Blocked',
      from: '2027-02-01',
      to: '2027-02-04',
    },
  ]);
  for (const personal of ['Inês', 'Tavares', 'Ana', '351912345678'])
    expect(answer.body).not.toContain(personal);
});

test('hours are told as instants', async () => {
  const guideId = await world.newGuide();
  await createOrderRow(world.api, {
    id: 'ORD700002',
    guideId,
    tripDate: '2027-07-10',
    tripDays: 1,
    tripStartAt: new Date('2027-07-10T08:00:00Z'),
    tripEndAt: new Date('2027-07-10T12:00:00Z'),
  } as Parameters<typeof createOrderRow>[1]);
  const answer = await read(await newFeed(guideId));
  expect(eventsOf(answer.body)).toMatchObject([
    { summary: 'To confirm: ORD700002', from: '2027-07-10T08:00:00Z', to: '2027-07-10T12:00:00Z' },
  ]);
});

test('an order that is cancelled vanishes, and only then is the feed another one', async () => {
  const guideId = await world.newGuide();
  await createOrderRow(world.api, { id: 'ORD700003', guideId, tripDate: '2027-01-10', tripDays: 2 });
  const url = await newFeed(guideId);
  const first = await read(url);
  const { etag, 'last-modified': modified } = first.headers as Record<string, string>;
  expect((await read(url, { 'if-none-match': etag })).statusCode).toBe(304);
  expect((await read(url, { 'if-modified-since': modified })).statusCode).toBe(304);
  await world.api.orm.em.fork().execute(endOrders("id = 'ORD700003'"));
  const second = await read(url, { 'if-none-match': etag });
  expect(second.statusCode).toBe(200);
  expect(eventsOf(second.body)).toEqual([]);
});

test('a new address ends the old one; so does taking it back; an unknown one looks the same', async () => {
  const guideId = await world.newGuide();
  const old = await newFeed(guideId);
  const newer = await newFeed(guideId);
  expect((await read(old)).statusCode).toBe(404);
  expect((await read(newer)).statusCode).toBe(200);
  expect((await world.own('DELETE', `guides/${guideId}/feed`)).json().code).toBe(200);
  const ended = await read(newer);
  const unknown = await read(`/calendar/${'x'.repeat(43)}.ics`);
  for (const answer of [ended, unknown, await read('/calendar/..%2F..%2Fetc.ics'), await read('/calendar/x')])
    expect([answer.statusCode, answer.json().code]).toEqual([404, 40400]);
});

test('the token is nowhere in the database, and in no log', async () => {
  const guideId = await world.newGuide();
  const url = await newFeed(guideId);
  const token = /([\w-]{43})\.ics$/.exec(url)![1]!;
  await read(url);
  const rows = await world.api.orm.em.fork().execute('select c::text as row from guide_calendar c');
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(world.api.logged.join('\n')).not.toContain(token);
  expect(world.api.logged.join('\n')).toContain('"path":"/calendar/[redacted]"');
});

test('the feed of a guide that is deleted, or whose studio is suspended, is no more', async () => {
  const guideId = await world.newGuide();
  const url = await newFeed(guideId);
  await world.trade('DELETE', `guide/delete/${guideId}`);
  expect((await read(url)).statusCode).toBe(404);
});

test("another studio's guide, and a role that may only read, get no feed", async () => {
  const guideId = await world.newGuide();
  const make = (as: StudioWorld['reader']) => world.own('POST', `guides/${guideId}/feed`, { as });
  expect((await make(world.stranger)).json().code).toBe(40003);
  expect((await make(world.reader)).json().data.reason).toBe('role_forbids');
  const shown = await world.own('GET', `guides/${guideId}/calendar`);
  expect(shown.json().data).toEqual({ feedMadeAt: null, import: null });
});
