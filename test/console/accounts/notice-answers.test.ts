import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { AuditEntry, Company, Membership, Notice, Order, Person } from '../../../db/entities/index.ts';
import { addDays } from '../../../domain/trip.ts';
import { createAnswerLinks } from '../../../services/notices/answering.ts';
import { bookingIn, bookOrder } from '../../support/booking.ts';
import { CONSOLE_URL, createTestConsole, type TestConsole } from '../../support/console/console-app.ts';
import { createLivePlatform, type LivePlatform } from '../../support/live-platform.ts';
import { createGuide } from '../../support/merchants.ts';

const STUDIO = 'mk_sandbox_studio';
let platform: LivePlatform;
let site: TestConsole;
let companyId: string;
let personId: number;
let orders = 0;

beforeAll(async () => {
  platform = await createLivePlatform();
  site = await createTestConsole(platform, { orders: platform.orders, now: platform.now });
  await createGuide(platform, { id: 'G900', name: 'Rui Costa' });
  companyId = await site.company({ kind: 'studio', sandboxKey: STUDIO, name: 'Douro Guides' });
  personId = (await site.member(companyId, 'operations')).personId;
});
afterAll(async () => {
  await site.close();
  await platform.close();
});
beforeEach(async () => {
  await em().nativeUpdate(Company, { id: companyId }, { needsSecondFactor: false });
  await em().nativeUpdate(Membership, { personId }, { role: 'operations' });
});

const em = () => platform.unbounded.em.fork();
const book = () => {
  orders += 1;
  return bookOrder(platform, platform.sandbox.agency, bookingIn(orders + 3, 'G900'));
};
const links = () => createAnswerLinks(platform.cipher, CONSOLE_URL);
async function tokenFor(subjectId: string, more: Partial<Notice> = {}): Promise<string> {
  const about = { personId, companyId, merchantKey: STUDIO, kind: 'request_new', subjectId } as const;
  const id = await em().insert(Notice, {
    ...about,
    notificationId: `${subjectId}-${orders}`,
    mailWanted: false,
    ...more,
  });
  return await linkOf(id);
}
/** As it was sent to the person's address then. */
async function linkOf(noticeId: number): Promise<string> {
  const { personId: reader } = await em().findOneOrFail(Notice, noticeId);
  const { email } = await em().findOneOrFail(Person, reader);
  return links().of(noticeId, email).split('#')[1]!;
}
/** Nobody is signed in. */
async function send(path: string, payload: object) {
  const headers = { 'sec-fetch-site': 'same-origin', origin: CONSOLE_URL };
  const answer = await site.app.inject({ method: 'POST', url: `/api/notices/${path}`, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
}
const look = (token: string) => send('answer/look', { token });
const answer = (token: string, choice: string) => send('answer', { token, answer: choice });
const statusOf = async (id: string) => (await em().findOneOrFail(Order, id)).status;

test('the page says what the request is about, and nothing about a traveller; looking answers nothing', async () => {
  const id = await book();
  const token = await tokenFor(id);
  const { status, body } = await look(token);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    ...{
      orderId: id,
      companyName: 'Douro Guides',
      guideName: 'Rui Costa',
      status: 'pending',
      isWaiting: true,
    },
    ...{ sandbox: true, totalAmount: 123.45, currency: 'EUR', guestCount: 2 },
  });
  expect(body.data.tripDate).toBe(addDays(bookingIn(orders + 3, 'G900').tripDate, 0));
  expect(JSON.stringify(body)).not.toMatch(/Ada|351912/);
  expect(await statusOf(id)).toBe('pending');
});

test('one press confirms, a second one too, and the audit log names the person', async () => {
  const id = await book();
  const token = await tokenFor(id);
  for (let press = 0; press < 2; press++)
    expect((await answer(token, 'confirm')).body.data).toMatchObject({
      status: 'confirmed',
      isWaiting: false,
    });
  expect(await statusOf(id)).toBe('confirmed');
  const entries = await em().find(AuditEntry, { subject: `order:${id}` });
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['order.confirmed', `person:${personId}`],
  ]);
  // What was confirmed is not declined by the same mail.
  const { status, body } = await answer(token, 'reject');
  expect([status, body.code]).toEqual([409, 40901]);
  expect(await statusOf(id)).toBe('confirmed');
});

test('one press declines', async () => {
  const id = await book();
  expect((await answer(await tokenFor(id), 'reject')).body.data).toMatchObject({ status: 'cancelled' });
  expect(await statusOf(id)).toBe('cancelled');
});

test.each<[string, () => Promise<unknown>]>([
  [
    'has another address',
    () => em().nativeUpdate(Person, { id: personId }, { email: `moved-${orders}@guidepost.example` }),
  ],
  ['may only read', () => em().nativeUpdate(Membership, { personId }, { role: 'reader' })],
  ['needs a second factor', () => em().nativeUpdate(Company, { id: companyId }, { needsSecondFactor: true })],
])('a link whose person %s since opens nothing', async (_, happen) => {
  const id = await book();
  const token = await tokenFor(id);
  await happen();
  for (const { status, body } of [await look(token), await answer(token, 'confirm')])
    expect([status, body.data.details[0].reason]).toEqual([400, 'already_used']);
  expect(await statusOf(id)).toBe('pending');
});

test('a link is good for its own request only', async () => {
  const [mine, other] = [await book(), await book()];
  const token = await tokenFor(mine);
  const forged = token.replace(/^\d+/, (number) => String(Number(number) + 1));
  await tokenFor(other);
  const { status, body } = await answer(forged, 'confirm');
  expect([status, body.data.details[0]]).toMatchObject([400, { path: 'body.token', reason: 'already_used' }]);
  expect(await statusOf(other)).toBe('pending');
});

test('what is no token at all is refused as such', async () => {
  const { status, body } = await look('nonsense');
  expect([status, body.data.details[0]]).toMatchObject([
    400,
    { path: 'body.token', reason: 'unknown_token' },
  ]);
});

test.each(['message_new', 'order_cancelled', 'change_requested'] as const)(
  'a notice of %s asks for no answer, and its number opens nothing',
  async (kind) => {
    const id = await book();
    expect((await answer(await tokenFor(id, { kind }), 'confirm')).status).toBe(400);
    expect(await statusOf(id)).toBe('pending');
  },
);

test('the agency’s side cannot be made to answer for the studio', async () => {
  const id = await book();
  const agency = await site.company({ kind: 'agency', sandboxKey: 'mk_sandbox_agency' });
  const { personId: agent } = await site.member(agency, 'owner');
  const token = await tokenFor(id, { personId: agent, companyId: agency, merchantKey: 'mk_sandbox_agency' });
  expect((await answer(token, 'confirm')).status).toBe(400);
  expect(await statusOf(id)).toBe('pending');
});
