import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { Merchant, Order } from '../../db/entities/index.ts';
import { withLimits } from '../../db/limits.ts';
import { createOrm } from '../../db/orm.ts';
import { DEFAULT_PLATFORM_TERMS } from '../../domain/platform-terms.ts';
import { createOrderService } from '../../services/orders/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';
import { testPostgres } from '../support/servers/index.ts';
import { until } from '../support/until.ts';

/** No traveller's name, phone or remark in PostgreSQL's own log or in ours, whatever fails. */
/** Nine digits, that no id or time in a log has by chance. */
const NUMBER = `91${randomInt(1e6, 1e7)}`;
const NAME = `Zoë O'Mark${NUMBER}`;
const PHONE = `+351${NUMBER}`;
const REMARK = `remark of ${NUMBER}`;
let api: TestApp;
let app: FastifyInstance;
let token: string;
let orm: ReturnType<typeof createOrm>;

beforeAll(async () => {
  api = await createTestApp();
  orm = createOrm({ databaseUrl: api.databaseUrl, poolMax: 4 });
  const now = () => api.clock.now;
  const noWorkflow = () => Promise.reject(new Error('no workflow here'));
  const gateway = { move: noWorkflow, change: noWorkflow, refund: noWorkflow };
  const starter = { start: () => {} };
  const orders = createOrderService({ orm, now, terms: DEFAULT_PLATFORM_TERMS, starter, gateway });
  app = await api.another({ orders });
  token = await api.token(api.sandbox.agency);
  await createGuide(api, { id: 'G1' });
  const trip = { tripDate: '2037-01-01', tripDays: 1 };
  await createOrderRow(api, { id: 'ORD1', guideId: 'G1', ...trip });
  for (const key of ['mk_one', 'mk_two']) await createMerchant(api, key);
});
afterAll(async () => {
  await orm.close();
  await api.close();
});

async function book(changes: object = {}, key?: string): Promise<number> {
  const tripDate = new Date(api.clock.now.getTime() + 30 * 86_400_000).toISOString().slice(0, 10);
  const answer = await app.inject({
    method: 'POST',
    url: '/open/v1/order/create',
    headers: { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) },
    payload: {
      ...{ guideId: 'G1', tripDate, tripDays: 1, guestCount: 2, remark: REMARK },
      ...{ contactName: NAME, contactPhone: PHONE, ...changes },
    },
  });
  return answer.json().code;
}

const COPY = `insert into orders select (jsonb_populate_record(o, ?::jsonb)).* from orders o where id = 'ORD1'`;
/** On the same days. */
const TWIN = `with twin as (${COPY} returning *) insert into reservation (id, guide_id, start_at, end_at)
  select id, guide_id, trip_start_at, trip_end_at from twin`;
const TRAVELLER = { contactName: NAME, contactPhone: PHONE, remark: REMARK };
const fails = async (work: Promise<unknown>, code: string) =>
  await expect(work).rejects.toMatchObject({ code });
const rename = (em: EntityManager, key: string) => em.nativeUpdate(Merchant, key, { name: NAME });

/** What PostgreSQL has logged up to now. */
async function readLog(from: number): Promise<string> {
  const mark = `end of ${from} ${randomInt(1e9)}`;
  const admin = new pg.Client({ connectionString: api.adminUrl });
  await admin.connect();
  await admin.query(`do $$ begin raise log '${mark}'; end $$`);
  await admin.end();
  const { databaseLog } = await testPostgres();
  const read = () => readFileSync(databaseLog).subarray(from).toString();
  return await until(() => (read().includes(mark) ? read() : undefined));
}

test('statements that fail leave no name, phone or remark in any log', async () => {
  const from = readFileSync((await testPostgres()).databaseLog).length;
  // A key that is used again for something else; twins; days that are taken; all of it alone and together.
  expect(await book({}, 'reused')).toBe(200);
  expect(await book({ guestCount: 3 }, 'reused')).toBe(40903);
  expect(await book()).toBe(40902);
  const together = await Promise.all([1, 2, 3, 4].map((tripDays) => book({ tripDays }, `key-${tripDays}`)));
  expect(new Set(together)).toEqual(new Set([40902]));

  const em = () => orm.em.fork();
  await fails(em().execute(COPY, [{ ...TRAVELLER, id: 'ORD1', contact_name: NAME }]), '23505');
  await fails(em().execute(TWIN, [{ id: 'ORD2', contact_name: NAME, remark: REMARK }]), '23P01');
  await fails(em().nativeUpdate(Order, 'ORD1', { ...TRAVELLER, guestCount: 0 }), '23514');
  await fails(em().nativeUpdate(Order, 'ORD1', { ...TRAVELLER, merchantKey: 'mk_nobody' }), '23503');
  await fails(em().nativeUpdate(Order, 'ORD1', { contactName: NAME.repeat(50) }), '22001');
  await fails(em().nativeUpdate(Order, 'ORD1', { ...TRAVELLER, status: NAME as 'pending' }), '23514');
  await fails(em().execute('select ?::text, nothing', [NAME]), '42703');
  await fails(
    withLimits(em(), { statementMs: 20 }, (tx) => tx.execute('select pg_sleep(60), ?', [NAME])),
    '57014',
  );
  await em().transactional(async (holder) => {
    await rename(holder, 'mk_one');
    await fails(
      withLimits(em(), { lockMs: 20 }, (tx) => rename(tx, 'mk_one')),
      '55P03',
    );
  });
  await deadlock();

  const log = await readLog(from);
  // The log is what it is thought to be, and all of that was in it.
  for (const message of [
    'violates unique constraint',
    'violates check constraint',
    'violates exclusion constraint',
    'deadlock detected',
    'due to statement timeout',
    'due to lock timeout',
  ]) {
    expect(log).toContain(message);
  }
  expect(log).not.toContain(NUMBER);
  expect(log).not.toMatch(/^.*(STATEMENT|DETAIL|CONTEXT):/m);
  expect(api.logged.join('')).not.toContain(NUMBER);
});

/** Each has what the other wants; PostgreSQL tells both statements. */
async function deadlock(): Promise<void> {
  const both = Promise.withResolvers<void>();
  let holding = 0;
  const takeBoth = (first: string, second: string) =>
    orm.em.fork().transactional(async (em) => {
      await rename(em, first);
      if (++holding === 2) both.resolve();
      await both.promise;
      await rename(em, second);
    });
  const results = await Promise.allSettled([takeBoth('mk_one', 'mk_two'), takeBoth('mk_two', 'mk_one')]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
}
