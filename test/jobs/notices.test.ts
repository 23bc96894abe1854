import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  Company,
  Guide,
  Job,
  Mail,
  Membership,
  Notice,
  NoticeSetting,
  Order,
  Person,
} from '../../db/entities/index.ts';
import { noteMailWorks, writeMailDomain } from '../../db/queries/notices/inbound-mails.ts';
import { stopNoticeMails } from '../../db/queries/notices/settings.ts';
import { selectDueWork } from '../../db/queries/platform/due-work.ts';
import { DEFAULT_PLATFORM_TERMS } from '../../domain/platform-terms.ts';
import { addDays } from '../../domain/trip.ts';
import { noticeMailJobs } from '../../jobs/notice-mails.ts';
import { noticeReminderJobs } from '../../jobs/notice-reminders.ts';
import { writeNotices } from '../../jobs/notices.ts';
import { waitlistEntryJobs, waitlistTimeJobs } from '../../jobs/waitlist-watch.ts';
import { createAnswerLinks } from '../../services/notices/answering.ts';
import { createMailAddresses } from '../../services/notices/mail-addresses.ts';
import { createNotices } from '../../services/notices/notices.ts';
import { createUnsubscribeLinks } from '../../services/notices/unsubscribing.ts';
import { workOff } from '../support/jobs.ts';
import { createMerchant } from '../support/merchants.ts';
import { CONSOLE, createNoticeWorld, type NoticeWorld } from '../support/notice-world.ts';
import { createOrderRow, endOrders } from '../support/orders.ts';

let world: NoticeWorld;
let api: NoticeWorld['api'];
const errors: unknown[] = [];

beforeAll(async () => {
  world = await createNoticeWorld();
  api = world.api;
});
afterAll(() => world.close());
beforeEach(async () => {
  errors.length = 0;
  await world.clear();
  await em().nativeDelete(Mail, {});
  await em().nativeDelete(Job, { kind: { $in: ['notice_mail', 'notice_reminder'] } });
});

const em = () => world.em();
const person: NoticeWorld['person'] = (...about) => world.person(...about);
const book: NoticeWorld['book'] = (more) => world.book(more);
const settled = (id: string, status: 'confirmed' | 'cancelled') =>
  em().nativeUpdate(Order, { id }, { status });
const read = () => world.read();
const mailJobs = () =>
  noticeMailJobs({
    orm: api.orm,
    now: () => api.clock.now,
    consoleBaseUrl: CONSOLE,
    publicBaseUrl: 'https://api.guidepost.example',
    unsubscribing: createUnsubscribeLinks(api.cipher, CONSOLE),
    answering: createAnswerLinks(api.cipher, CONSOLE),
    addresses: createMailAddresses(api.cipher),
  });
const deps = () => ({ orm: api.orm, onError: (error: unknown) => void errors.push(error) });
async function mailed(): Promise<Mail[]> {
  await read();
  await workOff(deps(), { notice_reminder: noticeReminderJobs(api.orm), notice_mail: mailJobs() });
  expect(errors).toEqual([]);
  return await em().find(Mail, { type: { $like: 'notice.%' } }, { orderBy: { id: 'asc' } });
}
/** As if the last mail had gone out so long ago. */
async function later(minutes: number): Promise<void> {
  await em().execute("update mail set occurred_at = occurred_at - ? * interval '1 minute'", [minutes]);
  await em().execute("update job set run_at = now() where kind = 'notice_mail'");
}
/** As if the requests had come so long ago. */
const unreadFor = (minutes: number) =>
  em().execute("update job set run_at = run_at - ? * interval '1 minute' where kind = 'notice_reminder'", [
    minutes,
  ]);
const kinds = async (personId: number) =>
  (await em().find(Notice, { personId }, { orderBy: { id: 'asc' } })).map(({ kind }) => kind);

test('the studio’s people are notified of a request at once, with its facts and nothing personal; who ordered is not', async () => {
  const owner = await person('CO2', 'owner');
  const developer = await person('CO2', 'developer');
  const agent = await person('CO1', 'owner');
  const id = await book({
    clientReference: 'B-2207',
    remark: 'allergic to nuts',
    contactName: 'Grace Hopper',
  });
  expect(await selectDueWork(em())).toContain('notices');
  const mails = await mailed();
  expect(await selectDueWork(em())).not.toContain('notices');
  expect(await Promise.all([owner, developer, agent].map(kinds))).toEqual([['request_new'], [], []]);
  expect(mails.map(({ to }) => to)).toEqual([(await em().findOneOrFail(Person, owner)).email]);
  const [{ subject, text, html, calendar, unsubscribeUrl }] = mails as [Mail];
  expect(subject).toBe('[Sandbox] New request for Rui Costa');
  expect(text).toContain(`${CONSOLE}/CO2/sandbox/orders/${id}\n`);
  expect(text).toMatch(/2 guests\nEUR 123\.45\nReference: B-2207\nAnswer by .*\(Europe\/Lisbon\)/);
  expect(text).toContain(`${CONSOLE}/account/notices`);
  expect(text).not.toMatch(/Grace|Hopper|nuts|351912/);
  expect(unsubscribeUrl).toMatch(/^https:\/\/console\.guidepost\.example\/api\/notices\/unsubscribe\//);
  expect(html).toContain(`href="${CONSOLE}/CO2/sandbox/orders/${id}"`);
  expect(html).not.toMatch(/Grace|Hopper|nuts|351912/);
  // What is not certain is in no calendar.
  expect(calendar).toBeNull();
  // Nothing is read, and nothing mailed, a second time.
  expect(await mailed()).toHaveLength(1);
});

test('a flood of orders is one mail in five minutes, with the first twenty', async () => {
  await person('CO2', 'operations');
  await book();
  expect(await mailed()).toHaveLength(1);
  for (let orders = 0; orders < 23; orders++) await book();
  expect(await mailed()).toHaveLength(1);
  await later(4);
  expect(await mailed()).toHaveLength(1);
  await later(2);
  const [, second] = await mailed();
  expect(second!.subject).toBe('[Sandbox] New request for Rui Costa, and 22 more');
  expect(second!.text.match(/New request for/g)).toHaveLength(20);
  expect(second!.text).toContain('3 more are in the console.');
  expect(await em().count(Job, { kind: 'notice_mail' })).toBe(0);
});

test('what was answered, or read at the console, before the mail is written is in none', async () => {
  const owner = await person('CO2', 'owner');
  await book();
  await mailed();
  const [answered, seen, open] = [await book(), await book(), await book()];
  await read();
  await settled(answered, 'confirmed');
  await em().nativeUpdate(Notice, { personId: owner, subjectId: seen }, { readAt: new Date() });
  await later(6);
  const [, second] = await mailed();
  expect(second!.text).toContain(open);
  expect(second!.text).not.toContain(answered);
  expect(second!.text).not.toContain(seen);
});

describe('a request that nobody has read for an hour', () => {
  test('is mailed to the owners once more, and not a third time', async () => {
    await person('CO2', 'operations');
    const owner = await em().findOneOrFail(Person, await person('CO2', 'owner'));
    const id = await book();
    expect(await mailed()).toHaveLength(2);
    await later(6);
    await unreadFor(59);
    expect(await mailed()).toHaveLength(2);
    await unreadFor(2);
    const [, , reminder, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(reminder).toMatchObject({
      to: owner.email,
      subject: '[Sandbox] Still waiting for your answer: Rui Costa',
      text: expect.stringMatching(new RegExp(`Answer by [^]*/answer#[^]*/orders/${id}`)),
    });
    await later(6);
    expect(await mailed()).toHaveLength(3);
    expect(await em().count(Job, { kind: 'notice_reminder' })).toBe(0);
  });

  test.each([
    [
      'a colleague has read it',
      (_: string, colleague: number) =>
        em().nativeUpdate(Notice, { personId: colleague }, { readAt: new Date() }),
    ],
    ['it was answered', (id: string) => settled(id, 'confirmed')],
  ])('is not where %s meanwhile', async (_, happens) => {
    const colleague = await person('CO2', 'operations');
    await person('CO2', 'owner');
    const id = await book();
    await mailed();
    await happens(id, colleague);
    await later(6);
    await unreadFor(61);
    expect(await mailed()).toHaveLength(2);
  });
});

test('where nothing is left to say there is no mail', async () => {
  await person('CO2', 'owner');
  const id = await book();
  await read();
  await settled(id, 'cancelled');
  expect(await mailed()).toEqual([]);
  expect(await em().count(Job, { kind: 'notice_mail' })).toBe(0);
});

test('each is notified of what they have chosen, in their language, by their own clock', async () => {
  const both = { companyId: 'CO2', topics: null, mail: true, sandbox: true } as const;
  const [none, silent, live, spanish] = [
    await person('CO2', 'owner'),
    await person('CO2', 'owner'),
    await person('CO2', 'owner'),
    await person('CO2', 'reader', { language: 'es' }),
  ];
  await em().insertMany(NoticeSetting, [
    { ...both, personId: none, topics: ['money'] },
    { ...both, personId: silent, mail: false },
    { ...both, personId: live, sandbox: false },
    { ...both, personId: spanish, topics: ['requests'], timeZone: 'Asia/Tokyo', quietFrom: 3, quietUntil: 4 },
  ]);
  api.clock.now = new Date('2026-11-26T03:00:00Z');
  await book();
  const mails = await mailed();
  api.clock.now = new Date();
  expect(await Promise.all([none, silent, live, spanish].map(kinds))).toEqual([
    [],
    ['request_new'],
    [],
    ['request_new'],
  ]);
  expect(mails).toHaveLength(1);
  expect(mails[0]!.subject).toBe('[Sandbox] Nueva solicitud para Rui Costa');
  expect(mails[0]!.text).toMatch(/Responda antes del .*\(Europe\/Lisbon\)\n.*\(Asia\/Tokyo\)/);
});

test('in quiet hours nothing is mailed; what came meanwhile is, when they end', async () => {
  const personId = await person('CO2', 'owner');
  const quiet = { timeZone: 'Europe/Lisbon', quietFrom: 22, quietUntil: 7 };
  await em().insert(NoticeSetting, { personId, companyId: 'CO2', ...quiet });
  api.clock.now = new Date('2026-11-26T23:00:00Z');
  await book();
  await book();
  expect(await mailed()).toEqual([]);
  const job = await em().findOneOrFail(Job, { kind: 'notice_mail' });
  expect(Math.round((job.runAt.getTime() - Date.now()) / 60_000)).toBe(480);
  api.clock.now = new Date('2026-11-27T07:00:00Z');
  await later(0);
  const [only, ...others] = await mailed();
  api.clock.now = new Date();
  expect(only!.subject).toContain('and 1 more');
  expect(others).toEqual([]);
});

test('who gets one mail a day is mailed requests at once, and all else at that hour, once', async () => {
  const personId = await person('CO2', 'owner');
  const dailyAt = new Date().getUTCHours();
  await em().insert(NoticeSetting, { personId, companyId: 'CO2', timeZone: 'UTC', dailyAt });
  const booked = await book();
  await read();
  await em().nativeUpdate(Notice, { subjectId: booked }, { kind: 'order_booked' });
  const request = await book();
  const next = new Date();
  next.setUTCHours(dailyAt + 24, 0, 0, 0);
  api.clock.now = new Date(next.getTime() - 60_000);
  const [first, ...others] = await mailed();
  expect(others).toEqual([]);
  expect(first!.subject).toBe('[Sandbox] New request for Rui Costa');
  expect(first!.text).toContain(request);
  const job = await em().findOneOrFail(Job, { kind: 'notice_mail' });
  expect(Math.round((job.runAt.getTime() - Date.now()) / 60_000)).toBe(1);
  api.clock.now = next;
  await later(6);
  const [, second] = await mailed();
  api.clock.now = new Date();
  expect(second!.subject).toBe('[Sandbox] New booking for Rui Costa');
  expect(second!.text).toContain(booked);
  expect(await em().count(Job, { kind: 'notice_mail' })).toBe(0);
});

test('who left the company, or ended the mails, before one is written gets none', async () => {
  const [left, ended] = [await person('CO2', 'owner'), await person('CO2', 'owner')];
  await book();
  await read();
  await em().nativeDelete(Membership, { personId: left });
  await stopNoticeMails(em(), ended, 'CO2');
  expect(await mailed()).toEqual([]);
  expect(await em().count(Job, { kind: 'notice_mail' })).toBe(0);
});

test('a platform without a mail server notifies people at the console only', async () => {
  const personId = await person('CO2', 'owner');
  await book();
  await writeNotices({ orm: api.orm, mail: false });
  expect(await kinds(personId)).toEqual(['request_new']);
  expect(await em().count(Job, { kind: 'notice_mail' })).toBe(0);
});

test('a round that fails reads nothing: the next one notifies, once', async () => {
  const personId = await person('CO2', 'owner');
  await book();
  await em().execute('alter table notice add constraint broken check (false) not valid');
  await expect(read()).rejects.toThrow(/broken/);
  await em().execute('alter table notice drop constraint broken');
  expect(await kinds(personId)).toEqual([]);
  await read();
  await read();
  expect(await kinds(personId)).toEqual(['request_new']);
});

test('of two processes at once one reads, and nobody waits', async () => {
  const personId = await person('CO2', 'owner');
  await book();
  await em().transactional(async (other) => {
    await other.execute('select from notice_position for no key update');
    expect(await read()).toBe(false);
  });
  expect(await kinds(personId)).toEqual([]);
  await Promise.all([read(), read(), read()]);
  await read();
  expect(await kinds(personId)).toEqual(['request_new']);
});

test('an order of before the person came is no news', async () => {
  await book();
  await read();
  const personId = await person('CO2', 'owner');
  await read();
  expect(await kinds(personId)).toEqual([]);
});

describe('an answer by mail', () => {
  const domainIs = (domain: string | null) => writeMailDomain(em(), domain);
  beforeEach(() => domainIs('reply.guidepost.example'));
  afterAll(() => domainIs(null));

  test('goes to an address of the notice that is good for its reader alone; the mail says so', async () => {
    const operations = await person('CO2', 'operations');
    await book();
    const [{ replyTo, text, to }] = (await mailed()) as [Mail];
    expect(text).toContain('Answer this mail to write to the other side of the order.');
    const address = createMailAddresses(api.cipher).read(replyTo!);
    const [notice] = await em().find(Notice, { personId: operations });
    expect(address).toMatchObject({ is: 'answer', noticeId: notice!.id });
    expect(replyTo!.split('@')).toEqual([expect.stringMatching(/^.{1,64}$/), 'reply.guidepost.example']);
    const isFor = (email: string) => address?.is === 'answer' && address.isFor(email);
    expect([isFor(to), isFor(to.toUpperCase()), isFor('other@guidepost.example')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['several orders', async () => [await person('CO2', 'operations'), await book(), await book()]],
    [
      'a company that demands a second factor',
      async () => {
        await em().nativeUpdate(Company, { id: 'CO2' }, { needsSecondFactor: true });
        return [await person('CO2', 'operations'), await book()];
      },
    ],
    [
      'an order, where no mails come in',
      async () => [await domainIs(null), await person('CO2', 'owner'), await book()],
    ],
  ])('is not possible to a mail about %s', async (_, happen) => {
    await happen();
    const [{ replyTo, text }] = (await mailed()) as [Mail];
    await em().nativeUpdate(Company, { id: 'CO2' }, { needsSecondFactor: false });
    expect(replyTo).toBeNull();
    expect(text).not.toContain('Answer this mail');
  });

  test('an address whose mails come back gets no more, until its person wants them', async () => {
    const owner = await person('CO2', 'owner');
    await em().nativeUpdate(Person, { id: owner }, { mailFailingSince: new Date() });
    await book();
    expect(await mailed()).toEqual([]);
    expect(await kinds(owner)).toEqual(['request_new']);
    await noteMailWorks(em(), owner);
    await book();
    expect(await mailed()).toHaveLength(1);
  });
});

describe('a turn of a waitlist', () => {
  let turns = 0;
  /** The time of another agency becomes free, and is held for this one. @returns the hold's id. */
  async function turn(): Promise<string> {
    turns += 1;
    const trip = {
      guideId: 'G900',
      tripDate: addDays(new Date().toISOString().slice(0, 10), 200 + turns),
      tripDays: 1,
    };
    await createOrderRow(api, { id: `ORD66${turns}`, ...trip, merchantKey: 'mk_before' });
    const wait = { method: 'POST', url: '/open/v1/waitlist/create', payload: trip } as const;
    expect((await api.as(api.sandbox.agency, wait)).json()).toMatchObject({ code: 200 });
    await em().execute(endOrders('id = ?'), [`ORD66${turns}`]);
    await workOff(deps(), {
      waitlist_time: waitlistTimeJobs({ orm: api.orm }),
      waitlist_entry: waitlistEntryJobs({
        orm: api.orm,
        now: () => api.clock.now,
        terms: DEFAULT_PLATFORM_TERMS,
      }),
    });
    const list = await api.as(api.sandbox.agency, { url: '/open/v1/order/hold/list?status=held&size=50' });
    const isOfTurn = ({ tripDate }: { tripDate: string }) => tripDate === trip.tripDate;
    return list.json().data.list.find(isOfTurn).holdId;
  }
  beforeAll(async () => {
    await createMerchant(api, 'mk_before');
    await em().nativeUpdate(Guide, 'G900', { waitlistWindowMinutes: 60 });
  });

  test('is mailed with its end, also to who gets one mail a day, and leads to the booking of the hold', async () => {
    const owner = await person('CO1', 'owner');
    const dailyAt = (new Date().getUTCHours() + 12) % 24;
    await em().insert(NoticeSetting, { personId: owner, companyId: 'CO1', timeZone: 'UTC', dailyAt });
    const holdId = await turn();
    await world.visible();
    const [mail] = await mailed();
    const path = `/CO1/sandbox/find/G900/book?hold=${holdId}`;
    expect(mail!.text).toMatch(
      /Rui Costa is free at the time you wait for .*\n.*, 1 day, 1 guest\nEUR 123\.45\nHeld for you until /,
    );
    expect(mail!.text).toContain(`${CONSOLE}${path}\n`);
    const { list } = await createNotices({ orm: api.orm }).list({ personId: owner, withLive: false });
    const heldUntil = new Date(api.clock.now.getTime() + 3_600_000).toISOString();
    expect(list).toMatchObject([
      { kind: 'guide_available', subjectId: holdId, path, heldUntil, guideName: 'Rui Costa' },
    ]);
  });

  test('that has ended before the mail is written is in none', async () => {
    await person('CO1', 'owner');
    const holdId = await turn();
    await api.as(api.sandbox.agency, { method: 'POST', url: `/open/v1/order/hold/release/${holdId}` });
    await world.visible();
    expect(await mailed()).toEqual([]);
  });
});
