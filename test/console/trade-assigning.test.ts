import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AuditEntry, OrderAssignment, ProviderLink } from '../../db/entities/index.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../support/console/console-app.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';
import { until } from '../support/until.ts';

let api: TestApp;
let console_: TestConsole;
let studio: string;
let agency: string;
let people: Record<'one' | 'two' | 'reader' | 'leader' | 'agent', Browser>;
const today = todayIn('Europe/Lisbon', new Date());
const ID = (number: number) => `ORD100000000000000000${number}`;
const [FIRST, SECOND, THIRD] = [ID(1), ID(2), ID(3)];

beforeAll(async () => {
  api = await createTestApp();
  console_ = await createTestConsole(api);
  await createGuide(api, { id: 'G1', name: 'Olívia Prado' });
  studio = await console_.company({ kind: 'studio', sandboxKey: 'mk_sandbox_studio' });
  agency = await console_.company({ kind: 'agency', sandboxKey: 'mk_sandbox_agency' });
  people = {
    one: await console_.member(studio, 'operations'),
    two: await console_.member(studio, 'operations'),
    reader: await console_.member(studio, 'reader'),
    leader: await console_.member(studio, 'owner'),
    agent: await console_.member(agency, 'operations'),
  };
  for (const [index, id] of [FIRST, SECOND, THIRD].entries())
    await createOrderRow(api, { id, guideId: 'G1', tripDate: addDays(today, 10 + index), tripDays: 1 });
  await createMerchant(api, 'mk_provider', { kind: 'provider' });
  const scopes = ['order:read', 'order:write'] as never;
  await api.orm.em
    .fork()
    .insert(ProviderLink, { merchantKey: 'mk_sandbox_studio', providerKey: 'mk_provider', scopes });
});
afterAll(async () => {
  await console_.close();
  await api.close();
});

const at = (path: string, company = studio) => `/api/${company}/sandbox/console${path}`;
const read = async (who: Browser, path: string, company = studio) =>
  (await who.send({ url: at(path, company) })).json();
let keys = 0;
const assign = async (
  who: Browser,
  orderId: string,
  personId: unknown,
  company = studio,
  key = `a-${keys++}`,
) =>
  (
    await who.send({
      method: 'PUT',
      url: at(`/orders/${orderId}/assignment`, company),
      payload: { personId },
      headers: { 'idempotency-key': key },
    })
  ).json();
const assignedTo = async (who: Browser, orderId: string, company = studio) =>
  (await read(who, `/orders/${orderId}/people`, company)).data.assigned;
const listed = async (who: Browser, query: string, company = studio) =>
  (await read(who, `/orders?${query}`, company)).data.list.map(({ orderId }: { orderId: string }) => orderId);

test('an order is assigned to somebody: on its page, in list and inbox, for the own company alone', async () => {
  const { one, reader, agent } = people;
  expect((await assign(one, FIRST, one.personId)).code).toBe(200);
  const assigned = { personId: one.personId, name: expect.stringContaining('Person') };
  expect(await assignedTo(reader, FIRST)).toEqual(assigned);
  const cards = [
    ...(await read(reader, '/orders')).data.list,
    ...(await read(reader, '/inbox')).data.orders,
  ].filter(({ orderId }) => orderId === FIRST);
  expect(cards.map((card) => card.assigned)).toEqual([assigned, assigned]);
  expect(await assignedTo(agent, FIRST, agency)).toBeNull();
  expect(JSON.stringify((await read(agent, '/orders', agency)).data)).not.toContain('Person');
  // The agency has its own.
  expect((await assign(agent, FIRST, agent.personId, agency)).code).toBe(200);
  expect(await assignedTo(reader, FIRST)).toEqual(assigned);
  const list = await api.as(api.sandbox.studio, { url: '/open/v1/order/list' });
  expect(list.body).not.toContain('assigned');
});

test('the list is filtered by it: me, nobody, a person; with a text and in the CSV too', async () => {
  const { one, two, reader } = people;
  expect((await assign(two, SECOND, two.personId)).code).toBe(200);
  expect(await listed(one, 'assigned=me')).toEqual([FIRST]);
  expect(await listed(two, 'assigned=me')).toEqual([SECOND]);
  expect(await listed(reader, 'assigned=me')).toEqual([]);
  expect(await listed(one, `assigned=${two.personId}`)).toEqual([SECOND]);
  expect(await listed(one, 'assigned=nobody')).toEqual([THIRD]);
  expect(await listed(one, `assigned=${two.personId}&tripDateFrom=${today}&status=pending`)).toEqual([
    SECOND,
  ]);
  expect(await listed(one, 'assigned=me&text=prado')).toEqual([FIRST]);
  expect(await listed(one, 'assigned=nobody&text=prado')).toEqual([THIRD]);
  expect(await listed(one, 'assigned=999999999999999')).toEqual([]);
  for (const bad of ['', 'everybody', '-1', '0', '1.5', '9'.repeat(16), "1' or 1=1"])
    expect([bad, await read(one, `/orders?assigned=${encodeURIComponent(bad)}`)]).toEqual([
      bad,
      expect.objectContaining({
        code: 40001,
        data: expect.objectContaining({
          details: expect.arrayContaining([expect.objectContaining({ path: 'query.assigned' })]),
        }),
      }),
    ]);
  const csv = await one.send({ url: at('/orders.csv?assigned=me') });
  expect(csv.body.trim().split('\r\n')).toHaveLength(2);
  expect(csv.body).toContain(FIRST);
  // Files go further than the company.
  expect(csv.body).not.toContain('Person');
});

test('who may not move orders, is of another company or does not exist is refused by the field; readers assign nothing', async () => {
  const { one, reader, agent } = people;
  for (const personId of [reader.personId, agent.personId, 999_999])
    expect(await assign(one, THIRD, personId)).toMatchObject({
      code: 40001,
      data: { details: [{ path: 'body.personId', reason: 'unknown_reference' }] },
    });
  for (const personId of ['me', 0, -1, 1.5, {}, undefined, 2 ** 60])
    expect([personId, (await assign(one, THIRD, personId)).code]).toEqual([personId, 40001]);
  expect(await assign(reader, THIRD, one.personId)).toMatchObject({ data: { reason: 'role_forbids' } });
  expect((await assign(one, ID(9), one.personId)).code).toBe(40005);
  expect(await listed(one, 'assigned=nobody')).toEqual([THIRD]);
});

test('each change is in the audit log once, and neither a repeat nor what changes nothing is', async () => {
  const { one, two } = people;
  const acts = async () =>
    (
      await api.orm.em
        .fork()
        .find(
          AuditEntry,
          { subject: `order:${THIRD}`, merchantKey: 'mk_sandbox_studio' },
          { orderBy: { id: 1 } },
        )
    ).map(({ action, actor, details }) => [action, actor, details]);
  await assign(one, THIRD, two.personId, studio, 'a-repeat');
  await assign(one, THIRD, two.personId, studio, 'a-repeat');
  await assign(one, THIRD, two.personId);
  await assign(two, THIRD, null);
  await assign(two, THIRD, null);
  expect(await acts()).toEqual([
    ['order.assigned', `person:${one.personId}`, { personId: two.personId }],
    ['order.unassigned', `person:${two.personId}`, {}],
  ]);
  expect((await read(one, `/orders/${THIRD}/people`)).data).toEqual({ list: [], assigned: null });
});

test('whoever leaves, is removed, or may move orders no longer has none from then on', async () => {
  const { leader } = people;
  const rows = (personId: number) =>
    api.orm.em.fork().execute('select from order_assignment where person_id = ?', [personId]);
  const post = async (who: Browser, path: string, payload: object = {}) =>
    (await who.send({ method: 'POST', url: `/api/${studio}/console/team/${path}`, payload })).json().code;
  const put = async (who: Browser, path: string, payload: object) =>
    (await who.send({ method: 'PUT', url: `/api/${studio}/console/team/${path}`, payload })).json().code;
  const ends: Record<string, (who: Browser) => Promise<number>> = {
    leaves: (who) => post(who, 'leave'),
    removed: (who) => post(leader, `members/${who.personId}/remove`),
    lowered: (who) => put(leader, `members/${who.personId}`, { role: 'finance' }),
  };
  for (const [name, end] of Object.entries(ends)) {
    const who = await console_.member(studio, 'operations');
    await assign(leader, THIRD, who.personId);
    expect([name, (await rows(who.personId)).length]).toEqual([name, 1]);
    expect([name, await end(who)]).toEqual([name, 200]);
    expect([name, (await rows(who.personId)).length]).toEqual([name, 0]);
    expect(await assignedTo(leader, THIRD)).toBeNull();
  }
});

test('somebody whose role is lowered while they are assigned an order does not have it', async () => {
  const who = await console_.member(studio, 'operations');
  const em = api.unbounded.em.fork();
  await em.begin();
  await em.execute("update membership set role = 'reader' where person_id = ?", [who.personId]);
  const late = assign(people.leader, THIRD, who.personId);
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await until(async () => (await api.orm.em.fork().execute<unknown[]>(waiting)).length > 0);
  await em.commit();
  expect((await late).code).toBe(40001);
  expect(
    await api.orm.em.fork().count(OrderAssignment, { orderId: THIRD, ownerKey: 'mk_sandbox_studio' }),
  ).toBe(0);
});

test('who acts for a merchant by its link sees nobody, filters by nobody and assigns nothing', async () => {
  const provider = await console_.company({ kind: 'provider', sandboxKey: 'mk_provider' });
  const theirs = await console_.member(provider, 'owner');
  const url = `/api/${provider}/sandbox~mk_sandbox_studio/console/orders`;
  const cards = (await theirs.send({ url })).json().data.list;
  expect(cards.map(({ assigned }: { assigned: unknown }) => assigned)).toEqual([null, null, null]);
  expect((await theirs.send({ url: `${url}/${FIRST}/people` })).json().data).toEqual({
    list: [],
    assigned: null,
  });
  expect((await theirs.send({ url: `${url}?assigned=nobody` })).json().code).toBe(40006);
  const payload = { personId: theirs.personId };
  const put = await theirs.send({ method: 'PUT', url: `${url}/${FIRST}/assignment`, payload });
  expect(put.json().code).toBe(40006);
});
