import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createCipher } from '../../db/cipher.ts';
import { followCluster, raiseEpoch } from '../../db/feed-epoch.ts';
import { openInstallation } from '../../db/installation.ts';
import { FEED_START, type FeedPosition, readFeed } from '../../db/queries/notifications/event-feed.ts';
import { createTestApp, ENCRYPTION_KEY, type TestApp } from '../support/app.ts';
import { until } from '../support/until.ts';

let api: TestApp;
let number = 0;
const MERCHANT = 'mk_sandbox_agency';

beforeAll(async () => {
  api = await createTestApp();
  await openInstallation(api.orm.em.fork(), createCipher(ENCRYPTION_KEY));
});
afterAll(() => api.close());

const run = <Row extends object>(sql: string) => api.unbounded.em.fork().execute<Row[]>(sql);
const epoch = async () =>
  (await run<{ epoch: number }>('select feed_epoch as epoch from installation'))[0]!.epoch;

/** By the column's own default, as all that the platform writes. */
async function notify(): Promise<string> {
  number += 1;
  const body = `{"event":${number}}`;
  await run(
    `insert into notification (id, subject_id, sequence, position, type, merchant_key, endpoint_id, in_feed, body, status)
     values ('NTF${number}-1', 'ORD${number}', 1, 10, 'callback.test', '${MERCHANT}', 'EP1', true, '${body}', 'unsubscribed')`,
  );
  return body;
}

/** What is behind a position, once no older transaction of this server (another test's) is open any more. */
async function read(after: FeedPosition, expected: number) {
  return await until(async () => {
    const page = await readFeed(api.orm.em.fork(), MERCHANT, after, {}, 100);
    return page.bodies.length >= expected ? page : undefined;
  });
}

/** As a logical restore into a server of lower numbers leaves it: ids of a server that was far ahead, and which one that was. */
const comesFrom = (cluster: string | null) =>
  run(
    `with moved as (update notification set transaction_id = ((transaction_id::text::numeric + 1e12)::text)::xid8 returning 1)
     update installation set feed_cluster = ${cluster === null ? 'null' : `'${cluster}'`}`,
  );

test('on the server that it knows nothing is raised, whoever starts', async () => {
  expect(await followCluster(api.orm.em.fork())).toBe(false);
  expect(await epoch()).toBe(0);
});

test.each([['another server'], [null]])(
  'restored from %s into one of lower numbers: what was there is read as before, what is told since comes behind it',
  async (cluster) => {
    const known = await read(FEED_START, number);
    const before = await epoch();
    const old = await notify();
    await read(known.end, 1);
    await comesFrom(cluster);
    // As long as the counter has not come there, nothing that was restored is shown.
    expect((await readFeed(api.orm.em.fork(), MERCHANT, FEED_START, {}, 100)).bodies).not.toContain(old);

    const raised = await Promise.all([1, 2, 3].map(() => followCluster(api.orm.em.fork())));
    expect(raised.filter(Boolean)).toHaveLength(1);
    expect(await epoch()).toBe(before + 1);
    const restored = await read(FEED_START, number);
    expect(restored.bodies.at(-1)).toBe(old);
    const fresh = await notify();
    expect((await read(restored.end, 1)).bodies).toEqual([fresh]);
    expect((await read(FEED_START, number)).bodies.slice(-2)).toEqual([old, fresh]);
  },
);

test('raising waits for who is writing: its event is not passed by', async () => {
  const { end } = await read(FEED_START, number);
  const em = api.orm.em.fork();
  await em.begin();
  await em.execute('update notification set attempts = attempts where false');
  let isRaised = false;
  const raising = raiseEpoch(api.unbounded.em.fork()).then(() => {
    isRaised = true;
  });
  const waiting = "select from pg_locks where relation = 'notification'::regclass and not granted";
  await until(async () => (await run(waiting)).length > 0);
  await em.execute(
    `insert into notification (id, subject_id, sequence, position, type, merchant_key, endpoint_id, in_feed, body, status)
     values ('NTF9001-1', 'ORD9001', 1, 10, 'callback.test', '${MERCHANT}', 'EP1', true, '{"late":1}', 'unsubscribed')`,
  );
  expect(isRaised).toBe(false);
  await em.commit();
  await raising;
  expect((await read(end, 1)).bodies).toEqual(['{"late":1}']);
});
