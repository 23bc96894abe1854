/** Turns a reseller's request into one of order/hold. */

import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { HoldCreate } from '../../../contract/schemas/holds.ts';
import { DEFAULT_HOLD_SECONDS, MAX_HOLD_SECONDS } from '../../../domain/hold.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import type { OctoUnitItem } from '../../../domain/octo.ts';
import { leastGuestsOf, mostGuestsOf } from '../../../domain/trip-details.ts';
import { findProduct, refuseOtherCurrency } from '../catalogue.ts';
import { invalidId, unprocessable } from '../errors.ts';
import { optionOf } from '../options.ts';
import type { UnitItemsBody } from '../schemas/bookings.ts';
import { localInstant, planSlot, requestFor, slotOf } from '../slots.ts';
import { partyOf, smallestParty } from '../units.ts';

export interface TripAsked {
  readonly productId?: string | undefined;
  readonly optionId?: string | undefined;
  readonly availabilityId?: string | undefined;
  readonly unitItems?: readonly { readonly unitId: string }[] | undefined;
  readonly currency?: string | null | undefined;
}

const MIN_HOLD_SECONDS = 60;

/**
 * The hold that a booking needs.
 * @param now by the merchant's clock.
 * @throws OctoRefusal with the id that is wrong, or UNPROCESSABLE_ENTITY without units, with too few or too many.
 */
export async function holdRequestOf(
  em: EntityManager,
  merchant: CallingMerchant,
  asked: TripAsked,
  holdSeconds: number,
  now: Date,
): Promise<HoldCreate> {
  const { availabilityId } = asked;
  const guide = await findProduct(em, merchant, asked.productId, now);
  const option = optionOf(guide, asked.optionId);
  refuseOtherCurrency(guide, asked.currency);
  if (!asked.unitItems) throw unprocessable('unitItems are required');
  const party = partyOf(
    guide,
    asked.unitItems.map(({ unitId }) => unitId),
  );
  const slot = slotOf(option, availabilityId ?? '');
  // The time does not depend on the party: a problem with that is reported separately.
  const plan = slot && planSlot(guide, option, slot, smallestParty(guide, option), now);
  if (!slot || !plan || localInstant(plan.startAt, guide.timeZone) !== availabilityId) {
    throw invalidId('INVALID_AVAILABILITY_ID', availabilityId);
  }
  const most = mostGuestsOf(guide, option.kind);
  if (asked.unitItems.length > most) throw unprocessable(`Validation failed: Maximum units is ${most}`);
  const least = leastGuestsOf(guide, option.kind);
  if (asked.unitItems.length < least) throw unprocessable(`Validation failed: Minimum units is ${least}`);
  return { ...requestFor(guide.id, option, slot, party), holdSeconds } as HoldCreate;
}

/** Seconds for so many minutes: what is too long becomes as long as a hold can be. */
export function secondsOf(expirationMinutes: number | undefined): number {
  const seconds = expirationMinutes === undefined ? DEFAULT_HOLD_SECONDS : expirationMinutes * 60;
  return Math.max(MIN_HOLD_SECONDS, Math.min(seconds, MAX_HOLD_SECONDS));
}

/** Seconds that a hold has left, as many as one can be made for. */
export function secondsLeft(expiresAt: Date, now: Date): number {
  return Math.max(MIN_HOLD_SECONDS, Math.ceil((expiresAt.getTime() - now.getTime()) / 1_000));
}

/** Units as they are kept: those that are known by their uuid stay the same ones. @throws OctoRefusal for one that is there twice. */
export function unitItemsFrom(sent: UnitItemsBody, before: readonly OctoUnitItem[] = []): OctoUnitItem[] {
  const uuids = sent.flatMap(({ uuid }) => uuid?.toLowerCase() ?? []);
  if (new Set(uuids).size < uuids.length) throw unprocessable('unitItems must have different uuids');
  return sent.map(({ uuid, unitId, resellerReference, contact }) => {
    const known = before.find((one) => one.uuid === uuid?.toLowerCase());
    const { fullName, firstName, lastName } = contact ?? {};
    const name = fullName ?? ([firstName, lastName].filter(Boolean).join(' ') || known?.fullName);
    return {
      uuid: uuid?.toLowerCase() ?? randomUUID(),
      unitId,
      resellerReference: resellerReference ?? known?.resellerReference ?? null,
      ...(name !== undefined && { fullName: name }),
    };
  });
}

/** Equal for bookings of the same kinds of guests, whoever they are. */
export function unitIdsIn(items: readonly { readonly unitId: string }[]): string {
  return items
    .map(({ unitId }) => unitId)
    .toSorted()
    .join();
}
