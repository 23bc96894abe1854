import type { MikroORM } from '@mikro-orm/postgresql';
import { findOctoBookings } from '../../../db/queries/orders/octo-bookings.ts';
import { readSnapshot } from '../../../db/snapshot.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import { timeFor } from '../../../domain/sandbox.ts';
import type { OrderService } from '../../../services/orders/index.ts';
import { invalidId } from '../errors.ts';
import type { Booking } from '../schemas/bookings.ts';
import { type BookingFacts, viewBooking } from './view.ts';

export interface BookingDeps {
  readonly orm: MikroORM;
  readonly orders: OrderService;
  readonly now: () => Date;
}

/** Who asks, and for what. */
export interface BookingCall {
  readonly merchant: CallingMerchant;
  readonly withPricing: boolean;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A merchant's booking. @throws OctoRefusal INVALID_BOOKING_UUID also for another merchant's. */
export async function findBooking(
  { orm }: BookingDeps,
  merchant: CallingMerchant,
  uuid: string,
): Promise<BookingFacts> {
  const [found] = UUID.test(uuid)
    ? await readSnapshot(orm.em.fork(), (em) => findOctoBookings(em, merchant.key, [uuid.toLowerCase()]))
    : [];
  const only = merchant.via?.products;
  // A booking that was moved to another guide stays with its hold's.
  if (!found || (only && !only.includes(found.hold.guideId))) throw invalidId('INVALID_BOOKING_UUID', uuid);
  return found;
}

/** As OCTO shows it to who asks. */
export function show(
  { now }: BookingDeps,
  { merchant, withPricing }: BookingCall,
  facts: BookingFacts,
): Booking {
  return viewBooking(facts, { testMode: merchant.sandbox, withPricing, now: timeFor(merchant, now()) });
}
