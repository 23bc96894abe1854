import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import { noteGuideWritten } from '../../db/queries/guides/guide-writes.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { createMerchantRegistry } from '../../services/operators/registry/merchant-registry.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrderRow, endOrders } from '../support/orders.ts';
import { until } from '../support/until.ts';

interface Change {
  readonly guideId: string;
  readonly deleted: boolean;
  readonly guide?: Record<string, unknown>;
}
interface Page {
  readonly list: Change[];
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

let api: TestApp;
let agency: ClientCredentials;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;
beforeAll(async () => {
  api = await createTestApp();
  expectDescribed = await createConformance(api.app);
  agency = api.sandbox.agency;
});
afterAll(() => api.close());
// What is in the way of the horizon would be in the way of all tests.
beforeEach(async () => expect((await changes({}, agency)).nextCursor).toMatch(/^[\w-]+$/));

const OPERATOR = { operator: 'tester', address: 'here' };
let numbers = 900_000;
const newGuide = async (guide = {}) => {
  const id = `G${numbers++}`;
  await createGuide(api, { id, ...guide });
  await untilSeen();
  return id;
};
const studio = async (method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
  const answer = await api.as(api.sandbox.studio, {
    method,
    url: `/open/v1/${path}`,
    ...(payload && { payload }),
  });
  expect([path, answer.statusCode]).toEqual([path, 200]);
  await untilSeen();
  return answer.json().data;
};
const sql = async (query: string) => {
  const rows = await api.orm.em.fork().execute(query);
  await untilSeen();
  return rows;
};

/** In the transaction of `em`. */
async function write(em: EntityManager, id: string, changes: string): Promise<void> {
  await em.execute(`update guide set ${changes} where id = '${id}'`);
  await noteGuideWritten(em, id, { mayBeFree: false });
}

/** Until nothing runs that began before, in other databases of the server neither: changes wait for it. */
async function untilSeen(): Promise<void> {
  const em = api.orm.em.fork();
  const [{ id }] = await em.execute<[{ id: string }]>('select pg_current_xact_id()::text as id');
  await until(async () => {
    const query = `select pg_snapshot_xmin(pg_current_snapshot()) > '${id}'::xid8 as passed`;
    const [{ passed }] = await em.execute<[{ passed: boolean }]>(query);
    return passed || undefined;
  });
}

async function changes(query: Record<string, string>, client = agency): Promise<Page> {
  const url = `/open/v1/guide/changes?${new URLSearchParams(query)}`;
  const answer = await api.as(client, { url });
  expectDescribed('GET', '/open/v1/guide/changes', answer);
  expect(answer.statusCode).toBe(200);
  return answer.json().data;
}

/** A copy as an agency keeps one. */
function createCopy(client = agency) {
  const guides = new Map<string, Record<string, unknown>>();
  let cursor: string | undefined;
  return {
    guides,
    /** Reads to the end. @returns what came. */
    async follow(size = 200): Promise<Change[]> {
      const came: Change[] = [];
      for (let hasMore = true; hasMore; ) {
        const query: Record<string, string> = { size: String(size), ...(cursor && { cursor }) };
        const page = await changes(query, client);
        for (const one of page.list) {
          if (one.deleted) guides.delete(one.guideId);
          else guides.set(one.guideId, one.guide!);
        }
        came.push(...page.list);
        ({ nextCursor: cursor, hasMore } = page);
      }
      return came;
    },
  };
}
const ids = (list: readonly Change[]) =>
  list.map(({ guideId, deleted }) => (deleted ? `-${guideId}` : guideId));

async function listAll(client = agency): Promise<Map<string, Record<string, unknown>>> {
  const all = new Map<string, Record<string, unknown>>();
  for (let page = 1; ; page++) {
    const answer = await api.as(client, { url: `/open/v1/guide/list?size=100&page=${page}` });
    const { list, total } = answer.json().data;
    for (const guide of list) all.set(guide.guideId, guide);
    if (all.size >= total) return all;
  }
}

test('a copy begins with all guides that can be listed, as the list shows them, whatever the size of a page', async () => {
  await newGuide({ visibility: 'partners' });
  const gone = await newGuide();
  await studio('DELETE', `guide/delete/${gone}`);
  for (const size of [1, 7, 200]) {
    const copy = createCopy();
    const came = await copy.follow(size);
    expect(copy.guides).toEqual(await listAll());
    // It never heard of what was gone before it began.
    expect(came.filter(({ deleted }) => deleted)).toEqual([]);
  }
});

test('the record, the status, the rating and a deletion are changes; bookings are none', async () => {
  const copy = createCopy();
  const id = await newGuide();
  await copy.follow();
  await studio('PUT', `guide/update/${id}`, { status: 'paused' });
  await studio('PUT', `guide/update/${id}`, { name: 'New name' });
  expect(ids(await copy.follow())).toEqual([id]);
  expect(copy.guides.get(id)).toMatchObject({ status: 'paused', name: 'New name' });

  const order = { id: `ORD${numbers}`, guideId: id, tripDate: '2027-05-01', tripDays: 2 };
  await createOrderRow(api, order);
  expect(await copy.follow()).toEqual([]);
  await sql(endOrders(`id = '${order.id}'`, 'completed'));
  const review = { rating: 4, text: 'Good.' };
  const reviewed = await api.as(agency, {
    method: 'POST',
    url: `/open/v1/order/review/${order.id}`,
    payload: review,
  });
  expect(reviewed.statusCode).toBe(200);
  await untilSeen();
  const before = copy.guides.get(id)!.updatedAt as string;
  expect(ids(await copy.follow())).toEqual([id]);
  expect(copy.guides.get(id)).toMatchObject({ rating: 4 });
  expect(String(copy.guides.get(id)!.updatedAt) >= before).toBe(true);

  await studio('DELETE', `guide/delete/${id}`);
  expect(ids(await copy.follow())).toEqual([`-${id}`]);
  expect(await copy.follow()).toEqual([]);
});

test('a guide that goes to partners is gone for others, and is there for partners; a link that ends takes it away', async () => {
  const partner = await createMerchant(api, `mk_partner_${numbers}`);
  const [copy, partners] = [createCopy(), createCopy(partner)];
  const open = await newGuide();
  const closed = await newGuide({ visibility: 'partners' });
  await Promise.all([copy.follow(), partners.follow()]);
  expect(copy.guides.has(closed)).toBe(false);

  await studio('PUT', `guide/update/${open}`, { visibility: 'partners' });
  expect(ids(await copy.follow())).toEqual([`-${open}`]);
  expect(ids(await partners.follow())).toEqual([`-${open}`]);

  await studio('PUT', `partner/link/${partner.clientId}`);
  expect(ids(await partners.follow())).toEqual(expect.arrayContaining([open, closed]));
  expect(partners.guides).toEqual(await listAll(partner));
  const deleted = await newGuide({ visibility: 'partners' });
  await studio('DELETE', `guide/delete/${deleted}`);
  expect(ids(await partners.follow())).toEqual([`-${deleted}`]);
  await studio('DELETE', `partner/unlink/${partner.clientId}`);
  expect(ids(await partners.follow())).toEqual(expect.arrayContaining([`-${open}`, `-${closed}`]));
  expect(partners.guides).toEqual(await listAll(partner));

  // Who was no partner heard of none of it.
  await studio('PUT', `guide/update/${closed}`, { name: 'Secret' });
  expect(await copy.follow()).toEqual([]);
  await studio('PUT', `guide/update/${closed}`, { visibility: 'public' });
  expect(ids(await copy.follow())).toEqual([closed]);
});

test("a suspended studio's guides are gone, and come back with it", async () => {
  const other = await createMerchant(api, `mk_studio_${numbers}`, { kind: 'studio' });
  const id = await newGuide({ studioKey: other.clientId });
  const copy = createCopy();
  await copy.follow();
  const merchants = createMerchantRegistry({ orm: api.orm, now: () => new Date() });
  await merchants.setStatus(OPERATOR, other.clientId, 'suspended');
  await untilSeen();
  expect(ids(await copy.follow())).toEqual([`-${id}`]);
  await merchants.setStatus(OPERATOR, other.clientId, 'active');
  await untilSeen();
  expect(ids(await copy.follow())).toEqual([id]);
});

test('the live world is notified of nothing of the sandbox, and the other way round', async () => {
  const live = await createMerchant(api, `mk_live_${numbers}`, { sandbox: false });
  await createMerchant(api, `mk_live_studio_${numbers}`, { sandbox: false, kind: 'studio' });
  const [sandboxes, lives] = [createCopy(), createCopy(live)];
  await Promise.all([sandboxes.follow(), lives.follow()]);
  const tried = await newGuide();
  const real = await newGuide({ sandbox: false, studioKey: `mk_live_studio_${numbers - 1}` });
  expect(ids(await sandboxes.follow())).toEqual([tried]);
  expect(ids(await lives.follow())).toEqual([real]);
});

test('updatedSince begins with what changed since then, deletions too', async () => {
  const [first, second] = [await newGuide(), await newGuide()];
  const [{ at }] = (await sql('select clock_timestamp() as at')) as unknown as [{ at: string }];
  await studio('PUT', `guide/update/${second}`, { name: 'Later' });
  await studio('DELETE', `guide/delete/${first}`);
  const since = new Date(at).toISOString();
  const page = await changes({ updatedSince: since });
  expect(ids(page.list)).toEqual([second, `-${first}`]);
  expect((await changes({ cursor: page.nextCursor })).list).toEqual([]);
  expect((await changes({ updatedSince: '2999-01-01T00:00:00Z' })).list).toEqual([]);
});

test('a cursor is of use to its owner only, and not together with updatedSince', async () => {
  const { nextCursor: cursor } = await changes({ size: '1' });
  const refused = async (query: Record<string, string>, client = agency) => {
    const answer = await api.as(client, { url: `/open/v1/guide/changes?${new URLSearchParams(query)}` });
    return answer.json().code;
  };
  expect(await refused({ cursor }, api.sandbox.studio)).toBe(40001);
  expect(await refused({ cursor: 'AAAA' })).toBe(40001);
  expect(await refused({ cursor, updatedSince: '2026-01-01T00:00:00Z' })).toBe(40001);
  expect(await refused({ updatedSince: 'yesterday' })).toBe(40001);
  expect(await refused({ size: '201' })).toBe(40001);
});

test('a change that commits after a later one is not passed', async () => {
  const [slow, quick] = [await newGuide(), await newGuide()];
  const copy = createCopy();
  await copy.follow();
  const em = api.orm.em.fork();
  await em.begin();
  await write(em, slow, "name = 'Slow'");
  await api.orm.em.fork().transactional((inside) => write(inside, quick, "name = 'Quick'"));
  await copy.follow();
  await em.commit();
  await untilSeen();
  await copy.follow();
  expect([copy.guides.get(slow)?.name, copy.guides.get(quick)?.name]).toEqual(['Slow', 'Quick']);
});

test('a copy that is followed while many write ends as the list is', async () => {
  const copy = createCopy();
  const made = await Promise.all(Array.from({ length: 12 }, () => newGuide()));
  let isWriting = true;
  const following = (async () => {
    while (isWriting) await copy.follow(5);
  })();
  const writer = async (seed: number) => {
    for (let n = 0; n < 12; n++) {
      const id = made[(seed * 5 + n * 7) % made.length]!;
      const em = api.unbounded.em.fork();
      await em.begin();
      await em.execute(`select pg_current_xact_id()`);
      const visibility = (seed + n) % 3 === 0 ? 'partners' : 'public';
      await write(em, id, `profile = 'by ${seed}', name = 'Name ${seed}-${n}', visibility = '${visibility}'`);
      if ((seed + n) % 4 === 0) await em.rollback();
      else await em.commit();
    }
  };
  await Promise.all([writer(0), writer(1)]);
  isWriting = false;
  await following;
  await untilSeen();
  await copy.follow();
  expect(copy.guides).toEqual(await listAll());
});
