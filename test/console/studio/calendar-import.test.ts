import type { RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { AuditEntry, Guide, GuideCalendar, Job } from '../../../db/entities/index.ts';
import { takeJobs } from '../../../db/queries/platform/jobs.ts';
import { type CalendarImportDeps, calendarImportJobs } from '../../../jobs/calendar-imports.ts';
import { runJobs } from '../../../jobs/runner.ts';
import { createCalendarFetch, type FetchCalendar } from '../../../lib/callbacks/calendar-fetch.ts';
import { BASE_URL } from '../../support/app.ts';
import { createOrderRow } from '../../support/orders.ts';
import { answering, startReceiver } from '../../support/receiver.ts';
import { createStudioWorld, NOW, type StudioWorld } from './world.ts';

let world: StudioWorld;
const opened: AsyncDisposable[] = [];
beforeAll(async () => {
  world = await createStudioWorld();
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one[Symbol.asyncDispose]();
  await world.api.orm.em.fork().nativeDelete(GuideCalendar, {});
});
afterAll(() => world.close());

const serve = async (respond: RequestListener) => {
  const receiver = await startReceiver(respond);
  opened.push(receiver);
  return { ...receiver, url: `http://127.0.0.1:${receiver.port}/calendar.ics` };
};
const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test', ...events, 'END:VCALENDAR', ''].join('\r\n');
let uids = 0;
const event = (...lines: string[]) =>
  ['BEGIN:VEVENT', `UID:${uids++}@test`, ...lines, 'END:VEVENT'].join('\r\n');
const ALL_DAY = event('DTSTART;VALUE=DATE:20270301', 'DTEND;VALUE=DATE:20270304');
const THOSE_DAYS = { startDate: '2027-03-01', endDate: '2027-03-03' };

const errors: unknown[] = [];
const deps = (fetchCalendar: FetchCalendar): CalendarImportDeps => ({
  orm: world.api.orm,
  cipher: world.api.cipher,
  publicBaseUrl: BASE_URL,
  fetchCalendar,
  now: () => NOW,
});
const run = (fetchCalendar = createCalendarFetch({ allowInsecure: true })) => {
  const onError = (error: unknown) => void errors.push(error);
  return runJobs({ orm: world.api.orm, onError }, 'calendar_import', calendarImportJobs(deps(fetchCalendar)));
};
const save = (guideId: string, url: string, as = world.operations) =>
  world.own('PUT', `guides/${guideId}/import`, { payload: { url }, as });
const guideOf = (id: string) => world.api.orm.em.fork().findOneOrFail(Guide, { id });
const shown = async (guideId: string) =>
  (await world.own('GET', `guides/${guideId}/calendar`)).json().data.import;

/** The days that a calendar leaves in a guide of Lisbon, or why there are none. */
async function imported(text: string | Buffer, guide: object = {}) {
  const guideId = await world.newGuide(guide);
  const { url } = await serve(answering(200, text));
  await save(guideId, url);
  await run();
  expect(errors).toEqual([]);
  const { days, error } = await shown(guideId);
  return error ?? days;
}

describe('events', () => {
  test('of whole days are those days, without the one on which they end', async () => {
    expect(await imported(calendar(ALL_DAY))).toEqual([THOSE_DAYS]);
  });

  test('of hours take each day that they touch where the guide is, whatever zone they are in', async () => {
    const inNewYork = event('DTSTART;TZID=America/New_York:20270301T190000', 'DURATION:PT1H');
    const acrossMidnight = event('DTSTART:20270410T223000Z', 'DTEND:20270410T233000Z');
    const noZone = event('DTSTART:20270501T233000', 'DTEND:20270502T003000');
    const untilMidnight = event(
      'DTSTART;TZID=Europe/Lisbon:20270601T200000',
      'DTEND;TZID=Europe/Lisbon:20270602T000000',
    );
    expect(await imported(calendar(inNewYork, acrossMidnight, noZone, untilMidnight))).toEqual([
      { startDate: '2027-03-02', endDate: '2027-03-02' },
      { startDate: '2027-04-10', endDate: '2027-04-11' },
      { startDate: '2027-05-01', endDate: '2027-05-02' },
      { startDate: '2027-06-01', endDate: '2027-06-01' },
    ]);
  });

  test('whose zone is defined in the calendar are read by that', async () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Far West',
      'BEGIN:STANDARD',
      'DTSTART:16010101T000000',
      'TZOFFSETFROM:-1000',
      'TZOFFSETTO:-1000',
      'END:STANDARD',
      'END:VTIMEZONE',
    ].join('\r\n');
    const late = event('DTSTART;TZID=Far West:20270301T150000', 'DURATION:PT1H');
    expect(await imported(calendar(zone, late))).toEqual([
      { startDate: '2027-03-02', endDate: '2027-03-02' },
    ]);
  });

  test('that repeat come as often as they do: one left out, one moved, one cancelled', async () => {
    const weekly = [
      'BEGIN:VEVENT',
      'UID:weekly',
      'DTSTART;TZID=Europe/Lisbon:20200101T100000',
      'DTEND;TZID=Europe/Lisbon:20200101T110000',
      'RRULE:FREQ=WEEKLY;UNTIL=20270106T235959Z',
      'EXDATE;TZID=Europe/Lisbon:20261209T100000',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:weekly',
      'RECURRENCE-ID;TZID=Europe/Lisbon:20261216T100000',
      'DTSTART;TZID=Europe/Lisbon:20261218T100000',
      'DTEND;TZID=Europe/Lisbon:20261218T110000',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:weekly',
      'RECURRENCE-ID;TZID=Europe/Lisbon:20261223T100000',
      'STATUS:CANCELLED',
      'DTSTART;TZID=Europe/Lisbon:20261223T100000',
      'DTEND;TZID=Europe/Lisbon:20261223T110000',
      'END:VEVENT',
    ].join('\r\n');
    const days = ['2026-12-02', '2026-12-18', '2026-12-30', '2027-01-06'];
    expect(await imported(calendar(weekly))).toEqual(days.map((day) => ({ startDate: day, endDate: day })));
  });

  test('without an end are taken up to the last day that can be booked', async () => {
    const [days] = (await imported(
      calendar(event('DTSTART;VALUE=DATE:20200101', 'RRULE:FREQ=DAILY')),
    )) as object[];
    expect(days).toEqual({ startDate: '2026-11-30', endDate: '2028-06-01' });
  });

  test('that are cancelled, or that leave their time free, or that are our own, count for nothing', async () => {
    const cancelled = event('STATUS:CANCELLED', 'DTSTART;VALUE=DATE:20270301');
    const transparent = event('TRANSP:TRANSPARENT', 'DTSTART;VALUE=DATE:20270302');
    const ours =
      'BEGIN:VEVENT\r\nUID:ORD1@api.guidepost.example\r\nDTSTART;VALUE=DATE:20270303\r\nEND:VEVENT';
    const note = event('DTSTART:20270304T100000Z');
    expect(await imported(calendar(cancelled, transparent, ours, note))).toEqual([]);
  });

  test.each([
    ['no calendar', 'Hello.', 'not_a_calendar'],
    ['a page', '<!doctype html><title>Sign in</title>', 'not_a_calendar'],
    ['bytes', Buffer.from([0, 255, 1, 254, 10, 13, 0]), 'not_a_calendar'],
    ['half a calendar', calendar(ALL_DAY).slice(0, 60), 'not_a_calendar'],
    ['too many events', calendar(...Array.from({ length: 2_001 }, () => ALL_DAY)), 'too_many_events'],
    [
      'a repetition each second',
      calendar(event('DTSTART:20200101T100000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY')),
      'too_many_events',
    ],
    ['more than a mebibyte', Buffer.alloc(1_048_577, 'A'), 'too_large'],
  ])('of %s are refused', async (_, text, error) => {
    expect(await imported(text)).toBe(error);
  });
});

describe('an address', () => {
  const outcome = async (respond: RequestListener, options = {}) => {
    const guideId = await world.newGuide();
    const { url } = await serve(respond);
    await save(guideId, url);
    await run(createCalendarFetch({ allowInsecure: true, ...options }));
    const { days, error } = await shown(guideId);
    return error ?? days;
  };

  test('that leads inside is refused when it is saved', async () => {
    const guideId = await world.newGuide();
    for (const url of [
      'https://10.0.0.1/a.ics',
      'ftp://example.com/a.ics',
      'https://user:pass@example.com/a.ics',
      'nothing',
    ]) {
      const answer = await save(guideId, url);
      expect([answer.json().code, answer.json().data.details[0].reason]).toEqual([40001, 'url_not_allowed']);
    }
    expect((await save(guideId, 'webcal://calendars.example.com/a.ics')).json().code).toBe(200);
    expect((await shown(guideId)).host).toBe('calendars.example.com');
  });

  test('whose name leads inside by then is refused when it is read, and nothing is asked there', async () => {
    const guideId = await world.newGuide();
    await save(guideId, 'https://calendars.example.com/a.ics');
    const resolve = async () => [{ address: '10.0.0.1', family: 4 }];
    await run(createCalendarFetch({ allowInsecure: false, resolve }));
    expect((await shown(guideId)).error).toBe('address_refused');
  });

  test('that redirects is followed, but not inside, and not for ever', async () => {
    const { url: there } = await serve(answering(200, calendar(ALL_DAY)));
    expect(await outcome(answering(302, '', { location: there }))).toEqual([THOSE_DAYS]);
    expect(await outcome(answering(302, '', { location: 'http://10.0.0.1/a.ics' }))).toBe('address_refused');
    expect(await outcome(answering(302, '', { location: 'file:///etc/passwd' }))).toBe('address_refused');
    expect(await outcome(answering(302, '', { location: '/calendar.ics' }))).toBe('too_many_redirects');
  });

  test('that answers with an error, or in another encoding, or not at all, has a word for it', async () => {
    expect(await outcome(answering(404, 'gone'))).toBe('http_status');
    expect(await outcome(answering(200, 'x', { 'content-encoding': 'gzip' }))).toBe('not_a_calendar');
    expect(await outcome((request) => void request.socket.destroy())).toBe('connection_lost');
    const silent: RequestListener = () => undefined;
    expect(await outcome(silent, { totalMs: 50 })).toBe('timeout');
    const endless: RequestListener = (_, response) =>
      void response.writeHead(200).write('BEGIN:VCALENDAR\r\n');
    expect(await outcome(endless, { totalMs: 50 })).toBe('timeout');
  });

  test('is shown to nobody again, and kept encrypted', async () => {
    const guideId = await world.newGuide();
    await save(guideId, 'https://calendars.example.com/private-of-marta/basic.ics');
    const rows = await world.api.orm.em.fork().execute('select c::text as row from guide_calendar c');
    const settings = await world.own('GET', `guides/${guideId}/calendar`, { as: world.reader });
    for (const text of [JSON.stringify(rows), settings.body, world.api.logged.join('\n')])
      expect(text).not.toContain('private-of-marta');
    const entry = await world.api.orm.em
      .fork()
      .findOneOrFail(AuditEntry, { action: 'guide.import_set', subject: `guide:${guideId}` });
    expect(entry).toMatchObject({ actor: `person:${world.operations.personId}`, details: {} });
  });
});

describe('an import', () => {
  test('closes days, beside those that were blocked by hand, and opens only its own again', async () => {
    const blocked = [{ startDate: '2027-03-03', endDate: '2027-03-05' }];
    const guideId = await world.newGuide({ blocked });
    let text = calendar(ALL_DAY);
    const { url } = await serve((_, response) => void response.end(text));
    await save(guideId, url);
    await run();
    expect(await guideOf(guideId)).toMatchObject({ blocked, imported: [THOSE_DAYS], version: 2 });
    const states = async () => {
      const query = `guideIds=${guideId}&from=2027-02-28&to=2027-03-06`;
      const [calendarOf] = (await world.trade('GET', `guide/calendar?${query}`)).json().data.list;
      return calendarOf.days.map(({ state }: { state: string }) => state);
    };
    expect(await states()).toEqual([
      'available',
      'closed',
      'closed',
      'closed',
      'closed',
      'closed',
      'available',
    ]);
    const found = await world.trade(
      'GET',
      'guide/list?own=true&availableFrom=2027-03-01&availableTo=2027-03-01&size=100',
    );
    expect(found.json().data.list.map(({ guideId: id }: { guideId: string }) => id)).not.toContain(guideId);

    text = calendar();
    await world.own('POST', `guides/${guideId}/import/run`);
    await run();
    expect(await guideOf(guideId)).toMatchObject({ blocked, imported: [], version: 3 });
    expect(await states()).toEqual([
      'available',
      'available',
      'available',
      'closed',
      'closed',
      'closed',
      'available',
    ]);
  });

  test('leaves orders alone, and tells which of its days they have', async () => {
    const guideId = await world.newGuide();
    await createOrderRow(world.api, { id: 'ORD800001', guideId, tripDate: '2027-03-02', tripDays: 1 });
    const { url } = await serve(answering(200, calendar(ALL_DAY)));
    await save(guideId, url);
    await run();
    expect(await shown(guideId)).toMatchObject({
      days: [THOSE_DAYS],
      bookedDays: ['2027-03-02'],
      error: null,
    });
    const [taken] = await world.api.orm.em
      .fork()
      .execute(`select id from reservation where guide_id = ?`, [guideId]);
    expect(taken).toEqual({ id: 'ORD800001' });
  });

  test('that fails leaves the days of the one before, and the same days leave the guide as it is', async () => {
    const guideId = await world.newGuide();
    let status = 200;
    const { url } = await serve((_, response) => void response.writeHead(status).end(calendar(ALL_DAY)));
    await save(guideId, url);
    await run();
    status = 500;
    await world.own('POST', `guides/${guideId}/import/run`);
    await run();
    expect(await shown(guideId)).toMatchObject({ days: [THOSE_DAYS], error: 'http_status' });
    status = 200;
    await world.own('POST', `guides/${guideId}/import/run`);
    await run();
    expect(await shown(guideId)).toMatchObject({ days: [THOSE_DAYS], error: null });
    expect((await guideOf(guideId)).version).toBe(2);
  });

  test('by two processes at once is read once, and then not before an hour is over', async () => {
    const guideId = await world.newGuide();
    const { url, received } = await serve(answering(200, calendar(ALL_DAY)));
    await save(guideId, url);
    await Promise.all([run(), run(), run()]);
    await run();
    expect(received).toHaveLength(1);
    const { nextImportAt, lastImportAt } = await shown(guideId);
    expect(Date.parse(nextImportAt) - Date.parse(lastImportAt)).toBe(3_600_000);
  });

  test('of an address that was removed meanwhile writes nothing; "now" meanwhile reads once more', async () => {
    const guideId = await world.newGuide();
    const { url } = await serve(answering(200, calendar(ALL_DAY)));
    const fetchCalendar = createCalendarFetch({ allowInsecure: true });
    const meanwhile =
      (work: () => Promise<unknown>): FetchCalendar =>
      async (address) => {
        const text = await fetchCalendar(address);
        await work();
        return text;
      };
    await save(guideId, url);
    await run(meanwhile(() => world.own('POST', `guides/${guideId}/import/run`)));
    const { nextImportAt } = await shown(guideId);
    expect(Date.parse(nextImportAt)).toBeLessThanOrEqual(Date.now());
    await run(meanwhile(() => world.own('DELETE', `guides/${guideId}/import`)));
    expect(await guideOf(guideId)).toMatchObject({ imported: [] });
    expect(await shown(guideId)).toBeNull();
  });

  test('of a process that died is taken up by another when its lease has ended', async () => {
    const guideId = await world.newGuide();
    const { url } = await serve(answering(200, calendar(ALL_DAY)));
    await save(guideId, url);
    await takeJobs(world.api.orm.em.fork(), 'calendar_import', { limit: 9, leaseSeconds: 120 });
    await run();
    expect((await shown(guideId)).days).toEqual([]);
    const isOver = { leasedUntil: new Date(0) };
    await world.api.orm.em.fork().nativeUpdate(Job, { subject: guideId, kind: 'calendar_import' }, isOver);
    await run();
    expect((await shown(guideId)).days).toEqual([THOSE_DAYS]);
  });

  test('of a deleted guide ends', async () => {
    const guideId = await world.newGuide();
    const { url, received } = await serve(answering(200, calendar(ALL_DAY)));
    await save(guideId, url);
    await world.trade('DELETE', `guide/delete/${guideId}`);
    await run();
    expect(received).toHaveLength(0);
    expect(await world.api.orm.em.fork().count(GuideCalendar, { guideId })).toBe(0);
  });

  test("is set, started and removed by the guide's own studio only, and by nobody who may only read", async () => {
    const guideId = await world.newGuide();
    const url = 'https://calendars.example.com/a.ics';
    expect((await save(guideId, url, world.stranger)).json().code).toBe(40003);
    expect((await save(guideId, url, world.reader)).json().data.reason).toBe('role_forbids');
    await save(guideId, url);
    for (const [method, rest] of [
      ['POST', 'import/run'],
      ['DELETE', 'import'],
      ['GET', 'calendar'],
    ] as const) {
      const answer = await world.own(method, `guides/${guideId}/${rest}`, { as: world.stranger });
      expect(answer.json().code).toBe(40003);
    }
    expect(await shown(guideId)).not.toBeNull();
  });
});
