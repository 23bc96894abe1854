/** Files that come with messages of an order: who sends, reads and downloads them, and when they go. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  AuditEntry,
  Notification,
  OrderAttachment,
  OrderMessage,
  StoredFile,
  StoredFilePart,
  UploadPart,
} from '../../db/entities/index.ts';
import { eraseOrder } from '../../db/queries/operators/erasure.ts';
import { countPersonalData } from '../../db/queries/operators/personal-data.ts';
import { MAX_CONVERSATION_FILES } from '../../domain/stored-file.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { exportMerchant } from '../../services/operators/registry/merchant-export.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../support/console/console-app.ts';
import { grantLink } from '../support/data/provider-links.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { multipart, PNG } from '../support/network/multipart.ts';
import { createOrderRow } from '../support/orders.ts';

const AGENCY = 'mk_sandbox_agency';
const STUDIO = 'mk_sandbox_studio';
const PDF = Buffer.from('%PDF-1.7\nThe voucher of Vera Viajera\n');
const ID = (number: number) => `ORD100000000000000000${number}`;
const [ORDER, ERASED, FULL, OTHER] = [ID(1), ID(2), ID(3), ID(4)] as const;

let api: TestApp;
let console_: TestConsole;
let studio: string;
let agency: string;
let other: string;
let people: Record<'writer' | 'reader' | 'agent' | 'stranger', Browser>;
beforeAll(async () => {
  api = await createTestApp();
  console_ = await createTestConsole(api);
  await createMerchant(api, 'mk_stranger', { kind: 'studio' });
  await createMerchant(api, 'mk_provider', { kind: 'provider' });
  await grantLink(api, AGENCY, 'mk_provider', ['order:read']);
  await createGuide(api, { id: 'G1' });
  studio = await console_.company({ kind: 'studio', sandboxKey: STUDIO });
  agency = await console_.company({ kind: 'agency', sandboxKey: AGENCY });
  other = await console_.company({ kind: 'studio', sandboxKey: 'mk_stranger' });
  people = {
    writer: await console_.member(studio, 'operations'),
    reader: await console_.member(studio, 'reader'),
    agent: await console_.member(agency, 'owner'),
    stranger: await console_.member(other, 'owner'),
  };
  const today = todayIn('Europe/Lisbon', new Date());
  for (const [index, id] of [ORDER, ERASED, FULL, OTHER].entries()) {
    const tripDate = addDays(today, 10 + index);
    await createOrderRow(api, { id, guideId: 'G1', tripDays: 1, status: 'cancelled', tripDate });
  }
});
afterAll(async () => {
  await console_.close();
  await api.close();
});

const em = () => api.orm.em.fork();
interface Sent {
  readonly text?: string;
  readonly key?: string;
  readonly files?: readonly { readonly name: string; readonly content: string | Buffer }[];
}
let keys = 0;
const VOUCHER = { name: 'voucher.pdf', content: PDF };
const write = (
  who: Browser,
  { text = 'Here is the voucher', key = `form-0000${keys++}`, files = [VOUCHER] }: Sent = {},
  { company = studio, orderId = ORDER } = {},
) =>
  who.send({
    method: 'POST',
    url: `/api/${company}/sandbox/console/orders/${orderId}/messages`,
    ...multipart({ fields: { key, text }, files }),
  });
const fileUrl = (fileId: string, orderId: string = ORDER) => `/open/v1/order/files/${orderId}/${fileId}`;
const messagesOf = async (orderId: string) => {
  const answer = await api.as(api.sandbox.agency, { url: `/open/v1/order/messages/${orderId}` });
  return answer.json().data.list as { text: string; attachments: { fileId: string; name: string }[] }[];
};
const firstFile = async () => (await messagesOf(ORDER))[0]!.attachments[0]!.fileId;

test('both sides read the message, and download its file as it was', async () => {
  const sent = (await write(people.writer)).json();
  const file = { fileId: expect.stringMatching(/^FIL\d+$/), name: 'voucher.pdf', type: 'application/pdf' };
  expect(sent.data).toMatchObject({
    ...{ sender: 'studio', text: 'Here is the voucher', readAt: null },
    attachments: [{ ...file, size: PDF.length }],
  });
  expect(await messagesOf(ORDER)).toMatchObject([{ messageId: sent.data.messageId, attachments: [file] }]);
  const { fileId } = sent.data.attachments[0];
  const byApi = await api.as(api.sandbox.agency, { url: fileUrl(fileId) });
  const byPerson = await people.agent.send({ url: `/api/${agency}/sandbox${fileUrl(fileId)}` });
  const byReader = await people.reader.send({ url: `/api/${studio}/sandbox${fileUrl(fileId)}` });
  for (const { rawPayload, headers } of [byApi, byPerson, byReader]) {
    expect(rawPayload.equals(PDF)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; /),
      'x-content-type-options': 'nosniff',
    });
  }
  const [part] = await em().find(StoredFilePart, {});
  expect(part!.contentEncrypted.startsWith(api.cipher.prefix)).toBe(true);
});

test('the other side is notified as of any message, and neither that nor the audit log names the file', async () => {
  const published = await em().find(Notification, { type: 'message.received' });
  expect(published.map(({ merchantKey }) => merchantKey)).toEqual([AGENCY]);
  const audited = await em().find(AuditEntry, { action: 'message.sent' });
  expect(audited.map(({ details }) => details)).toEqual([{ orderId: ORDER, files: 1 }]);
  expect(JSON.stringify([published, audited])).not.toMatch(/voucher/i);
  expect(api.logged.join('\n')).not.toMatch(/voucher\.pdf/);
});

test('a form sent twice, also at the same time, is one message with its files once', async () => {
  const before = await em().count(OrderMessage, { orderId: ORDER });
  const form = { key: 'form-twice-1', files: [VOUCHER, { name: 'map.png', content: PNG }] };
  const answers = await Promise.all([write(people.writer, form), write(people.writer, form)]);
  // One upload of a person at a time: the other is told to come back.
  const codes = answers.map((answer) => answer.json().code).toSorted();
  expect([[200, 200].join(), [200, 42901].join()]).toContain(codes.join());
  const again = (await write(people.writer, form)).json();
  expect(again.data.attachments.map(({ name }: { name: string }) => name)).toEqual([
    'voucher.pdf',
    'map.png',
  ]);
  expect(await em().count(OrderMessage, { orderId: ORDER })).toBe(before + 1);
  // The other side may use the same key.
  expect((await write(people.agent, form, { company: agency })).json().data.sender).toBe('merchant');
});

test('who reads orders only, another company and another merchant neither send nor get anything', async () => {
  const fileId = await firstFile();
  const before = await em().count(StoredFile, {});
  expect((await write(people.reader)).json().data.reason).toBe('role_forbids');
  expect((await write(people.stranger)).json().code).toBe(40400);
  expect((await write(people.stranger, {}, { company: other })).json().code).toBe(40005);
  const strange = await people.stranger.send({ url: `/api/${other}/sandbox${fileUrl(fileId)}` });
  expect(strange.json().code).toBe(40005);
  // A file of another order of the same sides, and one that is none of an order's.
  expect((await api.as(api.sandbox.agency, { url: fileUrl(fileId, OTHER) })).json().code).toBe(40005);
  const document = await em().insert(StoredFile, {
    ...{
      name: 'dispute.pdf',
      type: 'application/pdf',
      size: 1,
      sha256: 'a'.repeat(64),
      createdAt: new Date(),
    },
  });
  expect((await api.as(api.sandbox.agency, { url: fileUrl(`FIL${document}`) })).json().code).toBe(40005);
  expect((await api.as(api.sandbox.agency, { url: fileUrl('FIL999') })).json().code).toBe(40005);
  expect((await api.as(api.sandbox.agency, { url: fileUrl('1') })).json().code).toBe(40001);
  expect(await em().count(StoredFile, {})).toBe(before + 1);
});

test('a provider reads files where it reads orders', async () => {
  const fileId = await firstFile();
  const provider = await console_.company({ kind: 'provider', sandboxKey: 'mk_provider' });
  const person = await console_.member(provider, 'owner');
  const place = `/api/${provider}/sandbox~${AGENCY}`;
  const answer = await person.send({ url: `${place}${fileUrl(fileId)}` });
  expect(answer.body).toBe(String(PDF));
  const refused = await person.send({
    ...{ method: 'POST', url: `${place}/console/orders/${ORDER}/messages` },
    ...multipart({ fields: { key: 'form-link-1', text: 'x' }, files: [VOUCHER] }),
  });
  expect(refused.statusCode).toBe(403);
});

test.each([
  ['a program', { files: [{ name: 'voucher.pdf', content: Buffer.from([0x7f, 0x45, 0x4c, 0x46]) }] }],
  ['six files', { files: Array.from({ length: 6 }, () => VOUCHER) }],
  ['no file', { files: [] }],
  ['no words', { text: ' ' }],
  ['no key', { key: '' }],
  ['too many words', { text: 'x'.repeat(2_001) }],
])('%s: refused, and nothing is left', async (_, form) => {
  const before = await em().count(OrderMessage, {});
  expect((await write(people.writer, form)).json().code).toBe(40001);
  expect([await em().count(OrderMessage, {}), await em().count(UploadPart, {})]).toEqual([before, 0]);
});

test('an order has so many files at most', async () => {
  const files = Array.from({ length: 5 }, () => VOUCHER);
  for (let sent = 0; sent < MAX_CONVERSATION_FILES; sent += 5)
    expect((await write(people.writer, { files }, { orderId: FULL })).json().code).toBe(200);
  const { code, data } = (await write(people.writer, {}, { orderId: FULL })).json();
  expect([code, data.details[0].reason]).toEqual([40001, 'limit_reached']);
  expect(await em().count(OrderAttachment, { orderId: FULL })).toBe(MAX_CONVERSATION_FILES);
});

test('an erasure of the order takes its files, and what the merchant exports names them before', async () => {
  const [{ fileId }] = (await write(people.writer, {}, { orderId: ERASED })).json().data.attachments;
  const rows: { table: string }[] = [];
  await exportMerchant(api.unbounded, { operator: 'x' } as never, AGENCY, async (line) => {
    rows.push(JSON.parse(line));
  });
  expect(rows.filter(({ table }) => table === 'order_attachment')).not.toEqual([]);
  expect(await countPersonalData(em(), [ERASED])).toMatchObject({ files: 1, messages: 1 });
  const others = await em().count(OrderAttachment, { orderId: ORDER });
  await em().transactional((own) => eraseOrder(own, ERASED));
  expect(await countPersonalData(em(), [ERASED])).toMatchObject({ files: 0, messages: 0 });
  expect(await em().count(StoredFilePart, { fileId: Number(fileId.slice(3)) })).toBe(0);
  expect(await em().count(OrderAttachment, { orderId: ORDER })).toBe(others);
  expect((await api.as(api.sandbox.agency, { url: fileUrl(fileId, ERASED) })).json().code).toBe(40005);
  expect(await messagesOf(ERASED)).toMatchObject([{ text: '', attachments: [] }]);
});
