import { Order } from '../../db/entities/index.ts';
import { CANCELLATION_PRESETS } from '../../domain/cancellation.ts';
import { addDays } from '../../domain/trip.ts';
import { startOfDay } from '../../domain/wall-time.ts';
import type { TestApp } from './app.ts';

/** An order as a row, without workflow or event: for what only reads orders. */
export async function createOrderRow(
  test: TestApp,
  order: Pick<Order, 'id' | 'guideId' | 'tripDate' | 'tripDays'> &
    Partial<Pick<Order, 'status' | 'merchantKey' | 'launchAfter'>>,
): Promise<void> {
  const em = test.orm.em.fork();
  const timeZone = 'Europe/Lisbon';
  em.create(Order, {
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
  });
  await em.flush();
}
