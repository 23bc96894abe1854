/** What members of a guide name of each other: offers, stop-sales and allotments name trips of hours, prices of these name kinds of guests. Pure. */
import type { ErrorDetail } from './errors.ts';
import type { OfferDraft } from './guide-offer.ts';
import { problem } from './guide-terms.ts';
import type { SpecialOffer } from './trip-details.ts';

/** `from` names things of `to` by these ids. */
interface References {
  readonly from: 'offers' | 'stopSales' | 'allotments' | 'tripKinds';
  readonly to: 'tripKinds' | 'guestKinds';
  readonly named: readonly string[];
  readonly known: readonly string[];
}

/**
 * What a change takes away although a member that it leaves as it is names it, at the member that it changes. Where it names both, the
 * place of the name itself is the problem (domain/guide-offer.ts).
 * @param isChanged whether the change names this member.
 */
export function lostReferences(
  draft: OfferDraft,
  isChanged: (member: References['from']) => boolean,
): ErrorDetail[] {
  return referencesOf(draft)
    .filter(({ from }) => !isChanged(from))
    .flatMap(({ from, to, named, known }) => {
      const lost = [...new Set(named)].filter((id) => !known.includes(id));
      return lost.length > 0
        ? [problem(to, 'inconsistent', `must have ${lost.join(', ')}, as ${from} has it`)]
        : [];
    });
}

function referencesOf({ offers, stopSales, allotments, tripKinds, guestKinds }: OfferDraft): References[] {
  const prices = tripKinds.flatMap((kind) => [kind, ...(kind.rates ?? [])]);
  const known = tripKinds.map(({ tripKindId }) => tripKindId);
  return [
    { from: 'offers', to: 'tripKinds', named: tripsOf(offers), known },
    { from: 'stopSales', to: 'tripKinds', named: tripsOf(stopSales), known },
    { from: 'allotments', to: 'tripKinds', named: tripsOf(allotments), known },
    {
      from: 'tripKinds',
      to: 'guestKinds',
      named: prices.flatMap(({ guestPrices = [] }) => guestPrices.map(({ kind }) => kind)),
      known: guestKinds.map(({ kind }) => kind),
    },
  ];
}

function tripsOf(members: readonly Pick<SpecialOffer, 'tripKindIds'>[]): string[] {
  return members.flatMap(({ tripKindIds = [] }) => tripKindIds);
}
