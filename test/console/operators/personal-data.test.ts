import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AuditEntry, OperatorProposal, Order, OrderMessage, OrderNote } from '../../../db/entities/index.ts';
import { BASE_URL, createTestApp, type TestApp } from '../../support/app.ts';
import {
  type Browser,
  CONSOLE_URL,
  createTestConsole,
  type TestConsole,
} from '../../support/console/console-app.ts';
import { createOrderRow } from '../../support/orders.ts';

/** What is kept of a traveller: two operators export it or erase it, and each of that is done once. */
let api: TestApp;
let site: TestConsole;
let first: Browser;
let second: Browser;
let made = 0;

const REASON = 'Request 17 of the data protection mailbox';
const config = (operatorsToApprove: 1 | 2) => ({
  publicBaseUrl: BASE_URL,
  consoleBaseUrl: CONSOLE_URL,
  allowInsecureCallbacks: true,
  operatorsToApprove,
});

beforeAll(async () => {
  api = await createTestApp();
  site = await createTestConsole(api, { config: config(2) });
});
afterAll(async () => {
  await site.close();
  await api.close();
});
beforeEach(async () => {
  api.clock.now = new Date();
  first = await site.operator('administrator');
  second = await site.operator('administrator');
});

const post = async (browser: Browser, path: string, payload: object = {}) =>
  (await browser.send({ method: 'POST', url: `/api/operator/${path}`, payload })).json();
const decide = (browser: Browser, id: string, verb: 'confirm' | 'decline' = 'confirm') =>
  post(browser, `proposals/${id}/${verb}`);
const collect = (browser: Browser, id: string) => post(browser, `personal/exports/${id}`);
const reasonOf = (answer: { data?: { details?: { reason: string }[]; reason?: string } }) =>
  answer.data?.details?.[0]?.reason ?? answer.data?.reason;
const orderOf = (id: string) => api.orm.em.fork().findOneOrFail(Order, id);

/** An order of a person, as one of a live merchant that is over; without Temporal behind it. */
async function personalOrder(state: 'cancelled' | 'pending' = 'cancelled'): Promise<string> {
  made += 1;
  const id = `ORD17000000000000000${10 + made}`;
  const tripDate = `2027-03-${10 + made}`;
  await createOrderRow(api, { id, guideId: 'G1001', tripDate, tripDays: 1, status: state, sandbox: false });
  const em = api.unbounded.em.fork();
  await em.nativeUpdate(
    Order,
    { id },
    {
      contactName: 'Vera Viajera',
      contactPhone: `+3519127755${10 + made}`,
      remark: 'Vera walks with a stick',
    },
  );
  await em.insert(OrderMessage, {
    orderId: id,
    senderKey: api.sandbox.agency.clientId,
    text: 'Vera has a dog',
  });
  await em.insert(OrderNote, {
    orderId: id,
    ownerKey: api.sandbox.studio.clientId,
    personId: first.personId,
    text: 'Vera was late in May',
    createdAt: new Date(),
  });
  return id;
}
const ask = async (what: 'erase' | 'export', orders: string[], browser = first) =>
  (await post(browser, `personal/${what}`, { orders, reason: REASON })).data.proposalId as string;

test('a person’s orders are found by the end of a phone number, and counted, without a word of what they hold', async () => {
  const id = await personalOrder();
  const found = await post(first, 'personal/find', { text: `7755${10 + made}` });
  expect(found.data.list).toMatchObject([{ orderId: id }]);
  const preview = await post(first, 'personal/preview', { orders: [id] });
  expect(preview.data).toMatchObject({
    counts: { contacts: 1, remarks: 1, messages: 1, notes: 1, bookings: 0 },
    notOver: [],
  });
  expect(JSON.stringify([found, preview])).not.toMatch(/Vera V|stick|dog|\+351/);
  const searched = await api.orm.em.fork().findOneOrFail(AuditEntry, { action: 'operator.searched' });
  expect(JSON.stringify(searched.details)).not.toContain(`7755${10 + made}`);
  expect(api.logged.join('\n')).not.toContain(`7755${10 + made}`);
});

describe('an erasure', () => {
  test('has no effect before another operator confirms it, and never by who asked', async () => {
    const id = await personalOrder();
    const proposalId = await ask('erase', [id]);
    expect(proposalId).toMatch(/^PRP/);
    expect(reasonOf(await decide(first, proposalId))).toBe('not_permitted');
    expect((await orderOf(id)).contactName).toBe('Vera Viajera');
    expect((await decide(second, proposalId)).code).toBe(200);
    expect(await orderOf(id)).toMatchObject({ contactName: '', contactPhone: '', remark: null });
    expect((await post(first, 'personal/preview', { orders: [id] })).data.counts).toEqual({
      ...{
        contacts: 0,
        travellers: 0,
        remarks: 0,
        changes: 0,
        messages: 0,
        files: 0,
        notes: 0,
        reasons: 0,
        bookings: 0,
      },
    });
    const entries = await api.orm.em
      .fork()
      .find(AuditEntry, { subject: `order:${id}` }, { orderBy: { id: 1 } });
    expect(entries.slice(-3)).toMatchObject([
      { action: 'proposal.proposed', actor: `person:${first.personId}`, details: { reason: REASON } },
      { action: 'order.erased', actor: `person:${second.personId}`, details: { reason: REASON } },
      { action: 'proposal.confirmed', actor: `person:${second.personId}` },
    ]);
  });

  test('that two confirm at once is done once', async () => {
    const id = await personalOrder();
    const proposalId = await ask('erase', [id]);
    const third = await site.operator('administrator');
    const answers = await Promise.all([decide(second, proposalId), decide(third, proposalId)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 40001]);
    expect(await erasuresOf(id)).toBe(1);
  });

  test('whose process ended before it was closed is done and recorded once when it is confirmed again', async () => {
    const ids = [await personalOrder(), await personalOrder()];
    const proposalId = await ask('erase', ids);
    await refuseClosing(true);
    const broken = await decide(second, proposalId);
    expect(broken.code).not.toBe(200);
    await refuseClosing(false);
    expect((await orderOf(ids[0]!)).contactName).toBe('');
    expect((await decide(second, proposalId)).code).toBe(200);
    for (const id of ids) {
      expect((await orderOf(id)).contactName).toBe('');
      expect(await erasuresOf(id)).toBe(1);
    }
    expect(reasonOf(await decide(second, proposalId))).toBe('not_permitted');
  });

  test('of an order that is not over, or that there is not, is not proposed', async () => {
    const open = await personalOrder('pending');
    expect((await post(first, 'personal/preview', { orders: [open] })).data.notOver).toEqual([open]);
    const answer = await post(first, 'personal/erase', { orders: [open], reason: REASON });
    expect(reasonOf(answer)).toBe('not_permitted');
    const none = { orders: ['ORD1700000000000123456'], reason: REASON };
    expect(reasonOf(await post(first, 'personal/erase', none))).toBe('unknown_reference');
  });
});

describe('an export', () => {
  test('is collected once, by who asked for it, after another operator has confirmed it', async () => {
    const id = await personalOrder();
    const proposalId = await ask('export', [id]);
    expect(reasonOf(await collect(first, proposalId))).toBe('not_permitted');
    expect((await decide(second, proposalId)).code).toBe(200);
    expect(reasonOf(await collect(second, proposalId))).toBe('not_permitted');

    const answers = await Promise.all([collect(first, proposalId), collect(first, proposalId)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 40001]);
    const lines: string[] = answers.find(({ code }) => code === 200).data.lines;
    const rows = lines.map((line) => JSON.parse(line) as { table: string; row: Record<string, unknown> });
    expect(rows.map(({ table }) => table)).toEqual(expect.arrayContaining(['orders', 'order_message']));
    expect(rows.find(({ table }) => table === 'orders')!.row).toMatchObject({
      id,
      contact_name: 'Vera Viajera',
    });
    expect(new Set(rows.map(({ row }) => row.order_id ?? row.id))).toEqual(new Set([id]));

    expect(reasonOf(await collect(first, proposalId))).toBe('not_permitted');
    const entries = await api.orm.em
      .fork()
      .find(AuditEntry, { subject: `order:${id}` }, { orderBy: { id: 1 } });
    expect(entries.map(({ action }) => action).slice(-4)).toEqual([
      'proposal.proposed',
      'proposal.confirmed',
      'order.exported',
      'proposal.collected',
    ]);
  });

  test('is kept under no Idempotency-Key, and its marks are the only change to what was decided', async () => {
    const id = await personalOrder();
    const proposalId = await ask('export', [id]);
    await decide(second, proposalId);
    const url = `/api/operator/personal/exports/${proposalId}`;
    const headers = { 'idempotency-key': 'the-same-key' };
    const send = async () => (await first.send({ method: 'POST', url, headers, payload: {} })).json();
    expect((await send()).code).toBe(200);
    expect(reasonOf(await send())).toBe('not_permitted');
    const number = { id: Number(proposalId.slice(3)) };
    for (const change of [{ collectedAt: null }, { collectedAt: new Date() }, { decidedBy: 'person:1' }])
      await expect(api.orm.em.fork().nativeUpdate(OperatorProposal, number, change)).rejects.toThrow(
        /stays as it was/,
      );
  });

  test('expires, and needs a fresh factor', async () => {
    const id = await personalOrder();
    const proposalId = await ask('export', [id]);
    await decide(second, proposalId);
    const listed = (
      await second.send({ method: 'GET', url: '/api/operator/proposals?state=decided' })
    ).json();
    const [row] = listed.data.list;
    expect(Date.parse(row.collectUntil) - Date.parse(row.decidedAt)).toBe(24 * 3_600_000);
    api.clock.now = new Date(Date.now() + 3_600_000);
    expect(reasonOf(await collect(first, proposalId))).toBe('second_factor_needed');
    await api.unbounded.em
      .fork()
      .execute('alter table operator_proposal disable trigger operator_proposal_frozen');
    await api.unbounded.em
      .fork()
      .execute("update operator_proposal set decided_at = decided_at - interval '25 hours' where id = ?", [
        Number(proposalId.slice(3)),
      ]);
    await api.unbounded.em
      .fork()
      .execute('alter table operator_proposal enable trigger operator_proposal_frozen');
    api.clock.now = new Date();
    const late = await collect(first, proposalId);
    expect([reasonOf(late), late.data.details[0].msg]).toEqual([
      'not_permitted',
      expect.stringContaining('expired'),
    ]);
  });
});

test('where one operator is enough it is done at once, and an export is there to collect', async () => {
  const alone = await createTestConsole(api, { config: config(1) });
  // The same session at another process.
  const only: Browser = {
    ...first,
    send: (options) =>
      alone.app.inject({
        ...options,
        headers: { cookie: first.cookie, 'sec-fetch-site': 'same-origin', origin: CONSOLE_URL },
      }),
  };
  const id = await personalOrder();
  const asked = await post(only, 'personal/export', { orders: [id], reason: REASON });
  expect(asked.data).toEqual({ isDone: true, proposalId: expect.stringMatching(/^PRP/) });
  expect((await collect(only, asked.data.proposalId)).code).toBe(200);
  const erased = await post(only, 'personal/erase', { orders: [id], reason: REASON });
  expect(erased.data).toEqual({ isDone: true, proposalId: null });
  expect((await orderOf(id)).contactName).toBe('');
  await alone.close();
});

test.each(['support', 'finance', 'verification'] as const)('%s may do none of it', async (role) => {
  const other = await site.operator(role);
  for (const path of ['find', 'preview', 'export', 'erase', 'exports/PRP1'])
    expect([path, reasonOf(await post(other, `personal/${path}`))]).toEqual([path, 'role_forbids']);
});

const erasuresOf = (id: string) =>
  api.orm.em.fork().count(AuditEntry, { action: 'order.erased', subject: `order:${id}` });

/** As if the process ended after the work and before its proposal is closed. */
async function refuseClosing(isRefused: boolean): Promise<void> {
  const em = api.unbounded.em.fork();
  if (!isRefused) return void (await em.execute('alter table operator_proposal drop constraint no_closing'));
  await em.execute(
    "alter table operator_proposal add constraint no_closing check (state <> 'confirmed') not valid",
  );
}
