import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  AuditEntry,
  Company,
  Mail,
  Membership,
  Notice,
  Order,
  OrderMessage,
  Person,
} from '../../../db/entities/index.ts';
import { writeMailDomain } from '../../../db/queries/notices/inbound-mails.ts';
import { createMailAddresses, createMailKey } from '../../../services/notices/mail-addresses.ts';
import { bookingIn, bookOrder } from '../../support/booking.ts';
import { type Browser, createTestConsole, type TestConsole } from '../../support/console/console-app.ts';
import { createLivePlatform, type LivePlatform } from '../../support/live-platform.ts';
import { createGuide } from '../../support/merchants.ts';

const STUDIO = 'mk_sandbox_studio';
const DOMAIN = 'reply.guidepost.example';
const DAY_MS = 86_400_000;
/** Its sides may write no more. */
const LONG_AGO = {
  tripStartAt: new Date(Date.now() - 401 * DAY_MS),
  tripEndAt: new Date(Date.now() - 400 * DAY_MS),
};
const FROM = 'Guidepost <no-reply@guidepost.example>';
let platform: LivePlatform;
let site: TestConsole;
let companyId: string;
let person: Browser;
let email: string;
let orders = 0;

beforeAll(async () => {
  platform = await createLivePlatform();
  site = await createTestConsole(platform, {
    orders: platform.orders,
    now: platform.now,
    config: { mail: { from: FROM, outbox: '/nowhere' } } as never,
  });
  await createGuide(platform, { id: 'G901', name: 'Rui Costa' });
  companyId = await site.company({ kind: 'studio', sandboxKey: STUDIO, name: 'Douro Guides' });
  person = await site.member(companyId, 'operations');
  ({ email } = await em().findOneOrFail(Person, person.personId));
  await writeMailDomain(em(), DOMAIN);
});
afterAll(async () => {
  await site.close();
  await platform.close();
});
beforeEach(async () => {
  await em().nativeUpdate(Company, { id: companyId }, { needsSecondFactor: false });
  await em().nativeUpdate(Membership, { personId: person.personId }, { role: 'operations' });
  await em().nativeUpdate(Person, { id: person.personId }, { email, mailFailingSince: null });
  await em().nativeDelete(Mail, {});
});

const em = () => platform.unbounded.em.fork();
const addresses = () => createMailAddresses(platform.cipher);

/** An order that the person was notified of, and where they answer it. */
async function notified() {
  orders += 1;
  const orderId = await bookOrder(platform, platform.sandbox.agency, bookingIn(orders + 3, 'G901'));
  const noticeId = await em().insert(Notice, {
    ...{ personId: person.personId, companyId, merchantKey: STUDIO, kind: 'request_new' as const },
    ...{ subjectId: orderId, notificationId: `${orderId}-${orders}`, mailWanted: false },
  });
  return { orderId, address: addresses().answer(DOMAIN, Number(noticeId), email) };
}

const mailOf = (to: string, text: string, headers: Record<string, string> = {}) =>
  Object.entries({ From: email, To: to, 'Message-ID': `<${to}>`, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
    .concat('\r\n', text);

async function receive(payload: string, key = createMailKey(platform.cipher).text, type = 'message/rfc822') {
  const headers = { 'content-type': type, authorization: `Bearer ${key}` };
  const answer = await site.app.inject({ method: 'POST', url: '/api/mails', headers, payload });
  return { status: answer.statusCode, body: answer.json() };
}
const outcomeOf = async (payload: string) => {
  const { status, body } = await receive(payload);
  return status === 200 ? body.data.outcome : [status, body.code];
};
const messagesOf = (orderId: string) => em().find(OrderMessage, { orderId }, { orderBy: { id: 'asc' } });
const textsOf = async (orderId: string) => (await messagesOf(orderId)).map(({ text }) => text);
const mailsToPerson = async () =>
  (await em().find(Mail, { type: 'notice.answer' }, { orderBy: { id: 'asc' } })).map(({ text }) => text);

test('an answer is a message of its order, once however often it comes, and the audit log names the person', async () => {
  const { orderId, address } = await notified();
  const mail = mailOf(
    address,
    'Nine is fine.\n\nOn Thu, Guidepost <no-reply@guidepost.example> wrote:\n> New request',
  );
  expect(await outcomeOf(mail)).toBe('message');
  expect(await outcomeOf(mail)).toBe('message');
  const [message, ...others] = await messagesOf(orderId);
  expect(message).toMatchObject({ senderKey: STUDIO, text: 'Nine is fine.' });
  expect(others).toEqual([]);
  const [entry] = await em().find(
    AuditEntry,
    { action: 'message.sent' },
    { orderBy: { id: 'desc' }, limit: 1 },
  );
  expect(entry).toMatchObject({ actor: `person:${person.personId}` });
  expect(await outcomeOf(mailOf(address, 'And ten too.', { 'Message-ID': '<other@x>' }))).toBe('message');
  expect(await textsOf(orderId)).toEqual(['Nine is fine.', 'And ten too.']);
});

test('eight that come at once are one', async () => {
  const { orderId, address } = await notified();
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(mailOf(address, 'Once'))));
  expect(outcomes.filter((one) => one === 'message').length).toBeGreaterThan(0);
  expect(await textsOf(orderId)).toEqual(['Once']);
});

test.each<[string, (address: string) => Promise<string> | string]>([
  ['from another address', (to) => mailOf(to, 'Yes', { From: 'mallory@elsewhere.example' })],
  ['from nobody', (to) => mailOf(to, 'Yes').replace(/^From.*\r\n/, '')],
  [
    'to an address that was changed',
    (to) =>
      mailOf(
        to.replace(/-./, (x) => (x === '-0' ? '-1' : '-0')),
        'Yes',
      ),
  ],
  ['to another notice with this one’s seal', (to) => mailOf(to.replace(/\+[^-]+/, '+zzz'), 'Yes')],
  [
    'to an address of a colleague',
    async (to) => {
      const colleague = await site.member(companyId, 'operations');
      const { email: theirs } = await em().findOneOrFail(Person, colleague.personId);
      return mailOf(to, 'Yes', { From: theirs });
    },
  ],
  ['to nobody here', () => mailOf(`no-reply@${DOMAIN}`, 'Yes')],
  ['by a machine', (to) => mailOf(to, 'I am away', { 'Auto-Submitted': 'auto-replied' })],
  [
    'by who has another address by now',
    async (to) => {
      await em().nativeUpdate(Person, { id: person.personId }, { email: 'moved@guidepost.example' });
      return mailOf(to, 'Yes', { From: 'moved@guidepost.example' });
    },
  ],
  [
    'by who may only read by now',
    async (to) => {
      await em().nativeUpdate(Membership, { personId: person.personId }, { role: 'reader' });
      return mailOf(to, 'Yes');
    },
  ],
  [
    'where a second factor is demanded by now',
    async (to) => {
      await em().nativeUpdate(Company, { id: companyId }, { needsSecondFactor: true });
      return mailOf(to, 'Yes');
    },
  ],
])('a mail %s changes nothing, and is not answered', async (_, make) => {
  const { orderId, address } = await notified();
  expect(await outcomeOf(await make(address))).toBe('ignored');
  expect(await textsOf(orderId)).toEqual([]);
  expect(await em().count(Mail, {})).toBe(0);
});

test.each<[string, string, Record<string, string>, RegExp]>([
  ['no text', '> New request', {}, /no text in it/],
  ['a text that is too long', 'x'.repeat(5_000), {}, /at most \d+ characters/],
  ['characters that no message may have', 'a\u0007b', {}, /characters that a message may not have/],
])(
  'an answer with %s is not taken, and its sender gets a mail that says why',
  async (_, text, headers, why) => {
    const { orderId, address } = await notified();
    expect(await outcomeOf(mailOf(address, text, headers))).toBe('refused');
    expect(await textsOf(orderId)).toEqual([]);
    const [mail, ...others] = await mailsToPerson();
    expect(mail).toMatch(why);
    expect(mail).toContain(`/${companyId}/sandbox/orders/${orderId}`);
    expect(others).toEqual([]);
  },
);

test('about an order that takes no more messages its sender is sent that; of attached files, that they are left out', async () => {
  const { orderId, address } = await notified();
  const parts = { 'Content-Type': 'multipart/mixed; boundary=B' };
  const file =
    '--B\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=a.pdf\r\n\r\nx\r\n--B--\r\n';
  expect(
    await outcomeOf(mailOf(address, `--B\r\nContent-Type: text/plain\r\n\r\nSee it\r\n${file}`, parts)),
  ).toBe('message');
  expect(await textsOf(orderId)).toEqual(['See it']);
  expect(await mailsToPerson()).toEqual([expect.stringContaining('without the files')]);
  await em().nativeUpdate(Order, { id: orderId }, LONG_AGO);
  expect(await outcomeOf(mailOf(address, 'Thanks', { 'Message-ID': '<late@x>' }))).toBe('refused');
  expect(await textsOf(orderId)).toEqual(['See it']);
  expect((await mailsToPerson()).at(-1)).toContain('nobody can write about this order any more');
});

test('a large file behind the text is read and dropped', async () => {
  const { orderId, address } = await notified();
  const parts = { 'Content-Type': 'multipart/mixed; boundary=B' };
  const file = `--B\r\nContent-Type: image/png\r\nContent-Disposition: attachment; filename=a.png\r\n\r\n${'A'.repeat(9_000_000)}\r\n--B--\r\n`;
  const mail = mailOf(address, `--B\r\nContent-Type: text/plain\r\n\r\nA photo\r\n${file}`, parts);
  expect(await outcomeOf(mail)).toBe('message');
  expect(await textsOf(orderId)).toEqual(['A photo']);
  expect(await mailsToPerson()).toEqual([expect.stringContaining('without the files')]);
});

test('without the key, or with something else than a mail, nothing is read', async () => {
  const { orderId, address } = await notified();
  const mail = mailOf(address, 'Yes');
  for (const key of ['', 'mails_', `mails_${'0'.repeat(64)}`]) {
    const { status, body } = await receive(mail, key);
    expect([status, body.code]).toEqual([401, 40101]);
  }
  expect((await receive('{}', undefined, 'application/json')).status).toBe(400);
  expect((await receive(mail, undefined, 'text/plain')).status).toBe(415);
  const nested = Array.from(
    { length: 30 },
    (_, depth) => `Content-Type: multipart/mixed; boundary=B${depth}\r\n\r\n--B${depth}\r\n`,
  );
  expect(await receive(nested.join(''))).toMatchObject({
    status: 400,
    body: { data: { details: [{ path: 'body' }] } },
  });
  expect(await receive(mailOf(address, 'x'.repeat(33 * 1024 * 1024)))).toMatchObject({
    status: 400,
    body: { data: { details: [{ path: 'body', reason: 'body_too_large' }] } },
  });
  expect(await textsOf(orderId)).toEqual([]);
});

test('a mail that comes back marks the address; its person sees that, and wants mails again', async () => {
  const mailNumber = await em().insert(Mail, {
    ...{ type: 'notice.CO1', about: 'address:x', occurredAt: new Date(), to: email.toUpperCase() },
    ...{ subject: 'New request', text: 'x', sentAt: new Date() },
  });
  const report = (status: string) =>
    mailOf(
      addresses().returned(DOMAIN, Number(mailNumber)),
      `--B\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\nAction: failed\r\nStatus: ${status}\r\n\r\n--B--\r\n`,
      {
        From: 'MAILER-DAEMON@mx.example',
        'Content-Type': 'multipart/report; report-type=delivery-status; boundary=B',
      },
    );
  const choices = async () =>
    (await person.send({ method: 'GET', url: '/api/account/notice-choices' })).json().data;
  expect(await outcomeOf(report('4.4.7'))).toBe('ignored');
  expect(await choices()).toMatchObject({ email, mailFailingSince: null });
  expect(await outcomeOf(report('5.1.1'))).toBe('returned');
  const { mailFailingSince } = await choices();
  expect(mailFailingSince).toMatch(/^\d{4}-.*Z$/);
  expect(await em().findOneOrFail(Mail, Number(mailNumber))).toMatchObject({ failedAt: expect.any(Date) });
  expect(await outcomeOf(report('5.1.1'))).toBe('returned');
  expect(await choices()).toMatchObject({ mailFailingSince });
  const forged = report('5.1.1').replace(/-[0-9a-f]{32}@/, `-${'0'.repeat(32)}@`);
  expect((await person.send({ method: 'POST', url: '/api/account/mails/resume' })).statusCode).toBe(200);
  expect(await outcomeOf(forged)).toBe('ignored');
  expect(await choices()).toMatchObject({ mailFailingSince: null });
});
