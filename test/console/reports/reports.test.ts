/** All of it in one file: making its orders takes longer than all its questions. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Guide, ProviderLink } from '../../../db/entities/index.ts';
import { DEFAULT_PLATFORM_TERMS } from '../../../domain/platform-terms.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../../support/console/console-app.ts';
import { createGuide, createMerchant } from '../../support/merchants.ts';
import { createRandom } from '../../support/random.ts';
import {
  AGENCIES,
  answerOf,
  bookedOn,
  endOf,
  GUIDES,
  insertOrders,
  type MadeOrder,
  makeOrder,
  periodOf,
  shareOf,
  TIME_ZONE,
} from './world.ts';

/** A Wednesday; in New York it is still the day before. */
const NOW = new Date('2027-03-18T01:00:00Z');
const FROM = '2026-11-03';
const TO = '2027-03-10';
const PERIOD = `from=${FROM}&to=${TO}`;

let api: TestApp;
let console_: TestConsole;
let orders: MadeOrder[];
const people = new Map<string, { company: string; browser: Browser }>();

beforeAll(async () => {
  api = await createTestApp();
  api.clock.now = NOW;
  const config = { terms: { ...DEFAULT_PLATFORM_TERMS, timeZone: TIME_ZONE } };
  console_ = await createTestConsole(api, { config: config as never });
  for (const key of ['mk_studio_one', 'mk_studio_two']) await member('studio', key);
  for (const key of [...AGENCIES, 'mk_agency_new']) await member('agency', key);
  await member('provider', 'mk_provider');
  const link = { merchantKey: 'mk_studio_one', providerKey: 'mk_provider', scopes: ['order:read' as const] };
  await api.orm.em.fork().insert(ProviderLink, link);
  for (const [id, guide] of Object.entries(GUIDES)) await createGuide(api, { id, ...guide });
  const random = createRandom(20_270_317);
  const span = [new Date('2026-10-20T00:00:00Z'), new Date('2027-03-14T00:00:00Z')] as const;
  orders = Array.from({ length: 400 }, (_, number) => makeOrder(random, number, span));
  await insertOrders(api, orders);
});
afterAll(async () => {
  await console_.close();
  await api.close();
});

async function member(kind: 'agency' | 'studio' | 'provider', key: string): Promise<void> {
  await createMerchant(api, key, { kind, name: `Name of ${key}` });
  const company = await console_.company({ kind, sandboxKey: key });
  people.set(key, { company, browser: await console_.member(company, 'reader') });
}

async function send(key: string, path: string) {
  const { company, browser } = people.get(key)!;
  return await browser.send({ url: `/api/${company}/sandbox/console/reports/${path}` });
}

async function ask(key: string, path: string) {
  const answer = await send(key, path);
  expect([path, answer.statusCode]).toEqual([path, 200]);
  return answer.json().data;
}

const SIDES = ['mk_studio_one', 'mk_studio_two', ...AGENCIES];
const isOf = (key: string) => (order: MadeOrder) => order.merchantKey === key || order.studioKey === key;
const inPeriod = (order: MadeOrder) => bookedOn(order) >= FROM && bookedOn(order) <= TO;
const ofSide = (key: string) => orders.filter(isOf(key)).filter(inPeriod);
const count = <Item>(list: readonly Item[], is: (item: Item) => boolean) => list.filter(is).length;
const hasKey = (one: { key: string }, other: { key: string }) => (one.key < other.key ? -1 : 1);

const isRefused = (order: MadeOrder) =>
  ['rejected_by_studio', 'confirmation_expired'].includes(endOf(order)?.reason ?? '');
const isOpen = ({ status }: MadeOrder) => !['completed', 'cancelled'].includes(status);

/** What came in, counted order by order. */
function cameIn(list: readonly MadeOrder[], step: 'week' | 'month') {
  const groups = Map.groupBy(list, (order) => `${periodOf(order, step)} ${order.currency}`);
  return [...groups].toSorted().map(([key, own]) => {
    const [period, currency] = key.split(' ');
    const decimal = (some: readonly MadeOrder[]) =>
      some.reduce((sum, { minor }) => sum + minor, 0) / (currency === 'JPY' ? 1 : 100);
    const completed = own.filter(({ status }) => status === 'completed');
    const open = own.filter(isOpen);
    const refused = count(own, isRefused);
    return {
      ...{ period, currency, orders: own.length, completed: completed.length, open: open.length, refused },
      cancelled: own.length - completed.length - open.length - refused,
      amount: decimal(own),
      keptAmount: decimal([...completed, ...open]),
    };
  });
}

describe.each(SIDES)('the orders of %s', (key) => {
  test.each(['week', 'month'] as const)('that came in, by %s and currency', async (step) => {
    const report = await ask(key, `orders?${PERIOD}&step=${step}`);
    expect(report).toMatchObject({ from: FROM, to: TO, step, timeZone: TIME_ZONE, isCut: false });
    expect(report.list).toEqual(cameIn(ofSide(key), step));
    expect(report.list.length).toBeGreaterThan(5);
  });
});

test('the usual period is twelve weeks until today, where the platform is', async () => {
  const report = await ask('mk_studio_one', 'orders');
  expect(report).toMatchObject({ from: '2026-12-28', to: '2027-03-17', step: 'week' });
  // Days have trips before they come.
  const days = await ask('mk_studio_one', 'days');
  expect(days).toMatchObject({ from: '2026-12-28', to: '2027-06-09' });
  expect(await ask('mk_studio_one', 'days?to=2027-03-10')).toMatchObject({
    from: '2026-12-21',
    to: '2027-03-10',
  });
});

test('filters leave out the other orders', async () => {
  const own = ofSide('mk_studio_one');
  const list = async (filter: string) => (await ask('mk_studio_one', `orders?${PERIOD}&${filter}`)).list;
  expect(await list('guideId=G502')).toEqual(
    cameIn(
      own.filter(({ guideId }) => guideId === 'G502'),
      'week',
    ),
  );
  expect(await list('area=Sintra')).toEqual(
    cameIn(
      own.filter(({ guideId }) => GUIDES[guideId].area === 'Sintra'),
      'week',
    ),
  );
  expect(await list('partner=mk_agency_two')).toEqual(
    cameIn(
      own.filter(({ merchantKey }) => merchantKey === 'mk_agency_two'),
      'week',
    ),
  );
  // Others' are nobody's business, whatever they are asked for by.
  expect(await list('guideId=G504')).toEqual([]);
  expect(await list('partner=mk_studio_one')).toEqual([]);
});

const GROUPS = {
  period: (order: MadeOrder) => periodOf(order, 'week'),
  guide: ({ guideId }: MadeOrder) => guideId,
  area: ({ guideId }: MadeOrder) => GUIDES[guideId].area,
  partner: ({ merchantKey, studioKey }: MadeOrder, key: string) =>
    merchantKey === key ? studioKey : merchantKey,
} as const;
type Group = keyof typeof GROUPS;

function nameOf(group: Group, key: string): string | null {
  if (group === 'period') return null;
  if (group === 'area') return key;
  return group === 'guide' ? GUIDES[key as keyof typeof GUIDES].name : `Name of ${key}`;
}

const grouped = (key: string, group: Group, list: readonly MadeOrder[]) => [
  ...Map.groupBy(list, (order) => GROUPS[group](order, key)),
];

function requestsOf(key: string, group: Group) {
  return grouped(key, group, ofSide(key)).map(([of, own]) => {
    const asked = own.filter(({ isInstant }) => !isInstant);
    const reason = (name: string) => count(asked, (order) => answerOf(order)?.reason === name);
    const byStudio = asked.filter((order) => answerOf(order)?.by === 'studio');
    const seconds = byStudio.map(
      (order) => (answerOf(order)!.at.getTime() - order.createdAt.getTime()) / 1_000,
    );
    return {
      ...{ key: of, name: nameOf(group, of), requests: asked.length, instant: own.length - asked.length },
      confirmed: reason('confirmed_by_studio'),
      rejected: reason('rejected_by_studio'),
      expired: reason('confirmation_expired'),
      withdrawn: reason('cancelled_by_merchant'),
      otherwise: reason('cancelled_by_operator'),
      waiting: count(asked, ({ status }) => status === 'pending'),
      medianHours: shareOf(seconds, 0.5),
      p90Hours: shareOf(seconds, 0.9),
    };
  });
}

function cancellationsOf(key: string, group: Group) {
  const confirmed = ofSide(key).filter((order) => answerOf(order)?.to === 'confirmed');
  return grouped(key, group, confirmed).map(([of, own]) => ({
    ...{ key: of, name: nameOf(group, of), confirmed: own.length, ...endsOf(own) },
  }));
}

function endsOf(list: readonly MadeOrder[]) {
  const ended = list.filter((order) => endOf(order) !== undefined);
  const by = (actor: string) => count(ended, (order) => endOf(order)?.by === actor);
  const seconds = ended.map((order) => (order.tripStartAt.getTime() - endOf(order)!.at.getTime()) / 1_000);
  return {
    ...{ cancelled: ended.length, byAgency: by('merchant'), byStudio: by('studio') },
    ...{ byOperator: by('operator'), medianHours: shareOf(seconds, 0.5) },
  };
}

describe.each(Object.keys(GROUPS) as Group[])('by %s', (group) => {
  test.each(SIDES)('the requests of %s, and how long their answers took', async (key) => {
    const { list } = await ask(key, `requests?${PERIOD}&groupBy=${group}`);
    expect(list.toSorted(hasKey)).toEqual(requestsOf(key, group).toSorted(hasKey));
  });

  test.each(SIDES)('the cancellations of %s', async (key) => {
    const { list } = await ask(key, `cancellations?${PERIOD}&groupBy=${group}`);
    expect(list.toSorted(hasKey)).toEqual(cancellationsOf(key, group).toSorted(hasKey));
  });
});

test('those with the most orders come first', async () => {
  const { list } = await ask('mk_studio_one', `requests?${PERIOD}&groupBy=guide`);
  const sizes = list.map((row: { requests: number; instant: number }) => row.requests + row.instant);
  expect(sizes).toEqual(sizes.toSorted((one: number, other: number) => other - one));
});

test.each(SIDES)('the cancellations of %s by how long before the trip they were', async (key) => {
  const ends = [-Infinity, 0, 24, 72, 168, 720, Infinity];
  const leads = ['begun', 'day', 'threeDays', 'week', 'month', 'longer'];
  const cancelled = ofSide(key).filter(
    (order) => answerOf(order)?.to === 'confirmed' && endOf(order) !== undefined,
  );
  const hours = (order: MadeOrder) => (order.tripStartAt.getTime() - endOf(order)!.at.getTime()) / 3_600_000;
  const expected = leads.flatMap((lead, index) => {
    const own = cancelled.filter((order) => hours(order) >= ends[index]! && hours(order) < ends[index + 1]!);
    return own.length === 0 ? [] : [{ key: lead, name: null, confirmed: null, ...endsOf(own) }];
  });
  expect((await ask(key, `cancellations?${PERIOD}`)).list).toEqual(expected);
  expect(expected.length).toBeGreaterThan(3);
});

describe('days with a trip', () => {
  test.each(['mk_studio_one', 'mk_studio_two'])('of the guides of %s, each once', async (key) => {
    const days = new Map<string, Set<string>>();
    const trips = new Map<string, Set<string>>();
    for (const order of orders.filter(isOf(key))) {
      if (order.status === 'pending' || order.status === 'cancelled') continue;
      for (let number = 0; number < order.tripDays; number++) {
        const day = new Date(Date.parse(order.tripDate) + number * 86_400_000).toISOString().slice(0, 10);
        const at = `${order.guideId} ${day.slice(0, 7)}`;
        if (day < FROM || day > TO) continue;
        days.set(at, (days.get(at) ?? new Set()).add(day));
        trips.set(at, (trips.get(at) ?? new Set()).add(order.id));
      }
    }
    const expected = [...days].map(([at, own]) => {
      const [guideId, month] = at.split(' ') as [keyof typeof GUIDES, string];
      const guideName = GUIDES[guideId].name;
      return { guideId, guideName, month, days: own.size, trips: trips.get(at)!.size };
    });
    const byPlace = (one: (typeof expected)[number], other: (typeof expected)[number]) =>
      `${one.guideId} ${one.month}` < `${other.guideId} ${other.month}` ? -1 : 1;
    const { list } = await ask(key, `days?${PERIOD}`);
    expect(list.toSorted(byPlace)).toEqual(expected.toSorted(byPlace));
    expect(list.length).toBeGreaterThan(3);
  });

  test('are a studio’s', async () => {
    for (const file of ['days', 'days.csv'])
      expect((await send(AGENCIES[0], `${file}?${PERIOD}`)).json()).toMatchObject({ code: 40006 });
  });
});

test('what can be filtered by is what the period has', async () => {
  const own = ofSide('mk_studio_one');
  const choices = await ask('mk_studio_one', `choices?${PERIOD}`);
  const named = (list: { id: string; name: string }[]) => list.map(({ id }) => id).toSorted();
  expect(named(choices.guides)).toEqual([...new Set(own.map(({ guideId }) => guideId))].toSorted());
  expect(choices.areas).toEqual(['Porto', 'Sintra']);
  expect(named(choices.partners)).toEqual([...AGENCIES]);
  expect(await ask('mk_agency_new', 'choices')).toEqual({ guides: [], areas: [], partners: [] });
});

test('a merchant without orders has empty reports', async () => {
  for (const report of ['orders', 'requests', 'requests?groupBy=guide', 'cancellations'])
    expect((await ask('mk_agency_new', report)).list).toEqual([]);
});

describe('a file', () => {
  const FILES = [
    ['orders', 'period,currency,orders,completed,open,refused,cancelled,amount,keptAmount'],
    [
      'requests',
      'key,name,requests,confirmed,rejected,expired,withdrawn,otherwise,waiting,medianHours,p90Hours,instant',
    ],
    ['cancellations', 'key,name,confirmed,cancelled,byAgency,byStudio,byOperator,medianHours'],
    ['days', 'guideId,guideName,month,days,trips'],
  ] as const;

  test.each(FILES)('of %s has what its table has, and no formula', async (report, columns) => {
    const group = report === 'requests' || report === 'cancellations' ? '&groupBy=guide' : '';
    const { list } = await ask('mk_studio_one', `${report}?${PERIOD}${group}`);
    const file = await send('mk_studio_one', `${report}.csv?${PERIOD}${group}`);
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${report}-mk_studio_one-${FROM}-${TO}.csv"`,
    });
    const names = columns.split(',');
    const safe = (value: unknown) => (value === GUIDES.G501.name ? `'${GUIDES.G501.name}` : `${value ?? ''}`);
    const rows = list.map((row: Record<string, unknown>) =>
      names.map((name) => `"${safe(row[name])}"`).join(','),
    );
    const head = names.map((name) => `"${name}"`).join(',');
    expect(file.body).toBe(`\uFEFF${[head, ...rows, ''].join('\r\n')}`);
    expect(list.length).toBeGreaterThan(2);
  });
});

test.each([
  ['from=2027-02-01&to=2027-01-31', 'query.to', 'ends_before_start'],
  ['from=2027-03-19', 'query.from', 'ends_before_start'],
  ['from=2025-01-31&to=2027-01-31', 'query.to', 'range_too_long'],
  ['from=1000-01-01&to=2999-12-31', 'query.to', 'range_too_long'],
  ['from=2027-02-30', 'query.from', 'wrong_format'],
  ['from=yesterday', 'query.from', 'wrong_format'],
  ['step=hour', 'query.step', 'not_one_of'],
  ['groupBy=contactName', 'query.groupBy', 'not_one_of'],
  ['guideId=5', 'query.guideId', 'wrong_format'],
  ['guide=G1', 'query.guide', 'unknown_parameter'],
])('%s is refused by the name of what is wrong', async (query, path, reason) => {
  for (const report of ['requests', 'requests.csv']) {
    const answer = await send('mk_studio_one', `${report}?${query}`);
    expect([query, answer.statusCode]).toEqual([query, 400]);
    expect(answer.json().data.details).toEqual(
      expect.arrayContaining([expect.objectContaining({ path, reason })]),
    );
  }
});

test('two years are possible', async () => {
  expect((await ask('mk_studio_one', 'orders?from=2025-02-01&to=2027-01-31')).from).toBe('2025-02-01');
});

test('a provider’s people read the figures by a link, and never with whom a merchant trades', async () => {
  const { company, browser } = people.get('mk_provider')!;
  const read = (path: string) =>
    browser.send({ url: `/api/${company}/sandbox~mk_studio_one/console/reports/${path}` });
  const own = await ask('mk_studio_one', `requests?${PERIOD}&groupBy=guide`);
  expect((await read(`requests?${PERIOD}&groupBy=guide`)).json().data).toEqual(own);
  expect((await read(`choices?${PERIOD}`)).json().data).toMatchObject({
    partners: [],
    areas: ['Porto', 'Sintra'],
  });
  for (const [path, name] of [
    ['requests?groupBy=partner', 'groupBy'],
    ['cancellations.csv?groupBy=partner', 'groupBy'],
    ['orders?partner=mk_agency_one', 'partner'],
    ['days?partner=mk_agency_one', 'partner'],
  ])
    expect((await read(path!)).json()).toMatchObject({
      code: 40001,
      data: { details: [{ path: `query.${name}`, reason: 'not_permitted' }] },
    });
});

test('a guide that was deleted, and an order that was erased, still count', async () => {
  const em = api.unbounded.em.fork();
  const erased = ofSide('mk_studio_one').find(({ status }) => status === 'completed')!;
  await em.execute('select erase_order(?)', [erased.id]);
  await em.nativeUpdate(Guide, { id: erased.guideId }, { deletedAt: NOW });
  const { list } = await ask('mk_studio_one', `orders?${PERIOD}`);
  expect(list).toEqual(cameIn(ofSide('mk_studio_one'), 'week'));
  const byGuide = (await ask('mk_studio_one', `requests?${PERIOD}&groupBy=guide`)).list;
  expect(byGuide.toSorted(hasKey)).toEqual(requestsOf('mk_studio_one', 'guide').toSorted(hasKey));
});

test('what others book changes nothing', async () => {
  const before = await ask('mk_studio_one', `orders?${PERIOD}`);
  const random = createRandom(7);
  const span = [new Date('2027-01-05T00:00:00Z'), new Date('2027-01-25T00:00:00Z')] as const;
  const theirs = Array.from({ length: 60 }, (_, index) => makeOrder(random, 1_000 + index, span));
  await insertOrders(
    api,
    theirs.filter(({ studioKey }) => studioKey === 'mk_studio_two'),
  );
  expect(await ask('mk_studio_one', `orders?${PERIOD}`)).toEqual(before);
});

test('sandbox and live are apart', async () => {
  const [sandboxKey, liveKey] = ['mk_studio_three', 'mk_live_three'];
  await createMerchant(api, sandboxKey, { kind: 'studio' });
  await createMerchant(api, liveKey, { kind: 'studio', sandbox: false });
  const company = await console_.company({ kind: 'studio', sandboxKey, liveKey });
  const browser = await console_.member(company, 'reader');
  const made = Array.from({ length: 5 }, (_, index) => ({
    ...makeOrder(createRandom(index), 2_000 + index, [
      new Date('2027-02-02T12:00:00Z'),
      new Date('2027-02-20T12:00:00Z'),
    ]),
    studioKey: liveKey,
  }));
  await insertOrders(api, made);
  const list = async (world: string) =>
    (await browser.send({ url: `/api/${company}/${world}/console/reports/orders?${PERIOD}` })).json().data
      .list;
  expect(await list('live')).toEqual(cameIn(made, 'week'));
  expect(await list('sandbox')).toEqual([]);
});
