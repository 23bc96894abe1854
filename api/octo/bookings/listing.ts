import { findOctoBookings, selectOctoBookings } from '../../../db/queries/orders/octo-bookings.ts';
import { readSnapshot } from '../../../db/snapshot.ts';
import { badRequest } from '../errors.ts';
import { WHOLE_DAY } from '../options.ts';
import type { Booking, BookingsAsked } from '../schemas/bookings.ts';
import { type BookingCall, type BookingDeps, show } from './deps.ts';

const PAGE_SIZE = 100;

export interface BookingPage {
  readonly list: Booking[];
  /** The booking that the next page begins behind; null on the last one. */
  readonly nextCursor: string | null;
}

/** The caller's bookings, by day. @throws OctoRefusal BAD_REQUEST unless it is said which. */
export async function list(
  deps: BookingDeps,
  call: BookingCall,
  { cursor: after, productId, optionId, ...asked }: BookingsAsked,
): Promise<BookingPage> {
  const { resellerReference, supplierReference } = asked;
  const days = daysOf(asked);
  if (resellerReference === undefined && supplierReference === undefined && days === undefined) {
    throw badRequest(
      'either resellerReference, supplierReference, localDate or localDateStart/localDateEnd is required',
    );
  }
  const tripKindId = optionId === WHOLE_DAY ? null : optionId;
  const only = call.merchant.via?.products ?? undefined;
  const filter = { resellerReference, supplierReference, days, guideId: productId, tripKindId, after, only };
  const { key } = call.merchant;
  return await readSnapshot(deps.orm.em.fork(), async (em) => {
    const uuids = await selectOctoBookings(em, key, filter, PAGE_SIZE + 1);
    const bookings = await findOctoBookings(em, key, uuids.slice(0, PAGE_SIZE));
    return {
      list: bookings.map((booking) => show(deps, call, booking)),
      nextCursor: uuids.length > PAGE_SIZE ? (uuids[PAGE_SIZE - 1] ?? null) : null,
    };
  });
}

function daysOf({ localDate, localDateStart, localDateEnd }: BookingsAsked) {
  const [startDate, endDate] =
    localDate === undefined ? [localDateStart, localDateEnd] : [localDate, localDate];
  if (startDate === undefined && endDate === undefined) return undefined;
  if (startDate === undefined || endDate === undefined) {
    throw badRequest('both localDateStart and localDateEnd are required');
  }
  return { startDate, endDate };
}
