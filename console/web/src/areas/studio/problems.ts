/** What is wrong with a guide that is being written, where its form is not sent: fields by their labels, not by their paths. Pure. */
import type { PreviewBody } from '../../../../server/studio/schemas.ts';
import { type Problem, problemText } from '../../parts/problem-text.ts';
import type { Texts } from '../../texts/index.ts';

export interface FieldProblem {
  /** `Offer 2, Name`. */
  readonly place: string;
  readonly sentence: string;
}

/** The first problem of each field. */
export function fieldProblems(problems: readonly Problem[], body: PreviewBody, texts: Texts): FieldProblem[] {
  const found = new Map<string, string>();
  for (const { path, reason, msg } of problems) {
    const [, of = '', ...members] = path.split('.');
    const part = of === 'trip' ? body.trip : body.guide;
    const place = placeOf(members, part, labelsOf(of, texts), texts);
    const known = isEmpty(part, members) && EMPTY.includes(reason) ? 'missing' : reason;
    if (!found.has(place)) found.set(place, problemText({ reason: known, msg }, texts));
  }
  return [...found].map(([place, sentence]) => ({ place, sentence }));
}

/** How the server refuses what was not typed. */
const EMPTY: readonly string[] = ['too_short', 'too_few', 'wrong_type', 'wrong_format', 'missing'];

function isEmpty(part: unknown, members: readonly string[]): boolean {
  const value = members.reduce(memberOf, part);
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

function memberOf(value: unknown, member: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[member];
}

type Labels = Readonly<Record<string, string>>;

/** Items of lists are called as the form calls them: by their names, else by their numbers. */
function placeOf(members: readonly string[], part: unknown, labels: Labels, texts: Texts): string {
  const items = itemWords(texts);
  const places: string[] = [];
  let value = part;
  for (const [index, member] of members.entries()) {
    value = memberOf(value, member);
    const list = members[index - 1] ?? '';
    const word = items[list];
    if (!/^\d+$/.test(member)) {
      const isList = items[member] !== undefined && members[index + 1] !== undefined;
      if (!isList) places.push(labels[`${members[index - 2]}.${member}`] ?? labels[member] ?? member);
    } else if (word !== undefined) {
      places.push(
        String(memberOf(value, 'name') || memberOf(value, 'note') || `${word} ${Number(member) + 1}`),
      );
    }
  }
  return places.join(', ');
}

function itemWords({ studio: { editor } }: Texts): Readonly<Record<string, string | undefined>> {
  const { offer, dayRate, rate, trip, season, question, tier, stop, allotment, guaranteed } = editor;
  return {
    ...{ offers: offer, dayRates: dayRate, rates: rate, tripKinds: trip, seasonalRates: season },
    ...{ questions: question, tiers: tier, stopSales: stop, allotments: allotment },
    guaranteedStarts: guaranteed,
  };
}

/** By member, or by list and member where a list calls it otherwise. */
function labelsOf(of: string, { studio: { editor, preview } }: Texts): Labels {
  const { fields } = editor;
  if (of === 'trip') {
    const { date: tripDate, days: tripDays, guests: guestCount, kind: tripKindId, agency } = preview;
    return { tripDate, tripDays, guestCount, tripKindId, agency, startTime: fields.startTimes };
  }
  const conditions = { startDate: fields.seasonFrom, endDate: fields.seasonTo };
  return {
    ...fields,
    ...conditions,
    'dayRates.price': fields.dayPrice,
    'offers.amount': fields.amountOff,
    'offers.tripKindIds': fields.offerTrips,
    'stopSales.tripKindIds': fields.offerTrips,
    'stopSales.agencies': fields.stoppedAgencies,
    'stopSales.startDate': fields.stoppedFrom,
    'stopSales.endDate': fields.stoppedUntil,
    'allotments.tripKindIds': fields.offerTrips,
    'allotments.agencies': fields.keptFor,
    'allotments.startDate': fields.keptFrom,
    'allotments.endDate': fields.keptUntil,
    'allotments.places': fields.keptPlaces,
    ...Object.fromEntries(
      ['offers', 'dayRates', 'rates', 'tripKinds'].map((list) => [`${list}.maxGuests`, fields.mostGuests]),
    ),
  };
}
