import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AuditEntry, SavedAnswer } from '../../db/entities/index.ts';
import { MAX_SAVED_ANSWERS } from '../../domain/saved-answer.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../support/console/console-app.ts';
import { createMerchant } from '../support/merchants.ts';

let api: TestApp;
let console_: TestConsole;
let studio: string;
let agency: string;
let people: Record<'writer' | 'reader' | 'agent', Browser>;

beforeAll(async () => {
  api = await createTestApp();
  console_ = await createTestConsole(api);
  await createMerchant(api, 'mk_live_studio', { kind: 'studio', sandbox: false });
  studio = await console_.company({
    kind: 'studio',
    sandboxKey: 'mk_sandbox_studio',
    liveKey: 'mk_live_studio',
  });
  agency = await console_.company({ kind: 'agency', sandboxKey: 'mk_sandbox_agency' });
  people = {
    writer: await console_.member(studio, 'operations'),
    reader: await console_.member(studio, 'reader'),
    agent: await console_.member(agency, 'owner'),
  };
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
  `/api/${company}/${world}/console/saved-answers${id === undefined ? '' : `/${id}`}`;
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
      headers: { 'idempotency-key': where.key ?? `answer-${keys++}` },
    })
  ).json();
const remove = async (who: Browser, id: number, where: Where = {}) =>
  (await who.send({ method: 'DELETE', url: at({ ...where, id }) })).json();

const TEXT = 'Dear {contact}, {guide} waits for you on {date} (order {order}).';

test('a company keeps answers by name, each world its own, and nobody else sees them', async () => {
  const { writer, reader, agent } = people;
  const { data } = await save(writer, { name: ' Where to meet ', text: ` ${TEXT}\n` });
  expect(await save(writer, { name: 'All set', text: 'See you!' })).toMatchObject({ code: 200 });
  expect(await list(reader)).toEqual([
    { answerId: expect.any(Number), name: 'All set', text: 'See you!' },
    { answerId: data.answerId, name: 'Where to meet', text: TEXT },
  ]);
  expect(await list(writer, { world: 'live' })).toEqual([]);
  expect(await list(agent, { company: agency })).toEqual([]);
  expect((await agent.send({ url: at() })).json().code).toBe(40400);
  expect(
    await save(agent, { name: 'Mine', text: 'x' }, { company: agency, id: data.answerId }),
  ).toMatchObject({
    code: 40001,
    data: { details: [{ path: 'path.answerId', reason: 'unknown_reference' }] },
  });
  expect((await remove(agent, data.answerId, { company: agency })).data).toEqual({ deleted: false });
  expect(await namesOf(reader)).toContain('Where to meet');
  expect(api.logged.join('')).not.toContain('waits for you');
  const audited = await api.orm.em.fork().find(AuditEntry, { action: 'answer.added' });
  expect(audited.map(({ subject, details }) => [subject, details])).toContainEqual([
    `answer:${data.answerId}`,
    {},
  ]);
});

test('names are unique whatever their case, also where two people save at once', async () => {
  const { writer } = people;
  const taken = { code: 40001, data: { details: [{ path: 'body.name', reason: 'duplicate' }] } };
  expect(await save(writer, { name: 'WHERE to meet', text: 'x' })).toMatchObject(taken);
  const twins = await Promise.all([1, 2].map(() => save(writer, { name: 'Twin', text: 'x' })));
  expect(twins.map(({ code }) => code).sort()).toEqual([200, 40001]);
  const { answerId } = twins.find(({ code }) => code === 200)!.data;
  expect(await save(writer, { name: 'all set', text: 'x' }, { id: answerId })).toMatchObject(taken);
  // Its own name in another case is no other one's.
  expect((await save(writer, { name: 'TWIN', text: 'y' }, { id: answerId })).code).toBe(200);
  expect((await save(writer, { name: 'Twin', text: 'x' }, { company: studio, world: 'live' })).code).toBe(
    200,
  );
  expect((await remove(writer, answerId)).data).toEqual({ deleted: true });
  expect((await remove(writer, answerId)).data).toEqual({ deleted: false });
  expect((await save(writer, { name: 'Late', text: 'x' }, { id: answerId })).code).toBe(40001);
});

test('a placeholder that there is not is refused with those that there are', async () => {
  for (const text of ['Hello {name}', '{ contact }', '{}', '{Contact}', '{constructor} {guide}'])
    expect([text, await save(people.writer, { name: 'Odd', text })]).toEqual([
      text,
      expect.objectContaining({
        code: 40001,
        data: expect.objectContaining({
          details: [
            {
              path: 'body.text',
              reason: 'unknown_placeholder',
              msg: expect.stringContaining('{contact}, {date}, {guide}, {order}'),
            },
          ],
        }),
      }),
    ]);
  // A brace alone is a character.
  expect((await save(people.writer, { name: 'Brace', text: '} or {' })).code).toBe(200);
});

test.each<[string, object, string]>([
  ['no name', { name: '', text: 'x' }, 'body.name'],
  ['a name of spaces', { name: '  ', text: 'x' }, 'body.name'],
  ['a name of two lines', { name: 'a\nb', text: 'x' }, 'body.name'],
  ['a long name', { name: 'n'.repeat(61), text: 'x' }, 'body.name'],
  ['no text', { name: 'a', text: '' }, 'body.text'],
  ['a long text', { name: 'a', text: 't'.repeat(2_001) }, 'body.text'],
  ['a control character', { name: 'a', text: 'a\u0000' }, 'body.text'],
  ['half of a character', { name: 'a\udc00', text: 'x' }, 'body.name'],
  ['another member', { name: 'a', text: 'x', shared: true }, 'body.shared'],
  ['a list', { name: ['a'], text: 'x' }, 'body.name'],
])('%s is refused with its field', async (_, payload, path) => {
  const answer = await save(people.writer, payload);
  expect(answer.code).toBe(40001);
  expect(answer.data.details.map((detail: { path: string }) => detail.path)).toContain(path);
});

test('who may not move orders writes none; a repeat under a key writes once', async () => {
  const { writer, reader } = people;
  expect(await save(reader, { name: 'No', text: 'x' })).toMatchObject({ data: { reason: 'role_forbids' } });
  const first = await save(writer, { name: 'Once', text: 'x' }, { key: 'answer-again' });
  expect(await save(writer, { name: 'Once', text: 'x' }, { key: 'answer-again' })).toEqual(first);
  expect(await remove(reader, first.data.answerId)).toMatchObject({ data: { reason: 'role_forbids' } });
});

test('there are so many and no more', async () => {
  const em = api.orm.em.fork();
  const ownerKey = 'mk_sandbox_studio';
  const left = MAX_SAVED_ANSWERS - 1 - (await em.count(SavedAnswer, { ownerKey }));
  const rows = Array.from({ length: left }, (_, index) => ({ ownerKey, name: `n${index}`, text: 'x' }));
  await em.insertMany(SavedAnswer, rows);
  const answers = await Promise.all(
    [1, 2, 3].map((name) => save(people.writer, { name: `last ${name}`, text: 'x' })),
  );
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 40001, 40001]);
  expect(answers.find(({ code }) => code === 40001)!.data.details[0].reason).toBe('limit_reached');
  expect(await em.count(SavedAnswer, { ownerKey })).toBe(MAX_SAVED_ANSWERS);
});
