import { randomUUID } from 'node:crypto';
import { OctoBooking } from '../../../db/entities/index.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import { timeFor } from '../../../domain/sandbox.ts';
import { invalidId, OctoRefusal } from '../errors.ts';
import type { Booking, Reservation } from '../schemas/bookings.ts';
import { holdRequestOf, secondsOf, unitIdsIn, unitItemsFrom } from './asking.ts';
import { mergeContact } from './contacts.ts';
import { type BookingCall, type BookingDeps, findBooking, show } from './deps.ts';
import { uuidOf } from './uuid.ts';
import type { BookingFacts } from './view.ts';

/**
 * Holds a start of an option. The same uuid never holds twice: what rules it out is the primary key of octo_booking, which
 * is written in the transaction of the hold.
 * @throws OctoRefusal, and what order/hold throws.
 */
export async function reserve(deps: BookingDeps, call: BookingCall, body: Reservation): Promise<Booking> {
  const { merchant } = call;
  const named = body.uuid?.toLowerCase() ?? uuidOfCommand(merchant);
  const uuid = named ?? randomUUID();
  const earlier = named && (await earlierOne(deps, call, body, uuid));
  if (earlier) return show(deps, call, earlier);
  const at = timeFor(merchant, deps.now());
  const request = await holdRequestOf(
    deps.orm.em.fork(),
    merchant,
    body,
    secondsOf(body.expirationMinutes),
    at,
  );
  const row = rowOf(merchant.key, uuid, body, { localDate: request.tripDate, createdAt: at });
  try {
    await deps.orders.holds.hold(merchant, request, undefined, {
      write: async (em, holdId) => {
        await em.insert(OctoBooking, { ...row, holdId });
      },
    });
  } catch (error) {
    // Its twin came first, and has the time.
    const twin = named && (await earlierOne(deps, call, body, uuid));
    if (twin) return show(deps, call, twin);
    throw error;
  }
  return show(deps, call, await findBooking(deps, merchant, uuid));
}

/** Sent again under its `Idempotency-Key`, it is the same booking. */
function uuidOfCommand({ via }: CallingMerchant): string | undefined {
  if (via?.command === undefined) return undefined;
  return uuidOf(Buffer.from(via.command.id, 'base64url').toString('hex'));
}

function rowOf(
  merchantKey: string,
  uuid: string,
  body: Reservation,
  { localDate, createdAt }: { localDate: string; createdAt: Date },
) {
  const contact = mergeContact(null, body.contact);
  return {
    merchantKey,
    uuid,
    localDate,
    resellerReference: body.resellerReference ?? null,
    unitItems: unitItemsFrom(body.unitItems ?? []),
    contact: Object.keys(contact).length > 0 ? contact : null,
    notes: body.notes || null,
    createdAt,
    updatedAt: createdAt,
  };
}

/** What an earlier request under this uuid booked. @throws OctoRefusal INVALID_BOOKING_UUID where it was a different request. */
async function earlierOne(
  deps: BookingDeps,
  { merchant }: BookingCall,
  body: Reservation,
  uuid: string,
): Promise<BookingFacts | undefined> {
  const earlier = await findBooking(deps, merchant, uuid).catch((error: unknown) => {
    if (error instanceof OctoRefusal) return undefined;
    throw error;
  });
  if (!earlier) return undefined;
  const { productId, optionId, availabilityId, unitItems } = show(
    deps,
    { merchant, withPricing: false },
    earlier,
  );
  const asked = [body.productId, body.optionId, body.availabilityId, unitIdsIn(body.unitItems ?? [])];
  const booked = [productId, optionId, availabilityId, unitIdsIn(unitItems)];
  if (asked.join('\n') !== booked.join('\n')) throw invalidId('INVALID_BOOKING_UUID', uuid);
  return earlier;
}
