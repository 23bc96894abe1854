import { Order, Reservation } from '../../db/entities/index.ts';
import { giveBackTime } from '../../db/queries/orders/reservations.ts';
import { addJobs } from '../../db/queries/platform/jobs.ts';
import { CANCELLATION_PRESETS } from '../../domain/cancellation.ts';
import { departureOf } from '../../domain/departure.ts';
import { isLive } from '../../domain/order-state.ts';
import { addDays } from '../../domain/trip.ts';
import { startOfDay } from '../../domain/wall-time.ts';
import type { TestApp } from './app.ts';

/** An order as a row, without workflow or event: for what only reads orders. */
export async function createOrderRow(
  test: TestApp,
  order: Pick<Order, 'id' | 'guideId' | 'tripDate' | 'tripDays'> &
    Partial<
      Pick<
        Order,
        | 'status'
        | 'merchantKey'
        | 'studioKey'
        | 'sandbox'
        | 'launchAfter'
        | 'tripStartAt'
        | 'tripEndAt'
        | 'guestCount'
        | 'trip'
      >
    >,
): Promise<void> {
  const timeZone = 'Europe/Lisbon';
  const row = {
    merchantKey: 'mk_sandbox_agency',
    studioKey: 'mk_sandbox_studio',
    sandbox: true,
    guestCount: 2,
    contactName: 'Ana',
    contactPhone: '+351912345678',
    totalAmount: 100,
    currency: 'EUR',
    commissionRate: 1_000,
    cancellationPolicy: CANCELLATION_PRESETS.moderate,
    timeZone,
    confirmBy: startOfDay(order.tripDate, timeZone),
    tripStartAt: startOfDay(order.tripDate, timeZone),
    tripEndAt: startOfDay(addDays(order.tripDate, order.tripDays), timeZone),
    instantConfirmation: false,
    launchAfter: new Date(0),
    ...order,
  };
  await test.orm.em.fork().transactional(async (em) => {
    em.create(Order, row);
    await em.flush();
    const { id, guideId, tripStartAt: startAt, tripEndAt: endAt, guestCount } = row;
    const shared = departureOf(order.trip, startAt, startAt);
    const party = shared && { departure: shared.id, places: guestCount, capacity: shared.capacity };
    if (isLive(order.status ?? 'pending'))
      await em.insert(Reservation, { id, guideId, startAt, endAt, ...party });
    await em.execute(addJobs('guide_index', 'select ?::text as subject'), [guideId]);
  });
}

/** SQL: ends orders without their workflow, as the statement that moves them does. @param condition SQL of which. */
export const endOrders = (condition: string, status = 'cancelled') =>
  `with over as (update orders set status = '${status}' where ${condition} returning id), ${giveBackTime('over')}
   select from over`;
