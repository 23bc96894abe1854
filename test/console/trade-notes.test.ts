import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AuditEntry, Membership, Notification, OrderNote, ProviderLink } from '../../db/entities/index.ts';
import { eraseOrder } from '../../db/queries/operators/erasure.ts';
import { MAX_NOTES } from '../../domain/order-note.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { exportMerchant } from '../../services/operators/registry/merchant-export.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../support/console/console-app.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';
import { until } from '../support/until.ts';

let api: TestApp;
let console_: TestConsole;
let studio: string;
let agency: string;
let people: Record<'writer' | 'reader' | 'leader' | 'agent' | 'stranger', Browser>;
const today = todayIn('Europe/Lisbon', new Date());
const ID = (number: number) => `ORD100000000000000000${number}`;
const ORDER = ID(1);
const ERASED = ID(2);
const FULL = ID(3);

beforeAll(async () => {
  api = await createTestApp();
  console_ = await createTestConsole(api);
  await createMerchant(api, 'mk_stranger', { kind: 'studio' });
  await createGuide(api, { id: 'G1' });
  studio = await console_.company({ kind: 'studio', sandboxKey: 'mk_sandbox_studio' });
  agency = await console_.company({ kind: 'agency', sandboxKey: 'mk_sandbox_agency' });
  const other = await console_.company({ kind: 'studio', sandboxKey: 'mk_stranger' });
  people = {
    writer: await console_.member(studio, 'operations'),
    reader: await console_.member(studio, 'reader'),
    leader: await console_.member(studio, 'administrator'),
    agent: await console_.member(agency, 'owner'),
    stranger: await console_.member(other, 'owner'),
  };
  await createMerchant(api, 'mk_provider', { kind: 'provider' });
  const scopes = ['order:read', 'order:write'] as never;
  await api.orm.em
    .fork()
    .insert(ProviderLink, { merchantKey: 'mk_sandbox_studio', providerKey: 'mk_provider', scopes });
  const order = { guideId: 'G1', tripDays: 1, status: 'cancelled' } as const;
  for (const [index, id] of [ORDER, ERASED, FULL].entries())
    await createOrderRow(api, { ...order, id, tripDate: addDays(today, 10 + index) });
});
afterAll(async () => {
  await console_.close();
  await api.close();
});

const path = (company: string, orderId = ORDER) => `/api/${company}/sandbox/console/orders/${orderId}/notes`;
const read = async (who: Browser, company = studio, orderId = ORDER) =>
  (await who.send({ url: path(company, orderId) })).json();
const textsOf = async (...of: Parameters<typeof read>) =>
  (await read(...of)).data.list.map(({ text }: { text: string }) => text);

let keys = 0;
const write = (
  who: Browser,
  text: unknown,
  { company = studio, orderId = ORDER, key = `note-${keys++}` } = {},
) =>
  who.send({
    method: 'POST',
    url: path(company, orderId),
    payload: { text },
    headers: { 'idempotency-key': key },
  });
const remove = async (who: Browser, noteId: number, company = studio) =>
  (await who.send({ method: 'DELETE', url: `${path(company)}/${noteId}` })).json();

test('what somebody notes is read by their own company, by nobody else, and is in no message, notice or log', async () => {
  const { data } = (await write(people.writer, '  Guest is a wheelchair user\n(ask for the ramp) ')).json();
  expect(data).toEqual({ noteId: expect.any(Number) });
  const note = {
    ...{ noteId: data.noteId, text: 'Guest is a wheelchair user\n(ask for the ramp)' },
    ...{ person: expect.stringContaining('Person'), createdAt: api.clock.now.toISOString() },
  };
  expect((await read(people.writer)).data.list).toEqual([{ ...note, mayDelete: true }]);
  expect((await read(people.reader)).data.list).toEqual([{ ...note, mayDelete: false }]);
  expect((await read(people.leader)).data.list).toEqual([{ ...note, mayDelete: true }]);
  // The other side of the same order has notes of its own.
  expect(await textsOf(people.agent, agency)).toEqual([]);
  expect((await read(people.stranger)).code).toBe(40400);
  const strangers = people.stranger;
  const [company] = await api.orm.em.fork().find(Membership, { personId: strangers.personId });
  expect((await read(strangers, company!.companyId)).code).toBe(40005);
  const detail = await api.as(api.sandbox.studio, { url: `/open/v1/order/detail/${ORDER}` });
  const messages = await api.as(api.sandbox.studio, { url: `/open/v1/order/messages/${ORDER}` });
  expect(detail.body + messages.body).not.toContain('wheelchair');
  expect(await api.orm.em.fork().count(Notification, { type: 'message.received' })).toBe(0);
  expect(api.logged.join('')).not.toContain('wheelchair');
  const audited = await api.orm.em.fork().find(AuditEntry, { action: 'note.added' });
  expect(audited).toMatchObject([
    { subject: `note:${data.noteId}`, merchantKey: 'mk_sandbox_studio', details: { orderId: ORDER } },
  ]);
});

test('a note that is sent again under its key is there once', async () => {
  const before = (await textsOf(people.writer)).length;
  const first = await write(people.writer, 'Once', { key: 'note-again' });
  const again = await write(people.writer, 'Once', { key: 'note-again' });
  expect([again.json(), again.headers['idempotent-replayed']]).toEqual([first.json(), 'true']);
  // Its answer was lost before it was kept.
  await api.orm.em.fork().execute("update idempotency_key set answer = null where key = 'note-again'");
  const [row] = await api.orm.em
    .fork()
    .execute<[{ done: object }]>("select done from idempotency_key where key = 'note-again'");
  expect(row.done).toEqual({ 'note.added': { id: first.json().data.noteId } });
  expect(await textsOf(people.writer)).toHaveLength(before + 1);
});

test('roles: a reader writes nothing, an author deletes their own, who leads deletes any, and the other side none', async () => {
  expect((await write(people.reader, 'No')).json()).toMatchObject({
    code: 40006,
    data: { reason: 'role_forbids' },
  });
  const { noteId } = (await write(people.leader, 'Of the administrator')).json().data;
  expect(await remove(people.writer, noteId)).toMatchObject({
    code: 40006,
    data: { reason: 'role_forbids', action: 'notes.moderate' },
  });
  expect((await remove(people.agent, noteId, agency)).data).toEqual({ deleted: false });
  expect((await remove(people.reader, noteId)).code).toBe(40006);
  const own = (await write(people.writer, 'Mine')).json().data.noteId;
  expect((await remove(people.writer, own)).data).toEqual({ deleted: true });
  expect((await remove(people.writer, own)).data).toEqual({ deleted: false });
  const others = (await write(people.writer, 'Of the writer')).json().data.noteId;
  expect((await remove(people.leader, others)).data).toEqual({ deleted: true });
  expect(await textsOf(people.reader)).toContain('Of the administrator');
  expect(await textsOf(people.reader)).not.toContain('Mine');
});

test.each<[string, unknown, string]>([
  ['nothing', '', 'wrong_format'],
  ['only spaces', ' \n ', 'wrong_format'],
  ['more than there may be', 'x'.repeat(2_001), 'too_long'],
  ['a control character', 'a\u0000b', 'wrong_format'],
  ['half of a character', 'a\ud800', 'wrong_characters'],
  ['a number', 5, 'wrong_type'],
  ['null', null, 'wrong_type'],
])('%s is refused with its field', async (_, text, reason) => {
  const before = await textsOf(people.writer);
  expect((await write(people.writer, text)).json()).toMatchObject({
    code: 40001,
    data: { details: expect.arrayContaining([expect.objectContaining({ path: 'body.text', reason })]) },
  });
  expect(await textsOf(people.writer)).toEqual(before);
});

test('other members are refused, and so are ids that are none', async () => {
  const send = (url: string, payload: object) => people.writer.send({ method: 'POST', url, payload });
  expect((await send(path(studio), { text: 'a', toAgency: true })).json().code).toBe(40001);
  expect((await send(path(studio, 'no-order'), { text: 'a' })).json().code).toBe(40001);
  expect((await send(path(studio, ID(9)), { text: 'a' })).json().code).toBe(40005);
  for (const id of ['0', '-1', '1.5', '99999999999999999999', 'x'])
    expect([
      id,
      (await people.writer.send({ method: 'DELETE', url: `${path(studio)}/${id}` })).json().code,
    ]).toEqual([id, 40001]);
});

test('the text is stored as it is written, up to its length', async () => {
  const text = `${'🧭'.repeat(10)}<script>alert(1)</script> ' or 1=1 -- ${'é'.repeat(1_900)}`;
  expect((await write(people.writer, text)).json().code).toBe(200);
  expect(await textsOf(people.writer)).toContain(text);
});

test('one side has so many on an order and no more; the other side has its own', async () => {
  const { personId } = people.writer;
  const row = { orderId: FULL, ownerKey: 'mk_sandbox_studio', personId, text: 'x', createdAt: new Date() };
  await api.orm.em.fork().insertMany(
    OrderNote,
    Array.from({ length: MAX_NOTES - 1 }, () => row),
  );
  const answers = await Promise.all([1, 2, 3].map(() => write(people.writer, 'one more', { orderId: FULL })));
  expect(answers.map((answer) => answer.json().code).sort()).toEqual([200, 40901, 40901]);
  expect(await textsOf(people.writer, studio, FULL)).toHaveLength(MAX_NOTES);
  expect((await write(people.agent, 'ours', { company: agency, orderId: FULL })).json().code).toBe(200);
});

test('an erasure takes the notes of both sides, and afterwards there are none', async () => {
  await write(people.writer, 'of the studio', { orderId: ERASED });
  await write(people.agent, 'of the agency', { company: agency, orderId: ERASED });
  expect(await api.orm.em.fork().transactional((em) => eraseOrder(em, ERASED))).toBe(true);
  expect(await api.orm.em.fork().count(OrderNote, { orderId: ERASED })).toBe(0);
  expect((await read(people.writer, studio, ERASED)).data.list).toEqual([]);
  const late = (await write(people.writer, 'too late', { orderId: ERASED })).json();
  expect([late.code, late.msg]).toEqual([40901, expect.stringContaining('erased')]);
});

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

test('a note and an erasure at the same time leave no note', async () => {
  const em = api.orm.em.fork();
  await createOrderRow(api, {
    id: ID(5),
    guideId: 'G1',
    tripDate: addDays(today, 30),
    tripDays: 1,
    status: 'cancelled',
  });
  await em.begin();
  await eraseOrder(em, ID(5));
  const late = write(people.writer, 'meanwhile', { orderId: ID(5) });
  await until(
    async () => (await api.unbounded.em.fork().execute<unknown[]>(WAITING)).length > 0 || undefined,
  );
  await em.commit();
  expect((await late).json().code).toBe(40901);
  expect(await api.orm.em.fork().count(OrderNote, { orderId: ID(5) })).toBe(0);
});

test("a merchant's export has the notes of its own people, and none of the other side's", async () => {
  await write(people.agent, 'only the agency', { company: agency });
  const exported = async (key: string) => {
    const lines: string[] = [];
    await exportMerchant(
      api.orm,
      { operator: 'test', address: 'here' },
      key,
      async (line) => void lines.push(line),
    );
    return lines.join('\n');
  };
  const [ofAgency, ofStudio] = [await exported('mk_sandbox_agency'), await exported('mk_sandbox_studio')];
  expect([ofAgency.includes('only the agency'), ofAgency.includes('wheelchair')]).toEqual([true, false]);
  expect([ofStudio.includes('only the agency'), ofStudio.includes('wheelchair')]).toEqual([false, true]);
});

test('who acts for a merchant by its link has no part in what its people keep among themselves', async () => {
  const provider = await console_.company({ kind: 'provider', sandboxKey: 'mk_provider' });
  const theirs = await console_.member(provider, 'owner');
  const url = `/api/${provider}/sandbox~mk_sandbox_studio/console/orders/${ORDER}`;
  expect((await theirs.send({ url: `${url}/people` })).json().code).toBe(200);
  expect((await theirs.send({ url: `${url}/notes` })).json().code).toBe(40006);
  const payload = { text: 'a' };
  expect((await theirs.send({ method: 'POST', url: `${url}/notes`, payload })).json().code).toBe(40006);
});

test('notes of somebody who has left stay, under their name', async () => {
  const leaving = await console_.member(studio, 'operations');
  await write(leaving, 'I am off');
  const answer = await leaving.send({
    method: 'POST',
    url: `/api/${studio}/console/team/leave`,
    payload: {},
  });
  expect(answer.json().code).toBe(200);
  expect((await read(leaving)).code).toBe(40400);
  expect(await textsOf(people.reader)).toContain('I am off');
});
