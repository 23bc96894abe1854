import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CallbackEndpoint } from '../../../db/entities/index.ts';
import { insertRequests } from '../../../db/queries/platform/request-log.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../../support/console/console-app.ts';
import { createMerchant } from '../../support/merchants.ts';

let api: TestApp;
let console_: TestConsole;
let company: string;
let reader: Browser;
let theirs: Browser;
let stranger: string;

beforeAll(async () => {
  api = await createTestApp();
  console_ = await createTestConsole(api);
  await createMerchant(api, 'mk_traffic');
  await createMerchant(api, 'mk_traffic_other');
  company = await console_.company({ kind: 'agency', sandboxKey: 'mk_traffic' });
  stranger = await console_.company({ kind: 'agency', sandboxKey: 'mk_traffic_other' });
  reader = await console_.member(company, 'reader');
  theirs = await console_.member(stranger, 'owner');
  const requests = ['r1', 'r2', 'r3'].map((requestId, index) => ({
    merchantKey: 'mk_traffic',
    actingKey: null,
    credentialId: '1',
    requestId,
    operation: index === 1 ? 'createOrder' : 'getGuide',
    method: 'GET',
    httpStatus: 404,
    code: 40004,
    path: null,
    reason: null,
    durationMs: 2,
    occurredAt: new Date(Date.now() - index * 60_000).toISOString(),
  }));
  await insertRequests(api.orm.em.fork(), requests);
});
afterAll(async () => {
  await console_.close();
  await api.close();
});

const at = (page: string, of = company) => `/api/${of}/sandbox/console/${page}`;
const idsOf = (answer: { json(): { data: { list: { requestId: string }[] } } }) =>
  answer.json().data.list.map(({ requestId }) => requestId);

test('anybody of the company sees its failed requests, by filter and page by page', async () => {
  expect(idsOf(await reader.send({ url: at('requests') }))).toEqual(['r1', 'r2', 'r3']);
  expect(idsOf(await reader.send({ url: at('requests?operation=createOrder') }))).toEqual(['r2']);
  const first = await reader.send({ url: at('requests?size=2') });
  const { nextCursor } = first.json().data;
  expect(idsOf(await reader.send({ url: at(`requests?size=2&cursor=${nextCursor}`) }))).toEqual(['r3']);
  expect(idsOf(await theirs.send({ url: at('requests', stranger) }))).toEqual([]);
  const foreign = await theirs.send({ url: at(`requests?size=2&cursor=${nextCursor}`, stranger) });
  expect(foreign.json().code).toBe(40001);
});

test.each([
  'operation=x;y',
  'code=7',
  'code=abc',
  'since=yesterday',
  'size=0',
  'size=101',
  'cursor=x',
  'a=b',
])('%s is refused', async (query) => {
  expect((await reader.send({ url: at(`requests?${query}`) })).json().code).toBe(40001);
});

test('deliveries over time are the merchant’s own', async () => {
  const em = api.orm.em.fork();
  const { id } = await em.findOneOrFail(CallbackEndpoint, { merchantKey: 'mk_traffic' });
  await em.execute(
    `insert into notification (id, merchant_key, endpoint_id, subject_id, sequence, position, type, in_feed, body)
     values ('NTFtraffic-1', 'mk_traffic', ?, 'x', 1, 1000, 'guide.available', true, '{}')`,
    [id],
  );
  await em.execute(
    `insert into delivery_attempt (notification_id, number, endpoint_id, started_at, duration_ms, error)
     values ('NTFtraffic-1', 1, ?, ?::timestamptz, 3, 'http_status')`,
    [id, api.clock.now],
  );
  const { list } = (await reader.send({ url: at('deliveries/history?hours=2') })).json().data;
  expect(list).toMatchObject([
    { endpointId: id, hours: [{ failed: 0 }, { failed: 1 }], failures: [{ error: 'http_status', count: 1 }] },
  ]);
  expect((await theirs.send({ url: at('deliveries/history', stranger) })).json().data.list).toEqual([]);
  for (const hours of ['0', '169', '1.5'])
    expect((await reader.send({ url: at(`deliveries/history?hours=${hours}`) })).json().code).toBe(40001);
});

test('the explorer’s operations are those that the console answers', async () => {
  const { list, schemas } = (await reader.send({ url: '/api/operations' })).json().data;
  const ids = list.map(({ operationId }: { operationId: string }) => operationId);
  expect(ids).toEqual(expect.arrayContaining(['listGuides', 'quoteOrder', 'saveCallbackConfig']));
  expect(ids).not.toContain('issueToken');
  expect(ids).not.toContain('rotateCredential');
  expect(schemas).toHaveProperty('OrderCreate');
  const nobody = await console_.app.inject({ url: '/api/operations' });
  expect(nobody.json().code).toBe(40101);
});
