/**
 * What is kept for some agencies (docs/guides.md, "Allotments"): trips that nobody else is sold, or places of shared trips, until they are
 * released. Others' allotments come to nobody but through `offerFor` (contract-rates.ts). Pure.
 */
import { isOfKind } from './special-offer.ts';
import { addDays } from './trip.ts';
import type { Allotment, StopSale } from './trip-details.ts';
import { isOnDay } from './trip-rate.ts';
import { startOfDay } from './wall-time.ts';

/** At most so many of one guide. */
export const MAX_ALLOTMENTS = 50;

/** Places of a start that are kept for other agencies than the one that asks. */
export interface KeptPlaces {
  readonly agencies: readonly string[];
  /** What these have taken is of them. */
  readonly places: number;
}

/**
 * What is kept from an agency, from the first day on that is not released.
 * @param agency a merchant's key; undefined: some agency that no allotment names.
 * @param today where the guide is.
 */
export function keptFrom(
  allotments: readonly Allotment[],
  agency: string | undefined,
  today: string,
): Allotment[] {
  return allotments
    .filter(({ agencies }) => agency === undefined || !agencies.includes(agency))
    .map((allotment) => ({ ...allotment, startDate: firstKept(allotment, today) }))
    .filter(({ startDate, endDate = startDate }) => startDate <= endDate);
}

function firstKept({ startDate = '', releaseDaysBefore }: Allotment, today: string): string {
  const unreleased = addDays(today, releaseDaysBefore + 1);
  return startDate > unreleased ? startDate : unreleased;
}

/** Whole trips that are kept from an agency are not sold to it. @param kept what `keptFrom` answers. */
export function stopsOf(kept: readonly Allotment[]): StopSale[] {
  return kept.filter(({ places }) => places === undefined).map((one) => ({ ...one, agencies: undefined }));
}

/** Places of a start on that day. @param kept what `keptFrom` answers. */
export function keptPlaces(
  kept: readonly Allotment[],
  tripKindId: string | undefined,
  day: string,
): KeptPlaces[] {
  return kept.flatMap(({ agencies, places, ...one }) =>
    places !== undefined && isOfKind(one, tripKindId) && isOnDay(one, day) ? [{ agencies, places }] : [],
  );
}

/**
 * When the first of what is kept of a trip's days is released; undefined where nothing is.
 * @param kept what `keptFrom` answers.
 */
export function nextRelease(
  kept: readonly Allotment[],
  tripKindId: string | undefined,
  days: readonly string[],
  timeZone: string,
): Date | undefined {
  const releases = kept
    .filter((one) => isOfKind(one, tripKindId))
    .flatMap((one) =>
      days.filter((day) => isOnDay(one, day)).map((day) => addDays(day, -one.releaseDaysBefore)),
    )
    .toSorted();
  return releases[0] === undefined ? undefined : startOfDay(releases[0], timeZone);
}
