/** What a studio may write of its guide's allotments: every rule that a JSON schema cannot say. */
import { daysOf } from './availability.ts';
import type { ErrorDetail } from './errors.ts';
import { problem } from './guide-terms.ts';
import { kindProblems } from './offer-terms.ts';
import { boundProblems } from './rate-terms.ts';
import { isOfKind } from './special-offer.ts';
import type { Allotment, TripKind } from './trip-details.ts';
import { isOnDay, LAST_DAY } from './trip-rate.ts';

interface AllottedOffer {
  readonly allotments: readonly Allotment[];
  readonly tripKinds: readonly TripKind[];
  readonly offersWholeDays: boolean;
}

/** A trip that is sold. */
interface Sold {
  /** Undefined: whole days. */
  readonly tripKindId: string | undefined;
  /** Of a shared trip; undefined: one party has it. */
  readonly capacity: number | undefined;
}

export function allotmentProblems(offer: AllottedOffer): ErrorDetail[] {
  const { allotments, tripKinds } = offer;
  const tripKindIds = tripKinds.map(({ tripKindId }) => tripKindId);
  const problems = allotments.flatMap((allotment, index) => {
    const path = `allotments.${index}`;
    return [
      ...kindProblems(allotment, `${path}.tripKindIds`, tripKindIds),
      ...boundProblems(allotment, path),
    ];
  });
  return problems.length > 0 ? problems : keepingProblems(offer);
}

/** A change of what is sold that leaves the allotments as they are, and too little for them: at the members that it may name. */
export function lostAllotments(offer: AllottedOffer, areChanged: boolean): ErrorDetail[] {
  const [first] = areChanged ? [] : keepingProblems(offer);
  if (!first) return [];
  const msg = `must leave what allotments keep: ${first.path.replace('body.', '')} ${first.msg}`;
  return ['tripKinds', 'offersWholeDays'].map((member) => problem(member, 'inconsistent', msg));
}

/** What cannot be kept of the trips that are sold. */
function keepingProblems(offer: AllottedOffer): ErrorDetail[] {
  const problems = offer.allotments.flatMap((allotment, index) =>
    placesProblems(allotment, `allotments.${index}.places`, offer),
  );
  return problems.length > 0 ? problems : tooMuchKept(offer);
}

function soldBy({ tripKinds, offersWholeDays }: AllottedOffer): Sold[] {
  const days = offersWholeDays ? [{ tripKindId: undefined, capacity: undefined }] : [];
  return [...days, ...tripKinds.map(({ tripKindId, capacity }) => ({ tripKindId, capacity }))];
}

function placesProblems(allotment: Allotment, path: string, offer: AllottedOffer): ErrorDetail[] {
  if (allotment.places === undefined) return [];
  const ofOneParty = soldBy(offer).some(
    ({ tripKindId, capacity }) => capacity === undefined && isOfKind(allotment, tripKindId),
  );
  if (!ofOneParty) return [];
  return [problem(path, 'inconsistent', 'is only for trips with capacity: name them in tripKindIds')];
}

/** What all allotments keep of one start is at most what there is; else nobody could book it. One problem for each that keeps too much. */
function tooMuchKept(offer: AllottedOffer): ErrorDetail[] {
  const found = new Map<number, ErrorDetail>();
  for (const day of decidingDays(offer.allotments))
    for (const sold of soldBy(offer)) {
      const index = firstTooMuch(offer.allotments, sold, day);
      if (index >= 0 && !found.has(index)) found.set(index, tooMuch(offer.allotments[index]!, index, sold));
    }
  return [...found.values()];
}

/** Where somebody's allotment begins, what is kept may become more; after a week its days come again. */
function decidingDays(allotments: readonly Allotment[]): string[] {
  const days = allotments.flatMap(({ startDate = '0001-01-01', endDate = LAST_DAY }) =>
    daysOf({ startDate, endDate }, 7),
  );
  return [...new Set(days)];
}

/** The first allotment that, with those before it, keeps more of a start on that day than there is; -1: none. */
function firstTooMuch(
  allotments: readonly Allotment[],
  { tripKindId, capacity = 1 }: Sold,
  day: string,
): number {
  let left = capacity;
  return allotments.findIndex((allotment) => {
    if (!isOfKind(allotment, tripKindId) || !isOnDay(allotment, day)) return false;
    left -= allotment.places ?? capacity;
    return left < 0;
  });
}

function tooMuch({ places }: Allotment, index: number, { tripKindId, capacity }: Sold): ErrorDetail {
  const path = `allotments.${index}`;
  const trip = tripKindId ?? 'whole days';
  if (places === undefined) {
    const msg = `keeps ${trip} on days of which another allotment keeps some: name all agencies in one`;
    return problem(path, 'inconsistent', msg);
  }
  const msg = `is too much: a start of ${trip} has ${capacity} places for all allotments`;
  return problem(`${path}.places`, 'inconsistent', msg);
}
