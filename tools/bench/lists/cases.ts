/** The lists as merchants ask for them. */
import type { ListWorld } from './world.ts';

const DAYS = { from: daysAhead(25), to: daysAhead(29) };
const MONTH = { from: DAYS.from, to: daysAhead(54) };
const YEAR = { from: DAYS.from, to: daysAhead(390) };
const WEEKEND = { from: daysAhead(60), to: daysAhead(61) };

const PARTY = 'currency=EUR&minPrice=100&maxPrice=200&guests=4';
const OFFER = `language=pt&${PARTY}`;
const CALENDAR = `guideIds=${Array.from({ length: 20 }, (_, n) => `G${1_000_001 + n * 20}`)}&from=${daysAhead(10)}&to=${daysAhead(99)}`;
/** In the middle of an area, which is a degree wide. */
const AROUND = 'near=10.5,0.5';

/** What is measured, with its path; that may depend on the world, such as the cursor of a far page. */
export const CASES: readonly (readonly [name: string, path: (world: Pick<ListWorld, 'cursor'>) => string])[] =
  [
    ['guide list', () => '/open/v1/guide/list'],
    // The small world has not a hundred.
    ['guide list, page 90', () => '/open/v1/guide/list?page=90'],
    ['guide list, area', () => '/open/v1/guide/list?area=Area%2017'],
    ['guide list, sorted by rating', () => '/open/v1/guide/list?sort=-rating&status=active'],
    ['guide list, type and rating', () => '/open/v1/guide/list?serviceType=food&minRating=4.5'],
    ['guide list, text', () => '/open/v1/guide/list?text=c4ca4238'],
    ['guide list, 5 days available', () => `/open/v1/guide/list?${available(DAYS)}`],
    [
      'guide list, 2 days available, by price',
      () => `/open/v1/guide/list?${available(WEEKEND)}&sort=dayRate`,
    ],
    ['guide list, 30 days available', () => `/open/v1/guide/list?${available(MONTH)}&sort=-rating`],
    ['guide list, a year available', () => `/open/v1/guide/list?${available(YEAR)}`],
    [
      'guide list, 5 days available, price and guests',
      () => `/open/v1/guide/list?${available(DAYS)}&${PARTY}`,
    ],
    ['guide list, language, price and guests', () => `/open/v1/guide/list?${OFFER}`],
    ['guide list, 20 km around, by distance', () => `/open/v1/guide/list?${AROUND}&radiusKm=20`],
    ['guide list, 100 km around, language', () => `/open/v1/guide/list?${AROUND}&radiusKm=100&language=es`],
    ['guide calendar, 20 guides, 90 days', () => `/open/v1/guide/calendar?${CALENDAR}`],
    ['guide changes, first page', () => '/open/v1/guide/changes?size=50'],
    ['guide detail', () => '/open/v1/guide/detail/G1000500'],
    ['order list, first page', () => '/open/v1/order/list'],
    ['order list, hundredth page', ({ cursor }) => `/open/v1/order/list?cursor=${cursor}`],
  ];

/** Every other filter and sort has a plan that is checked as well. */
export const OTHER_PATHS: readonly string[] = [
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
  `/open/v1/order/list?updatedSince=${DAYS.from}T00:00:00Z`,
  `/open/v1/order/list?tripDateFrom=${DAYS.from}&tripDateTo=${DAYS.to}`,
];

function available({ from, to }: { from: string; to: string }): string {
  return `availableFrom=${from}&availableTo=${to}`;
}

function daysAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
