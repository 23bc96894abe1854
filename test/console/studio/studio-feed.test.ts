import { afterAll, beforeAll, expect, test } from '@jest/globals';
import ICAL from 'ical.js';
import { AuditEntry, Merchant } from '../../../db/entities/index.ts';
import { MAX_STUDIO_EVENTS } from '../../../services/calendars/studio-feed.ts';
import { createOrderRow, endOrders } from '../../support/orders.ts';
import { createStudioWorld, type StudioWorld } from './world.ts';

let world: StudioWorld;
beforeAll(async () => {
  world = await createStudioWorld();
});
afterAll(() => world.close());

const make = async (options = {}) => (await world.own('POST', 'studio-feed', options)).json();
const newFeed = async () => new URL((await make()).data.url).pathname;
const read = (url: string, headers = {}) => world.console.app.inject({ url, headers });
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((event) => ({
    uid: event.getFirstPropertyValue('uid'),
    summary: event.getFirstPropertyValue('summary'),
    from: String(event.getFirstPropertyValue('dtstart')),
    to: String(event.getFirstPropertyValue('dtend')),
  }));
const summariesOf = async (url: string) => eventsOf((await read(url)).body).map(({ summary }) => summary);

test('all guides of the studio are in it by name, with the days where each of them is; nothing of a traveller, or of another studio', async () => {
  const blocked = [{ startDate: '2027-02-01', endDate: '2027-02-03' }];
  const ines = await world.newGuide({ name: 'Inês, Tavares; "I"', blocked });
  const long = [{ startDate: '2020-01-01', endDate: '2020-01-03' }];
  const sara = await world.newGuide({ name: '‏שרה 🧭', timeZone: 'Pacific/Auckland', blocked: long });
  const gone = await world.newGuide({ name: 'Gone', blocked });
  await world.trade('DELETE', `guide/delete/${gone}`);
  const order = { tripDays: 2, status: 'confirmed' as const };
  await createOrderRow(world.api, { ...order, id: 'ORD700101', guideId: ines, tripDate: '2027-01-10' });
  await createOrderRow(world.api, {
    ...{ ...order, id: 'ORD700102', guideId: sara, tripDate: '2027-01-09', status: 'pending' },
    tripStartAt: new Date('2027-01-08T11:00:00Z'),
    tripEndAt: new Date('2027-01-10T11:00:00Z'),
  } as Parameters<typeof createOrderRow>[1]);
  await createOrderRow(world.api, {
    ...order,
    ...{ id: 'ORD700103', guideId: 'G9999', studioKey: 'mk_other_studio', tripDate: '2027-01-10' },
  });
  // More than a month ago, and further ahead than anything is booked.
  for (const [id, tripDate] of [
    ['ORD700104', '2026-10-20'],
    ['ORD700105', '2028-12-01'],
  ] as const)
    await createOrderRow(world.api, { ...order, id, guideId: ines, tripDate });
  const answer = await read(await newFeed());
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(eventsOf(answer.body)).toEqual([
    {
      uid: 'ORD700102@api.guidepost.example',
      summary: '‏שרה 🧭 · To confirm: ORD700102',
      from: '2027-01-09',
      to: '2027-01-11',
    },
    {
      uid: 'ORD700101@api.guidepost.example',
      summary: 'Inês, Tavares; "I" · Booked: ORD700101',
      from: '2027-01-10',
      to: '2027-01-12',
    },
    {
      uid: `${ines}-2027-02-01@api.guidepost.example`,
      summary: 'Inês, Tavares; "I" · Blocked',
      from: '2027-02-01',
      to: '2027-02-04',
    },
  ]);
  for (const personal of ['Ana', '351912345678']) expect(answer.body).not.toContain(personal);
});

test('what is cancelled vanishes, and only then is the feed another one; a renamed guide has its new name', async () => {
  const guideId = await world.newGuide({ name: 'Before' });
  await createOrderRow(world.api, { id: 'ORD700110', guideId, tripDate: '2027-06-10', tripDays: 1 });
  const url = await newFeed();
  const first = await read(url);
  const { etag, 'last-modified': modified } = first.headers as Record<string, string>;
  expect((await read(url, { 'if-none-match': etag })).statusCode).toBe(304);
  expect((await read(url, { 'if-modified-since': modified })).statusCode).toBe(304);
  await world.api.orm.em.fork().execute("update guide set name = 'After' where id = ?", [guideId]);
  expect(await summariesOf(url)).toContain('After · To confirm: ORD700110');
  await world.api.orm.em.fork().execute(endOrders("id = 'ORD700110'"));
  const second = await read(url, { 'if-none-match': etag });
  expect([second.statusCode, second.body.includes('ORD700110')]).toEqual([200, false]);
});

test('a new address ends the old one; so does taking it back; an unknown one looks the same', async () => {
  const old = await newFeed();
  const newer = await newFeed();
  expect((await read(old)).statusCode).toBe(404);
  expect((await read(newer)).statusCode).toBe(200);
  const shown = (await world.own('GET', 'studio-feed', { as: world.reader })).json().data;
  expect(shown).toEqual({ feedMadeAt: expect.stringMatching(/Z$/) });
  expect((await world.own('DELETE', 'studio-feed')).json().code).toBe(200);
  const ended = await read(newer);
  const unknown = await read(`/calendar/${'x'.repeat(43)}.ics`);
  for (const answer of [ended, unknown])
    expect([answer.statusCode, answer.json().code]).toEqual([404, 40400]);
  expect((await world.own('GET', 'studio-feed')).json().data).toEqual({ feedMadeAt: null });
  const acts = await world.api.orm.em
    .fork()
    .find(AuditEntry, { subject: 'studio:mk_sandbox_studio' }, { orderBy: { id: 'desc' }, limit: 2 });
  expect(acts.map(({ action }) => action)).toEqual(['studio.feed_ended', 'studio.feed_made']);
});

test('a repeat under a key answers the same address; two at once leave one that works', async () => {
  const headers = { 'idempotency-key': 'studio-feed-again' };
  const first = await make({ headers });
  expect(await make({ headers })).toEqual(first);
  expect((await read(new URL(first.data.url).pathname)).statusCode).toBe(200);
  const both = await Promise.all([make(), make()]);
  const answers = await Promise.all(both.map(({ data }) => read(new URL(data.url).pathname)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
});

test('the token is nowhere in the database, and in no log', async () => {
  const url = await newFeed();
  const token = /([\w-]{43})\.ics$/.exec(url)![1]!;
  await read(url);
  const rows = await world.api.orm.em.fork().execute('select c::text as row from studio_calendar c');
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(world.api.logged.join('\n')).not.toContain(token);
});

test('a role that only reads makes none, nor does who is no studio; a studio that is suspended has none', async () => {
  const { reader, stranger, api } = world;
  expect((await make({ as: reader })).data.reason).toBe('role_forbids');
  const { data } = await make({ as: stranger });
  const theirs = new URL(data.url).pathname;
  expect(await summariesOf(theirs)).toEqual(['G9999 · Booked: ORD700103']);
  const agency = await world.console.company({ kind: 'agency', sandboxKey: 'mk_sandbox_agency' });
  const agent = await world.console.member(agency, 'owner');
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    const answer = await agent.send({ method, url: `/api/${agency}/sandbox/console/studio-feed` });
    expect(answer.json().code).toBe(40006);
  }
  await api.orm.em.fork().nativeUpdate(Merchant, { key: 'mk_other_studio' }, { status: 'suspended' });
  expect((await read(theirs)).statusCode).toBe(404);
});

test('a studio of more than it holds has the earliest, and the day from which it is not whole', async () => {
  const { api } = world;
  const guides = await Promise.all(['One', 'Two'].map((name) => world.newGuide({ name })));
  const others = eventsOf((await read(await newFeed())).body).length;
  const hours = Math.ceil((MAX_STUDIO_EVENTS + 10 - others) / 2);
  await api.orm.em.fork().execute(
    `insert into reservation (id, guide_id, start_at, end_at)
     select 'H' || guide_id || n, guide_id, at + n * interval '1 hour', at + (n + 1) * interval '1 hour'
     from unnest(?::text[]) guide_id, generate_series(1, ?::int) n, (select timestamptz '2027-08-01 00:00Z' as at) s`,
    [`{${guides}}`, hours],
  );
  const events = eventsOf((await read(await newFeed())).body);
  expect(events).toHaveLength(MAX_STUDIO_EVENTS + 1);
  expect(events.at(-1)!.summary).toContain('not everything');
  expect(events.at(-1)!.from >= events.at(-2)!.from.slice(0, 10)).toBe(true);
});
