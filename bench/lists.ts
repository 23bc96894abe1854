/**
 * `node bench/lists.ts SMALL_URL LARGE_URL`: what the lists cost over HTTP in two worlds made by bench/seed-large.ts, in
 * one run, request by request in turn, so that only the ratio of the two has to be trusted. Then the plan of every
 * query of every filter and sort in the large one.
 */
import { createBenchPlatform, type Platform } from './platform.ts';

const ROUNDS = Number(process.argv[4] ?? 200);
const WARM_UP = 20;

const [small = '', large = ''] = process.argv.slice(2);
const platforms = { small: await createBenchPlatform(small), large: await createBenchPlatform(large) };

const DAYS = { from: daysAhead(25), to: daysAhead(29) };
const WEEKEND = { from: daysAhead(60), to: daysAhead(61) };

/** What is measured; some depend on the world, such as the cursor of a far page. */
const CASES: readonly [name: string, path: (platform: Platform) => string][] = [
  ['guide list', () => '/open/v1/guide/list'],
  ['guide list, page 100', () => '/open/v1/guide/list?page=100'],
  ['guide list, area', (platform) => `/open/v1/guide/list?area=${area(platform)}`],
  ['guide list, sorted by rating', () => '/open/v1/guide/list?sort=-rating&status=active'],
  ['guide list, type and rating', () => '/open/v1/guide/list?serviceType=food&minRating=4.5'],
  ['guide list, text', () => '/open/v1/guide/list?text=c4ca4238'],
  [
    'guide list, 5 days available',
    () => `/open/v1/guide/list?availableFrom=${DAYS.from}&availableTo=${DAYS.to}`,
  ],
  [
    'guide list, 2 days available, by price',
    () => `/open/v1/guide/list?availableFrom=${WEEKEND.from}&availableTo=${WEEKEND.to}&sort=dayRate`,
  ],
  [
    'guide list, 30 days available',
    () => `/open/v1/guide/list?availableFrom=${DAYS.from}&availableTo=${daysAhead(54)}&sort=-rating`,
  ],
  ['guide detail', () => '/open/v1/guide/detail/G1000500'],
  ['order list, first page', () => '/open/v1/order/list'],
  ['order list, hundredth page', ({ cursor }) => `/open/v1/order/list?cursor=${cursor}`],
];

const EXPLAINED = [
  ...CASES.map(([, path]) => path(platforms.large)),
  ...['guideId', 'rating', '-rating', 'dayRate', '-dayRate', 'name', '-name'].map(
    (sort) => `/open/v1/guide/list?sort=${sort}`,
  ),
  '/open/v1/guide/list?status=paused',
  '/open/v1/guide/list?serviceType=wine',
  '/open/v1/guide/list?minRating=4.99',
  '/open/v1/guide/list?currency=JPY',
  '/open/v1/order/list?status=pending',
  '/open/v1/order/list?status=completed',
  '/open/v1/order/list?guideId=G1000500',
  '/open/v1/order/list?clientReference=none',
  `/open/v1/order/list?tripDateFrom=${DAYS.from}&tripDateTo=${DAYS.to}`,
];

for (const [name, path] of CASES) {
  const times = { small: [] as number[], large: [] as number[] };
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const world of ['small', 'large'] as const) {
      const took = await platforms[world].timed(path(platforms[world]));
      if (round >= 0) times[world].push(took);
    }
  }
  report(name, times);
}
for (const path of EXPLAINED) await platforms.large.explain(path);
await Promise.all(Object.values(platforms).map((platform) => platform.close()));

function report(name: string, { small, large }: { small: number[]; large: number[] }): void {
  const ratio = (percentile(large, 0.5) / percentile(small, 0.5)).toFixed(2);
  const shown = [small, large].map((times) =>
    [0.5, 0.99].map((share) => `${percentile(times, share).toFixed(2)} ms`).join(' / '),
  );
  console.log(`| ${name} | ${shown.join(' | ')} | ${ratio} |`);
}

function percentile(times: number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}

function daysAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

function area(_platform: Platform): string {
  return 'Area%2017';
}
