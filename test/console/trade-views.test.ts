import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AuditEntry, ProviderLink, SavedView } from '../../db/entities/index.ts';
import { MAX_OWN_VIEWS, MAX_SHARED_VIEWS } from '../../domain/saved-view.ts';
import { exportMerchant } from '../../services/operators/registry/merchant-export.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../support/console/console-app.ts';
import { createMerchant } from '../support/merchants.ts';

let api: TestApp;
let console_: TestConsole;
let studio: string;
let agency: string;
let providing: string;
let people: Record<'writer' | 'reader' | 'leader' | 'agent' | 'provides', Browser>;

beforeAll(async () => {
  api = await createTestApp();
  console_ = await createTestConsole(api);
  await createMerchant(api, 'mk_live_studio', { kind: 'studio', sandbox: false });
  await createMerchant(api, 'mk_provider', { kind: 'provider' });
  studio = await console_.company({
    kind: 'studio',
    sandboxKey: 'mk_sandbox_studio',
    liveKey: 'mk_live_studio',
  });
  agency = await console_.company({ kind: 'agency', sandboxKey: 'mk_sandbox_agency' });
  providing = await console_.company({ kind: 'provider', sandboxKey: 'mk_provider' });
  people = {
    writer: await console_.member(studio, 'operations'),
    reader: await console_.member(studio, 'reader'),
    leader: await console_.member(studio, 'owner'),
    agent: await console_.member(agency, 'owner'),
    provides: await console_.member(providing, 'owner'),
  };
  const scopes = ['order:read', 'order:write'] as never;
  await api.orm.em
    .fork()
    .insert(ProviderLink, { merchantKey: 'mk_sandbox_studio', providerKey: 'mk_provider', scopes });
});
afterAll(async () => {
  await console_.close();
  await api.close();
});

interface Where {
  readonly company?: string;
  readonly world?: 'sandbox' | 'live';
  readonly id?: number | string;
  readonly key?: string;
}
const at = ({ company = studio, world = 'sandbox', id }: Where = {}) =>
  `/api/${company}/${world}/console/saved-views${id === undefined ? '' : `/${id}`}`;
const list = async (who: Browser, where?: Where) => (await who.send({ url: at(where) })).json().data.list;
const namesOf = async (who: Browser, where?: Where) =>
  (await list(who, where)).map(({ name }: { name: string }) => name);
let keys = 0;
const save = async (who: Browser, payload: object, where: Where = {}) =>
  (
    await who.send({
      method: where.id === undefined ? 'POST' : 'PUT',
      url: at(where),
      payload,
      headers: { 'idempotency-key': where.key ?? `view-${keys++}` },
    })
  ).json();
const remove = async (who: Browser, id: number, where: Where = {}) =>
  (await who.send({ method: 'DELETE', url: at({ ...where, id }) })).json();
const own = (name: string, query: object = {}) => ({ name, query, isShared: false });
const shared = (name: string, query: object = {}) => ({ name, query, isShared: true });
const ROLE = { code: 40006, data: { reason: 'role_forbids' } };
const GONE = {
  code: 40001,
  data: { details: [{ path: 'path.viewId', reason: 'unknown_reference' }] },
};

const QUERY = {
  text: '100% Ана 🧭 ‏שרה',
  status: 'pending',
  tripDateFrom: '2027-05-01',
  assigned: 'me',
  sort: 'tripEarliest',
  hidden: 'guests,price',
};

test('a view is kept as it was said, for oneself or for the company; in one world, and nobody else sees it', async () => {
  const { writer, reader, leader, agent } = people;
  const { data: mine } = await save(writer, own(' To do ', QUERY));
  const { data: ours } = await save(
    writer,
    shared('All of May', { tripDateTo: '2027-05-31', guideId: 'G9' }),
  );
  expect(await list(writer)).toEqual([
    {
      viewId: ours.viewId,
      name: 'All of May',
      isShared: true,
      query: { tripDateTo: '2027-05-31', guideId: 'G9' },
    },
    { viewId: mine.viewId, name: 'To do', isShared: false, query: QUERY },
  ]);
  for (const other of [reader, leader]) expect(await namesOf(other)).toEqual(['All of May']);
  expect(await list(writer, { world: 'live' })).toEqual([]);
  expect(await list(agent, { company: agency })).toEqual([]);
  expect((await agent.send({ url: at() })).json().code).toBe(40400);
  // Neither another company's nor a colleague's own is changed or deleted by its number.
  expect(await save(agent, { name: 'x', query: {} }, { company: agency, id: ours.viewId })).toMatchObject(
    GONE,
  );
  expect(await save(leader, { name: 'x', query: {} }, { id: mine.viewId })).toMatchObject(GONE);
  expect((await remove(leader, mine.viewId)).data).toEqual({ deleted: false });
  expect((await remove(agent, ours.viewId, { company: agency })).data).toEqual({ deleted: false });
  expect((await remove(writer, ours.viewId, { world: 'live' })).data).toEqual({ deleted: false });
  expect(await namesOf(writer)).toEqual(['All of May', 'To do']);
  expect(api.logged.join('')).not.toContain('Ана');
  const audited = await api.orm.em
    .fork()
    .find(AuditEntry, { action: 'view.added' }, { orderBy: { id: 'asc' } });
  expect(audited.map(({ subject, details }) => [subject, details])).toEqual([
    [`view:${mine.viewId}`, { shared: false }],
    [`view:${ours.viewId}`, { shared: true }],
  ]);
});

test('what is kept is what the list takes: it opens, also where its guide and colleague are gone', async () => {
  const gone = { guideId: 'G123456789', assigned: '4242', sort: 'tripLatest' };
  expect((await save(people.writer, own('Gone', gone))).code).toBe(200);
  for (const { query } of await list(people.writer)) {
    // The page's alone.
    delete query.hidden;
    const url = `/api/${studio}/sandbox/console/orders?${new URLSearchParams(query)}`;
    expect((await people.writer.send({ url })).json().code).toBe(200);
  }
});

test('it is renamed, and replaced by what is chosen now', async () => {
  const { writer } = people;
  const { data } = await save(writer, own('Before', { status: 'pending' }));
  const where = { id: data.viewId };
  expect((await save(writer, { name: 'BEFORE', query: { status: 'pending' } }, where)).code).toBe(200);
  expect((await save(writer, { name: 'After', query: { sort: 'newest' } }, where)).code).toBe(200);
  expect(await list(writer)).toContainEqual({
    ...{ viewId: data.viewId, name: 'After', isShared: false },
    query: { sort: 'newest' },
  });
  expect((await remove(writer, data.viewId)).data).toEqual({ deleted: true });
  expect((await remove(writer, data.viewId)).data).toEqual({ deleted: false });
  expect(await save(writer, { name: 'Late', query: {} }, where)).toMatchObject(GONE);
});

test('who only reads keeps their own, and uses the company’s', async () => {
  const { reader, writer } = people;
  const { data } = await save(writer, shared('Ours'));
  expect((await save(reader, own('Mine'))).code).toBe(200);
  expect(await namesOf(reader)).toEqual(expect.arrayContaining(['Mine', 'Ours']));
  expect(await save(reader, shared('Theirs'))).toMatchObject(ROLE);
  expect(await save(reader, { name: 'x', query: {} }, { id: data.viewId })).toMatchObject(ROLE);
  expect(await remove(reader, data.viewId)).toMatchObject(ROLE);
  expect(await namesOf(writer)).not.toContain('Mine');
});

test('a provider that acts for the merchant neither sees nor makes any', async () => {
  const { provides } = people;
  const place = `/api/${providing}/sandbox~mk_sandbox_studio/console`;
  expect((await provides.send({ url: `${place}/orders` })).json().code).toBe(200);
  const url = `${place}/saved-views`;
  const answers = [
    await provides.send({ url }),
    await provides.send({
      method: 'POST',
      url,
      payload: own('x'),
      headers: { 'idempotency-key': 'provided' },
    }),
    await provides.send({ method: 'DELETE', url: `${url}/1` }),
  ];
  for (const answer of answers) expect(answer.json().code).toBe(40006);
  expect(answers[0]!.payload).not.toContain('All of May');
});

test('names are unique among one’s own and among the company’s, also where two people save at once', async () => {
  const { writer, leader } = people;
  const taken = { code: 40001, data: { details: [{ path: 'body.name', reason: 'duplicate' }] } };
  const { data } = await save(writer, own('Twice'));
  expect(await save(writer, own('TWICE'))).toMatchObject(taken);
  expect((await save(writer, shared('Twice'))).code).toBe(200);
  expect((await save(leader, own('Twice'))).code).toBe(200);
  expect(await save(writer, { name: 'to do', query: {} }, { id: data.viewId })).toMatchObject(taken);
  const twins = await Promise.all([writer, leader].map((who) => save(who, shared('Twin'))));
  expect(twins.map(({ code }) => code).sort()).toEqual([200, 40001]);
});

test.each<[string, object, string]>([
  ['no name', own(''), 'body.name'],
  ['a name of spaces', own('  '), 'body.name'],
  ['a name of two lines', own('a\nb'), 'body.name'],
  ['a very long name', own('n'.repeat(10_000)), 'body.name'],
  ['half of a character', own('a\udc00'), 'body.name'],
  ['a filter that there is not', own('a', { owner: 'mk_x' }), 'body.query.owner'],
  ['a page of the list', own('a', { cursor: 'abc' }), 'body.query.cursor'],
  ['how many', own('a', { size: 5 }), 'body.query.size'],
  ['a state that there is not', own('a', { status: 'lost' }), 'body.query.status'],
  ['a sort that there is not', own('a', { sort: 'price' }), 'body.query.sort'],
  ['a day that there is not', own('a', { tripDateFrom: '2027-02-30' }), 'body.query.tripDateFrom'],
  ['a person that nobody is', own('a', { assigned: 'everybody' }), 'body.query.assigned'],
  ['a control character', own('a', { text: 'ab\u0000' }), 'body.query.text'],
  ['half of a character in a text', own('a', { text: 'ab\udc00' }), 'body.query.text'],
  ['a list', own('a', { status: ['pending'] }), 'body.query.status'],
  ['nothing', { name: 'a', isShared: false }, 'body.query'],
  ['nobody', { name: 'a', query: {} }, 'body.isShared'],
])('%s is refused with its field', async (_, payload, path) => {
  const answer = await save(people.writer, payload);
  expect(answer.code).toBe(40001);
  expect(answer.data.details.map((detail: { path: string }) => detail.path)).toContain(path);
});

test('a repeat under a key writes once', async () => {
  const { writer } = people;
  const first = await save(writer, own('Once'), { key: 'view-again' });
  expect(await save(writer, own('Once'), { key: 'view-again' })).toEqual(first);
  const both = await Promise.all([1, 2].map(() => save(writer, own('Double'), { key: 'view-double' })));
  expect(both.filter(({ code }) => code === 200).length).toBeGreaterThan(0);
  expect((await namesOf(writer)).filter((name: string) => name === 'Double')).toHaveLength(1);
});

test('there are so many and no more, of one’s own and of the company', async () => {
  const em = api.orm.em.fork();
  const { writer } = people;
  for (const [isShared, most] of [
    [true, MAX_SHARED_VIEWS],
    [false, MAX_OWN_VIEWS],
  ] as const) {
    const of = {
      ownerKey: 'mk_sandbox_studio',
      membership: isShared ? null : ([studio, writer.personId] as const),
    };
    const left = most - 1 - (await em.count(SavedView, of));
    const rows = Array.from({ length: left }, (_, index) => ({ ...of, name: `n${index}`, query: {} }));
    await em.insertMany(SavedView, rows);
    const answers = await Promise.all(
      [1, 2, 3].map((name) => save(writer, { name: `last ${name}`, query: {}, isShared })),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 40001, 40001]);
    expect(answers.find(({ code }) => code === 40001)!.data.details[0].reason).toBe('limit_reached');
    expect(await em.count(SavedView, of)).toBe(most);
  }
});

test('the export of a merchant has its views, and no other merchant’s', async () => {
  const exported = async (key: string) => {
    const lines: string[] = [];
    const by = { operator: 'test', address: 'here' };
    await exportMerchant(api.orm, by, key, async (line) => void lines.push(line));
    return lines.join('\n');
  };
  expect(await exported('mk_sandbox_studio')).toContain('All of May');
  expect(await exported('mk_sandbox_agency')).not.toContain('All of May');
});

test('one’s own end with the membership, the company’s stay', async () => {
  const { leader } = people;
  const leaving = await console_.member(studio, 'reader');
  expect((await save(leaving, own('Mine alone'))).code).toBe(200);
  await leaving.send({ method: 'POST', url: `/api/${studio}/console/team/leave` });
  const em = api.orm.em.fork();
  expect(await em.count(SavedView, { name: 'Mine alone' })).toBe(0);
  expect(await namesOf(leader)).toContain('All of May');
});
