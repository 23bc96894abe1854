/** Turns guide/list's query into a filter. Pure. */

import { DEFAULT_RADIUS_KM, type GuideListQuery } from '../../contract/schemas/guide-list.ts';
import { detail, type ErrorDetail, InvalidParameter, MerchantKindForbidden } from '../../domain/errors.ts';
import { areaKey, searchable } from '../../domain/guide.ts';
import { isLanguageTag } from '../../domain/languages.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { asCurrency, currencyDigits, isCurrency, toMinor } from '../../domain/money.ts';
import { MAX_DAILY_AMOUNT } from '../../domain/price.ts';
import type { RefusalReason } from '../../domain/refusal-reasons.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import type { Circle } from './distance.ts';
import type { GuideFilter } from './filter.ts';

/** The longest span of days in one request. */
const MAX_AVAILABILITY_DAYS = 366;

/** The zone where a day ends last: a day that is over there is over everywhere. */
const LAST_ZONE = 'Etc/GMT+12';

/** @throws InvalidParameter when parameters do not go together, MerchantKindForbidden for `own` of who is no studio. */
export function filterOf(caller: CallingMerchant, query: GuideListQuery, now: Date): GuideFilter {
  const { status, guests, instantConfirmation, availableFrom, availableTo, own = false } = query;
  const { area, serviceType, language, minRating = 0, text = '' } = query;
  const faults = [
    ...dayFaults(query, now),
    ...priceFaults(query),
    ...placeFaults(query),
    ...languageFaults(query),
  ];
  if (faults.length > 0) throw new InvalidParameter(faults);
  if (own && caller.kind !== 'studio')
    throw new MerchantKindForbidden('only studios have guides of their own');
  return {
    ...defined({ status, guests, instantConfirmation, availableFrom, availableTo }),
    ...(availableFrom !== undefined && { availableFor: { merchantKey: caller.key, at: now } }),
    ...defined({
      area: area === undefined ? undefined : areaKey(area),
      serviceType: serviceType === undefined ? undefined : areaKey(serviceType),
      language: language?.toLowerCase(),
      near: circleOf(query),
      studioKey: own ? caller.key : undefined,
      // Unreviewed guides count as 0: any minimum above that leaves them out.
      minRating: minRating > 0 ? Math.ceil(minRating * 100 - 1e-6) : undefined,
    }),
    ...priceOf(query),
    words: searchable(text).split(/\s+/).filter(Boolean),
  };
}

type Defined<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> };

/** Without those that are undefined. */
function defined<Members extends object>(members: Members): Defined<Members> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Defined<Members>;
}

/** A bound that no rate reaches is as good as one just above all of them. */
function priceOf({ currency, minPrice, maxPrice }: GuideListQuery): GuideFilter {
  if (currency === undefined) return {};
  const known = asCurrency(currency);
  if (!isCurrency(known)) return { currency: known };
  const bound = (amount: number | undefined, round: (minor: number) => number) => {
    if (amount === undefined) return undefined;
    const minor = toMinor(amount, known) ?? round(amount * 10 ** currencyDigits(known));
    return Math.min(minor, MAX_DAILY_AMOUNT + 1);
  };
  return {
    currency: known,
    ...defined({ minPrice: bound(minPrice, Math.ceil), maxPrice: bound(maxPrice, Math.floor) }),
  };
}

function priceFaults({ currency, minPrice, maxPrice }: GuideListQuery): ErrorDetail[] {
  const names = [
    ...(minPrice === undefined ? [] : ['minPrice']),
    ...(maxPrice === undefined ? [] : ['maxPrice']),
  ];
  if (names.length === 0) return [];
  if (currency === undefined) {
    return names.map((name) =>
      detail(`query.${name}`, 'needs_another_parameter', 'must be sent together with currency'),
    );
  }
  if (!isCurrency(asCurrency(currency))) {
    return [
      detail('query.currency', 'not_a_currency', 'must be the ISO 4217 code of a currency in circulation'),
    ];
  }
  if (minPrice === undefined || maxPrice === undefined || minPrice <= maxPrice) return [];
  return [detail('query.maxPrice', 'inconsistent', 'must not be less than minPrice')];
}

function languageFaults({ language }: GuideListQuery): ErrorDetail[] {
  if (language === undefined || isLanguageTag(language)) return [];
  return [detail('query.language', 'not_a_language_tag', 'must be a language tag of BCP 47')];
}

/** The schema has seen to its form. */
function circleOf({ near, radiusKm = DEFAULT_RADIUS_KM }: GuideListQuery): Circle | undefined {
  if (near === undefined) return undefined;
  const [latitude = 0, longitude = 0] = near.split(',').map(Number);
  return { latitude, longitude, radiusKm };
}

function placeFaults(query: GuideListQuery): ErrorDetail[] {
  const circle = circleOf(query);
  if (circle === undefined) {
    return [
      ...(query.radiusKm === undefined
        ? []
        : [detail('query.radiusKm', 'needs_another_parameter', 'must be sent together with near')]),
      ...(query.sort === 'distance'
        ? [detail('query.sort', 'needs_another_parameter', 'distance is only for near')]
        : []),
    ];
  }
  const isOnEarth = Math.abs(circle.latitude) <= 90 && Math.abs(circle.longitude) <= 180;
  return isOnEarth
    ? []
    : [detail('query.near', 'out_of_range', 'must be a latitude up to 90 and a longitude up to 180 degrees')];
}

function dayFaults({ availableFrom: from, availableTo: to }: GuideListQuery, now: Date): ErrorDetail[] {
  const fault = (path: string, reason: RefusalReason, msg: string): ErrorDetail[] => [
    { path: `query.${path}`, reason, msg },
  ];
  if (from === undefined && to === undefined) return [];
  if (from === undefined)
    return fault('availableFrom', 'needs_another_parameter', 'must be sent together with availableTo');
  if (to === undefined)
    return fault('availableTo', 'needs_another_parameter', 'must be sent together with availableFrom');
  const first = todayIn(LAST_ZONE, now);
  if (from < first) {
    return fault('availableFrom', 'past_date', `must not be in the past: it is ${first} or later everywhere`);
  }
  if (to < from) return fault('availableTo', 'ends_before_start', 'must not be before availableFrom');
  const isTooLong = to > addDays(from, MAX_AVAILABILITY_DAYS - 1);
  return isTooLong
    ? fault(
        'availableTo',
        'range_too_long',
        `must be at most ${MAX_AVAILABILITY_DAYS} days from availableFrom`,
      )
    : [];
}
