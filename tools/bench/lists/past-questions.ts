/** What merchants and operators ask and book today, with rows of the past behind it. */
import { findOrdersByText } from '../../../db/queries/orders/order-text.ts';
import { pruneStep } from '../../../db/queries/platform/pruning.ts';
import { readOverdue } from '../../../services/operators/status/overdue.ts';
import { pastId, pastName } from './past-seed.ts';
import { BENCH_AGENCY } from './seed.ts';
import type { ListWorld } from './world.ts';

/** Milliseconds of the round's request. @param orders of the past. */
export type Asked = (world: ListWorld, round: number, orders: number) => Promise<number>;

const read =
  (path: (round: number, orders: number) => string): Asked =>
  (world, round, orders) =>
    world.timed(path(round, orders));

/** Some order of the past, another one each time. */
const somePast = (round: number, orders: number) => pastId(1 + ((round * 7_919_317) % orders));
const today = (days = 0) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const CALENDAR = `guideIds=${Array.from({ length: 20 }, (_, n) => `G${1_000_001 + n * 20}`)}&from=${today(10)}&to=${today(99)}`;

/** Guides that take everybody and rest on no day (seed.ts), on days behind all orders. */
const trip = (round: number) => ({
  ...{
    guideId: `G${1_000_000 + 2 + 4 * (round % 250)}`,
    tripDate: today(300 + Math.floor(round / 250)),
    tripDays: 1,
  },
  guestCount: 2,
});
const AGENCY_SIDE = { side: 'merchant_key', key: BENCH_AGENCY } as const;
const CONTACT = { contactName: 'Bench', contactPhone: '+351912345678' };

export const QUESTIONS: readonly (readonly [what: string, ask: Asked])[] = [
  ['order list, first page', read(() => '/open/v1/order/list')],
  ['order list, pending', read(() => '/open/v1/order/list?status=pending')],
  ['order list, completed', read(() => '/open/v1/order/list?status=completed')],
  [
    'order list, updated since yesterday',
    read(() => `/open/v1/order/list?updatedSince=${today(-1)}T00:00:00Z`),
  ],
  ['order list, of a guide', read(() => '/open/v1/order/list?guideId=G1000500')],
  ['order list, a reference that none has', read(() => '/open/v1/order/list?clientReference=none')],
  [
    'order list, trips of five days',
    read(() => `/open/v1/order/list?tripDateFrom=${today(25)}&tripDateTo=${today(29)}`),
  ],
  [
    'order detail, any of the past',
    read((round, orders) => `/open/v1/order/detail/${somePast(round, orders)}`),
  ],
  ['event list, from the beginning', read(() => '/open/v1/event/list')],
  [
    'event list, of any order of the past',
    read((round, orders) => `/open/v1/event/list?orderId=${somePast(round, orders)}`),
  ],
  ['notification list', read(() => '/open/v1/notification/list')],
  [
    'notification list, of any order of the past',
    read((round, orders) => `/open/v1/notification/list?orderId=${somePast(round, orders)}`),
  ],
  ['guide calendar, 20 guides, 90 days', read(() => `/open/v1/guide/calendar?${CALENDAR}`)],
  [
    'guide list, 5 days available',
    read(() => `/open/v1/guide/list?availableFrom=${today(25)}&availableTo=${today(29)}`),
  ],
  ['a quote', (world, round) => world.timed('/open/v1/order/quote', trip(round))],
  [
    'a hold',
    async (world, round) => {
      let holdId = '';
      const took = await taken(async () => {
        ({ holdId } = (await world.ask('/open/v1/order/hold', trip(round))) as { holdId: string });
      });
      await world.ask(`/open/v1/order/hold/release/${holdId}`, {});
      return took;
    },
  ],
  ['an order', (world, round) => world.timed('/open/v1/order/create', { ...trip(round), ...CONTACT })],
  [
    'in the console: orders by the name of one contact of the past',
    ({ orm }, round, orders) =>
      taken(() => {
        const name = pastName(1 + 10 * ((round * 7_919_317) % Math.floor(orders / 10)));
        return findOrdersByText(orm.em.fork(), AGENCY_SIDE, name, { limit: 20 });
      }),
  ],
  [
    'in the console: orders by digits that no id has',
    ({ orm }) => taken(() => findOrdersByText(orm.em.fork(), AGENCY_SIDE, '9999999999', { limit: 20 })),
  ],
  ['what is overdue, of the whole platform', ({ orm }) => taken(() => readOverdue(orm, new Date(), 'UTC'))],
  [
    'one step of the daily removal, counted alone',
    ({ orm }) =>
      taken(() =>
        pruneStep(orm.em.fork(), 'notifications', {
          ...{ owner: BENCH_AGENCY, before: new Date(), after: null, limit: 500, isDry: true },
        }),
      ),
  ],
];

async function taken(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
