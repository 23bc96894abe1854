/** From what a studio sends to what the guide table keeps. Pure. */

import type { GuideCreate, GuideUpdate } from '../../contract/schemas/guides.ts';
import type { Guide } from '../../db/entities/index.ts';
import { lostAllotments } from '../../domain/allotment-terms.ts';
import { viewPolicy } from '../../domain/cancellation.ts';
import { type ErrorDetail, InvalidParameter } from '../../domain/errors.ts';
import type { GuidePhoto, GuideStatus, GuideVisibility } from '../../domain/guide.ts';
import { decimalOffer, minorOffer, type OfferDraft, offerProblems } from '../../domain/guide-offer.ts';
import {
  GUIDE_DEFAULTS,
  minorTerms,
  photoProblems,
  policyOf,
  type TermsDraft,
  termsProblems,
} from '../../domain/guide-terms.ts';
import { asCurrency, isCurrency, toDecimal } from '../../domain/money.ts';
import { lostReferences } from '../../domain/offer-references.ts';
import type { ChangeRule } from '../../domain/order-change.ts';
import { todayIn } from '../../domain/trip.ts';
import type { Coordinates } from '../../domain/trip-details.ts';

/** Everything that a studio says of a guide; amounts are decimals. */
export interface GuideDraft extends TermsDraft, OfferDraft {
  readonly name: string;
  readonly area: string;
  readonly profile: string;
  readonly serviceAreas: readonly string[];
  readonly serviceTypes: readonly string[];
  readonly instantConfirmation: boolean;
  readonly confirmationHours: number;
  readonly minimumNoticeHours: number;
  readonly maxUnconfirmedDays: number;
  readonly maxHeldHours: number;
  readonly waitlistWindowMinutes: number | null;
  readonly changeRule: ChangeRule;
  readonly visibility: GuideVisibility;
  readonly status: GuideStatus;
  readonly location: Coordinates | null;
  readonly photos: readonly GuidePhoto[];
}

export function draftOfNew(body: GuideCreate): GuideDraft {
  return { ...GUIDE_DEFAULTS, ...body, currency: asCurrency(body.currency) };
}

/**
 * The guide as it will be: what the body leaves out stays.
 * @throws InvalidParameter where the currency changes and an amount would keep its number in the new one.
 */
export function draftOfChange(guide: Guide, body: GuideUpdate): GuideDraft {
  const currency = body.currency === undefined ? guide.currency : asCurrency(body.currency);
  const isRepriced = currency !== guide.currency;
  if (isRepriced) refuseOldAmounts(guide, body);
  const { cancellationPolicy, ...terms } = draftTerms(guide);
  const policy = body.cancellationPolicy ?? cancellationPolicy;
  // The list begins with the main area; a new one takes its place.
  const serviceAreas = guide.serviceAreas.filter((area) => area !== guide.area);
  return {
    ...guide,
    serviceAreas,
    location: locationOf(guide),
    ...decimalOffer(guide, guide.currency),
    ...terms,
    ...body,
    currency,
    cancellationPolicy: policy,
  };
}

/**
 * The columns for a draft.
 * @param body what made it; the rest was accepted when it was written, also where rules have become stricter since.
 * @param photos that the guide has already.
 * @throws InvalidParameter with everything that is wrong with what the body says.
 */
export function fieldsOf(
  draft: GuideDraft,
  body: GuideCreate | GuideUpdate,
  now: Date,
  photos: readonly GuidePhoto[] = [],
) {
  const all = [
    ...termsProblems(draft, now),
    ...(isCurrency(draft.currency) ? offerProblems(draft, draft.currency) : []),
    ...lostReferences(draft, (member) => member in body),
    ...lostAllotments(draft, 'allotments' in body),
    ...photoProblems(draft.photos, photos),
  ];
  const problems = all.filter(({ path }) => path.split('.')[1]! in body);
  if (problems.length > 0) throw new InvalidParameter(problems);
  return {
    name: draft.name,
    area: draft.area,
    profile: draft.profile,
    languages: [...draft.languages],
    serviceAreas: [...new Set([draft.area, ...draft.serviceAreas])],
    serviceTypes: [...draft.serviceTypes],
    currency: draft.currency,
    timeZone: draft.timeZone,
    maxGuests: draft.maxGuests,
    instantConfirmation: draft.instantConfirmation,
    confirmationHours: draft.confirmationHours,
    visibility: draft.visibility,
    status: draft.status,
    latitude: draft.location?.latitude ?? null,
    longitude: draft.location?.longitude ?? null,
    photos: draft.photos,
    cancellationPolicy: policyOf(draft.cancellationPolicy),
    minGuests: draft.minGuests ?? null,
    minDays: draft.minDays ?? null,
    maxDays: draft.maxDays ?? null,
    minimumNoticeHours: draft.minimumNoticeHours,
    maxUnconfirmedDays: draft.maxUnconfirmedDays,
    maxHeldHours: draft.maxHeldHours,
    waitlistWindowMinutes: draft.waitlistWindowMinutes ?? 0,
    changeRule: draft.changeRule,
    ...minorTerms(draft),
    ...minorOffer(draft, draft.currency, todayIn(draft.timeZone, now)),
  };
}

function draftTerms({ currency, dayRate, seasonalRates, guestSurcharge, cancellationPolicy }: Guide) {
  const decimal = (minor: number) => toDecimal(minor, currency);
  const { preset, tiers } = viewPolicy(cancellationPolicy);
  return {
    dayRate: decimal(dayRate),
    seasonalRates: seasonalRates.map((season) => ({ ...season, dayRate: decimal(season.dayRate) })),
    guestSurcharge: guestSurcharge
      ? { ...guestSurcharge, amountPerDay: decimal(guestSurcharge.amountPerDay) }
      : null,
    cancellationPolicy: preset === 'custom' ? { preset, tiers } : { preset },
  };
}

function refuseOldAmounts(guide: Guide, body: GuideUpdate): void {
  const missing = [
    ...(body.dayRate === undefined ? ['dayRate'] : []),
    ...(guide.seasonalRates.length > 0 && body.seasonalRates === undefined ? ['seasonalRates'] : []),
    ...(guide.guestSurcharge && body.guestSurcharge === undefined ? ['guestSurcharge'] : []),
    ...(guide.weekendRate && body.weekendRate === undefined ? ['weekendRate'] : []),
    ...(guide.dayRates.length > 0 && body.dayRates === undefined ? ['dayRates'] : []),
    ...(guide.offers.some(({ amount }) => amount !== undefined) && body.offers === undefined
      ? ['offers']
      : []),
    ...(typeof guide.leastPrice === 'number' && body.leastPrice === undefined ? ['leastPrice'] : []),
    ...(guide.guestKinds.length > 0 && body.guestKinds === undefined ? ['guestKinds'] : []),
    ...(guide.tripKinds.length > 0 && body.tripKinds === undefined ? ['tripKinds'] : []),
  ];
  const details = missing.map(
    (path): ErrorDetail => ({
      path: `body.${path}`,
      reason: 'missing',
      msg: 'is required, since the currency changes',
    }),
  );
  if (details.length > 0) throw new InvalidParameter(details);
}

/** Both coordinates are there, or none. */
function locationOf({ latitude, longitude }: Pick<Guide, 'latitude' | 'longitude'>): Coordinates | null {
  const isKnown = typeof latitude === 'number' && typeof longitude === 'number';
  return isKnown ? { latitude, longitude } : null;
}
