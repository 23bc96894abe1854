/** What a studio may write of its guide's offers: every rule that a JSON schema cannot say. */
import type { ErrorDetail } from './errors.ts';
import { problem } from './guide-terms.ts';
import { boundProblems } from './rate-terms.ts';
import type { SpecialOffer } from './trip-details.ts';

/** @param tripKindIds the guide's trips of hours. */
export function specialOfferProblems(
  offers: readonly SpecialOffer[],
  tripKindIds: readonly string[],
): ErrorDetail[] {
  return offers.flatMap((offer, index) => {
    const path = `offers.${index}`;
    return [
      ...reductionProblems(offer, path),
      ...kindProblems(offer, `${path}.tripKindIds`, tripKindIds),
      ...boundProblems(offer, path),
    ];
  });
}

/** Of an offer or a stop-sale: trips of hours that there are not, or that are named twice. */
export function kindProblems(
  { tripKindIds = [] }: Pick<SpecialOffer, 'tripKindIds'>,
  path: string,
  known: readonly string[],
): ErrorDetail[] {
  return tripKindIds.flatMap((id, index) => {
    if (!known.includes(id)) return [problem(`${path}.${index}`, 'inconsistent', 'must be one of tripKinds')];
    const isRepeated = tripKindIds.indexOf(id) < index;
    return isRepeated ? [problem(`${path}.${index}`, 'duplicate', 'is there twice')] : [];
  });
}

function reductionProblems({ percent, amount }: SpecialOffer, path: string): ErrorDetail[] {
  if (percent !== undefined && amount !== undefined)
    return [problem(`${path}.amount`, 'conflicting_parameters', 'must be left out where percent is there')];
  if (percent === undefined && amount === undefined)
    return [problem(`${path}.percent`, 'missing', 'is missing: send percent or amount')];
  return [];
}
