/** Guides with everything that an offer depends on, and what is asked of them, by chance: the same seed makes the same world. */
import { addDays } from '../../domain/trip.ts';
import { GUEST_KINDS } from '../../domain/trip-details.ts';
import { WEEKDAYS } from '../../domain/weekday.ts';
import { createRandom, type Random } from '../support/random.ts';

/** Clocks that change at night, at midnight and by half an hour, north and south, and that never change. */
const ZONES = [
  ...['Europe/Lisbon', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Tokyo', 'America/Santiago'],
  ...['America/Havana', 'Africa/Cairo', 'Asia/Beirut', 'Asia/Kathmandu', 'America/St_Johns'],
  ...['Pacific/Chatham', 'Europe/Dublin', 'Africa/Casablanca', 'Pacific/Auckland', 'Antarctica/Troll'],
];
/** Before most changes of clocks. */
const DAYS = ['2027-03-08', '2027-03-20', '2027-04-01', '2027-09-01', '2027-10-22', '2027-11-01'];
const CLOCKS = [
  '00:00',
  '00:30',
  '01:00',
  '01:30',
  '02:00',
  '02:15',
  '02:30',
  '03:00',
  '09:00',
  '14:00',
  '23:30',
];
const DIGITS = { EUR: 2, JPY: 0, KWD: 3 };
const CALENDAR_DAYS = 12;
const STEPS = 80;

/** One for each of a guide's offers; asked for in any case. */
const CODES = ['SPRING-10', 'club2027', 'a-b-c', '123', 'Last-Minute'];

/** The agencies of every world; not all of them have a contract. */
export const AGENCIES = ['mk_sandbox_agency', 'mk_model_agency'] as const;

export type Body = Record<string, unknown>;
/** What can be asked; all but the first four are about something that was made before. */
export type Door =
  | ('quote' | 'create' | 'calendar' | 'octo')
  | ('hold' | 'takeQuote' | 'changeHold' | 'bookHold' | 'release')
  | ('changeQuote' | 'change' | 'answerChange' | 'move' | 'refund')
  | ('octoReserve' | 'octoUpdate' | 'octoConfirm' | 'octoCancel')
  | ('edit' | 'wait');
export interface Step {
  readonly door: Door;
  readonly ask: Body;
  /** The merchant key of the agency that asks. */
  readonly by: string;
}
export interface World {
  readonly now: string;
  /** As it is sent to guide/create, with what is sent to guide/availability. */
  readonly guide: Body;
  readonly steps: readonly Step[];
}

interface TripKindBody {
  readonly tripKindId: string;
  readonly capacity?: number | undefined;
  readonly startTimes: readonly string[];
}

export function makeWorld(seed: number): World {
  const random = createRandom(seed);
  const date = addDays(random.pick(DAYS), random.between(0, 12));
  const now = `${date}T${two(random.between(0, 23))}:${two(random.between(0, 59))}:00.000Z`;
  const { guide, edited } = guideOf(random.fork('guide'), date);
  return { now, guide, steps: stepsOf(random.fork('steps'), guide, date, edited) };
}

const two = (number: number) => String(number).padStart(2, '0');
const maybe = <T>(random: Random, probability: number, make: () => T) =>
  random.chance(probability) ? make() : undefined;
const some = <T>(random: Random, from: readonly T[], most: number): T[] =>
  random.shuffled(from).slice(0, random.between(1, Math.min(most, from.length)));
const timesOf = (count: number) => Array.from({ length: count }, (_, index) => index);

/** What stays as it is while everything else of a guide is edited. */
interface Skeleton {
  readonly currency: keyof typeof DIGITS;
  readonly maxGuests: number;
  readonly guests: readonly string[];
  readonly tripKinds: readonly (Pick<TripKindBody, 'tripKindId' | 'startTimes'> & Least)[];
}

/** How many guests a shared start needs. */
interface Least {
  readonly leastGuestsToGo?: number | undefined;
  readonly decideHoursBefore?: number | undefined;
}

function guideOf(random: Random, date: string): { guide: Body; edited: (random: Random) => Body } {
  const maxGuests = random.between(1, 12);
  const skeleton: Skeleton = {
    currency: random.pick(['EUR', 'JPY', 'KWD'] as const),
    maxGuests,
    guests: random.chance(0.6) ? some(random, GUEST_KINDS, 3) : [],
    tripKinds: timesOf(random.between(0, 3)).map((index) => ({
      ...{ tripKindId: `kind-${index}`, name: 'Trip', startTimes: some(random, CLOCKS, 5) },
      durationMinutes: random.pick([15, 60, 90, 180, 240, 600, 1440]),
      ...(maxGuests > 1 && random.chance(0.5) ? leastOf(random, maxGuests) : {}),
    })),
  };
  const { currency, guests, tripKinds } = skeleton;
  const amount = amountsOf(random, skeleton);
  const guide = plain({
    ...{ name: 'Mona Model', area: 'Modelton', languages: ['en'], serviceTypes: ['city_walk'] },
    ...{ currency, maxGuests, timeZone: random.pick(ZONES) },
    ...{ maxUnconfirmedDays: 3_650, maxHeldHours: 720 },
    status: random.chance(0.04) ? 'paused' : undefined,
    offersWholeDays: tripKinds.length > 0 ? random.chance(0.6) : true,
    guestKinds: guests.length > 0 ? pricesOf(guests, amount) : undefined,
    seasonalRates: maybe(random, 0.5, () =>
      seasonsOf(random, date).map((days) => ({ ...days, dayRate: amount(400) })),
    ),
    ...maybe(random, 0.3, () => {
      const least = random.between(1, 3);
      return {
        minDays: maybe(random, 0.6, () => least),
        maxDays: maybe(random, 0.6, () => least + random.between(0, 5)),
      };
    }),
    weekendRate: maybe(random, 0.4, () => ({ weekdays: some(random, WEEKDAYS, 3), dayRate: amount(400) })),
    guestSurcharge: maybe(random, 0.4, () => ({ fromGuest: random.between(2, 6), amountPerDay: amount(40) })),
    restDays: maybe(random, 0.3, () => some(random, WEEKDAYS, 2)),
    blocked: maybe(random, 0.4, () => {
      const startDate = addDays(date, random.between(-2, 20));
      return [{ startDate, endDate: addDays(startDate, random.between(0, 3)) }];
    }),
    ...termsOf(random, date, skeleton),
  });
  return { guide, edited: (own) => withNulls(termsOf(own, date, skeleton)) };
}

/** What a studio takes away is sent as null, or as an empty list. */
function withNulls({ leastPrice = null, minGuests = null, ...terms }: Body): Body {
  const { dayRates = [], offers = [], stopSales = [], allotments = [], ...others } = terms;
  return plain({ ...others, leastPrice, minGuests, dayRates, offers, stopSales, allotments });
}

const amountsOf =
  (random: Random, { currency }: Pick<Skeleton, 'currency'>) =>
  (most: number) =>
    random.between(0, most * 10 ** DIGITS[currency]) / 10 ** DIGITS[currency];
const pricesOf = (kinds: readonly string[], amount: (most: number) => number) =>
  kinds.map((kind) => ({ kind, amount: amount(60) }));

function termsOf(random: Random, date: string, skeleton: Skeleton): Body {
  const { maxGuests } = skeleton;
  const amount = amountsOf(random, skeleton);
  const tripKinds = skeleton.tripKinds.map((kind) => tripKindOf(random, date, kind, skeleton));
  const ids = tripKinds.map(({ tripKindId }) => tripKindId);
  return {
    ...{ tripKinds, dayRate: amount(400) },
    instantConfirmation: random.chance(0.5),
    changeRule: random.pick(['instant', 'consent']),
    confirmationHours: random.pick([1, 24, 300]),
    minimumNoticeHours: random.chance(0.4) ? random.between(0, 60) : 0,
    dayRates: maybe(random, 0.6, () => dayRatesOf(random, date, amount)),
    leastPrice: maybe(random, 0.3, () => amount(1_200)),
    offers: maybe(random, 0.6, () => offersOf(random, date, amount, ids)),
    minGuests: maybe(random, 0.25, () => random.between(1, Math.min(4, maxGuests))),
    cancellationPolicy: policyOf(random),
    stopSales: maybe(random, 0.3, () =>
      timesOf(random.between(1, 2)).map(() => stopOf(random, date, tripKinds)),
    ),
    allotments: maybe(random, 0.6, () => allotmentsOf(random, date, tripKinds)),
  };
}

function tripKindOf(
  random: Random,
  date: string,
  of: Skeleton['tripKinds'][number],
  { maxGuests, guests, ...skeleton }: Skeleton,
): TripKindBody & Body {
  const { leastGuestsToGo, decideHoursBefore, ...kind } = of;
  const amount = amountsOf(random, skeleton);
  const ownPrices = (chance: number) =>
    guests.length > 0 ? maybe(random, chance, () => pricesOf(some(random, guests, 2), amount)) : undefined;
  const capacity =
    maxGuests > 1 ? maybe(random, 0.65, () => random.between(leastGuestsToGo ?? 2, maxGuests)) : undefined;
  const party = maybe(random, 0.4, () => random.between(1, capacity ?? maxGuests));
  return {
    ...{ ...kind, capacity, price: amount(500) },
    ...(capacity !== undefined &&
      leastGuestsToGo !== undefined && {
        leastGuestsToGo,
        decideHoursBefore,
        guaranteedStarts: maybe(random, 0.4, () => guaranteedOf(random, date, kind.startTimes)),
      }),
    leastPrice: maybe(random, 0.3, () => amount(600)),
    guestPrices: ownPrices(0.4),
    maxGuests: party,
    minGuests: maybe(random, 0.3, () => random.between(1, party ?? capacity ?? maxGuests)),
    rates: maybe(random, 0.7, () =>
      timesOf(random.between(1, 4)).map((index) => ({
        name: `Rate ${index}`,
        price: amount(500),
        guestPrices: ownPrices(0.3),
        ...conditionsOf(random, date, {
          startTimes: maybe(random, 0.3, () => some(random, kind.startTimes, 2)),
        }),
      })),
    ),
  };
}

function leastOf(random: Random, maxGuests: number): Least {
  const leastGuestsToGo = random.between(2, Math.min(6, maxGuests));
  return { leastGuestsToGo, decideHoursBefore: random.pick([1, 24, 72, 200]) };
}

/** One on each of some days. */
function guaranteedOf(random: Random, date: string, startTimes: readonly string[]): Body[] {
  const days = random.shuffled(timesOf(15)).slice(0, random.between(1, 8));
  return days.map((ahead) => ({ tripDate: addDays(date, ahead + 2), startTime: random.pick(startTimes) }));
}

function dayRatesOf(random: Random, date: string, amount: (most: number) => number): Body[] {
  return timesOf(random.between(1, 4)).map((index) => {
    const few = random.between(1, 4);
    const length = {
      minDays: maybe(random, 0.3, () => few),
      maxDays: maybe(random, 0.3, () => few + random.between(0, 4)),
    };
    return { name: `Day rate ${index}`, price: amount(400), ...conditionsOf(random, date, length) };
  });
}

/** Days, of which there may be all. */
function daysOf(random: Random, date: string): Body {
  const from = random.between(-3, 14);
  return {
    startDate: maybe(random, 0.3, () => addDays(date, from)),
    endDate: maybe(random, 0.3, () => addDays(date, from + random.between(0, 8))),
    weekdays: maybe(random, 0.3, () => some(random, WEEKDAYS, 4)),
  };
}

const someAgencies = (random: Random) => some(random, [...AGENCIES, 'mk_nobody'], random.chance(0.3) ? 2 : 1);

function stopOf(random: Random, date: string, kinds: readonly TripKindBody[]): Body {
  const ids = kinds.map(({ tripKindId }) => tripKindId);
  return {
    ...daysOf(random, date),
    agencies: maybe(random, 0.6, () => someAgencies(random)),
    tripKindIds: ids.length > 0 ? maybe(random, 0.5, () => some(random, ids, 2)) : undefined,
    wholeDays: maybe(random, 0.3, () => random.chance(0.5)),
  };
}

/** Of each trip at most what there is. */
function allotmentsOf(random: Random, date: string, kinds: readonly TripKindBody[]): Body[] {
  const own = () => ({
    ...daysOf(random, date),
    agencies: someAgencies(random),
    releaseDaysBefore: random.between(0, 9),
  });
  const days = random.chance(0.5) ? [{ ...own(), wholeDays: true }] : [];
  const ofKinds = kinds.flatMap(({ tripKindId, capacity }) => {
    const of = { tripKindIds: [tripKindId] };
    if (capacity === undefined || random.chance(0.2)) return random.chance(0.5) ? [{ ...own(), ...of }] : [];
    const places = random.between(1, capacity);
    const rest = capacity - places;
    return [places, ...(rest > 0 && random.chance(0.5) ? [random.between(1, rest)] : [])].map((count) => ({
      ...{ ...own(), ...of, places: count },
    }));
  });
  return [...days, ...ofKinds];
}

/** At least one. @param own what only these rates have. */
function conditionsOf(random: Random, date: string, own: Body): Body {
  const from = random.between(-5, 20);
  const [fewest, early] = [random.between(1, 6), random.between(1, 20)];
  const booked = random.between(-3, 2);
  const conditions: Body = {
    startDate: maybe(random, 0.3, () => addDays(date, from)),
    endDate: maybe(random, 0.3, () => addDays(date, from + random.between(0, 20))),
    weekdays: maybe(random, 0.3, () => some(random, WEEKDAYS, 4)),
    ...own,
    agencies: maybe(random, 0.25, () => some(random, [...AGENCIES, 'mk_nobody'], 2)),
    minGuests: maybe(random, 0.3, () => fewest),
    maxGuests: maybe(random, 0.3, () => fewest + random.between(0, 4)),
    minDaysBefore: maybe(random, 0.3, () => early),
    maxDaysBefore: maybe(random, 0.3, () => early + random.between(0, 9)),
    bookedFrom: maybe(random, 0.15, () => addDays(date, booked)),
    bookedUntil: maybe(random, 0.15, () => addDays(date, booked + random.between(0, 4))),
  };
  return Object.values(conditions).some((one) => one !== undefined) ? conditions : { minGuests: fewest };
}

/** Some have a code, and some no condition at all. */
function offersOf(
  random: Random,
  date: string,
  amount: (most: number) => number,
  kinds: readonly string[],
): Body[] {
  return timesOf(random.between(1, 5)).map((index) => {
    const few = random.between(1, 3);
    const own = {
      minDays: maybe(random, 0.2, () => few),
      maxDays: maybe(random, 0.2, () => few + random.between(0, 4)),
    };
    const percent = { percent: random.between(1, random.chance(0.1) ? 100 : 40) };
    // The smallest unit where chance says nothing.
    const off = () => ({ amount: amount(80) || 1 });
    return {
      name: `Offer ${index}`,
      ...(random.chance(0.5) ? percent : off()),
      code: maybe(random, 0.4, () => CODES[index]),
      tripKindIds: kinds.length > 0 ? maybe(random, 0.3, () => some(random, kinds, 2)) : undefined,
      wholeDays: maybe(random, 0.3, () => random.chance(0.5)),
      ...(random.chance(0.3) ? {} : conditionsOf(random, date, own)),
    };
  });
}

/** Two that do not overlap. */
function seasonsOf(random: Random, date: string) {
  const first = addDays(date, random.between(-3, 8));
  const end = addDays(first, random.between(0, 6));
  const second = addDays(end, random.between(1, 4));
  return [
    { startDate: first, endDate: end },
    { startDate: second, endDate: addDays(second, random.between(0, 9)) },
  ];
}

function policyOf(random: Random): Body | undefined {
  const preset = random.pick(['flexible', 'moderate', 'strict', 'custom', 'custom']);
  if (preset !== 'custom') return { preset };
  const member = random.chance(0.5) ? 'daysBefore' : 'hoursBefore';
  const count = random.between(1, 3);
  const before = [random.between(20, 40), random.between(8, 19), random.between(0, 7)];
  const percents = [100, random.pick([75, 66.67, 50]), random.pick([12.5, 33.33, 1])];
  const tiers = timesOf(count).map((index) => ({ [member]: before[index], refundPercent: percents[index] }));
  return { preset, tiers };
}

function stepsOf(random: Random, first: Body, date: string, edited: (random: Random) => Body): Step[] {
  let guide = first;
  const asked: Body[] = [];
  const newTrip = () => {
    const again = asked.length > 0 && random.chance(0.4) ? random.pick(asked) : undefined;
    const trip = again ? atThatTime(random, guide, again) : tripOf(random, guide, date);
    asked.push(trip);
    return trip;
  };
  // Mostly the one of before: a change is answered, what was held is booked.
  let before = 0;
  const oneOf = () => {
    before = random.chance(0.6) ? before : random.between(0, 9_999);
    return before;
  };
  const trips = timesOf(STEPS).map((): Step => {
    const door = random.pick(isProduct(first) ? DICE : DICE.filter((one) => !one.startsWith('octo')));
    const ask = ASKS[door]({ random, guide, date, newTrip, oneOf, edited });
    if (door === 'edit') guide = { ...guide, ...ask };
    return { door, ask, by: random.pick(AGENCIES) };
  });
  const kinds = guide.tripKinds as TripKindBody[];
  const from = addDays(date, random.between(-3, 6));
  const days = { from, days: CALENDAR_DAYS };
  const options = [...(hasDays(guide) ? ['DEFAULT'] : []), ...kinds.map(({ tripKindId }) => tripKindId)];
  const octo = options.map(
    (optionId): Step => ({
      door: 'octo',
      by: random.pick(AGENCIES),
      ask: {
        ...days,
        optionId,
        guests: unitsOf(
          random,
          guide,
          kinds.find((kind) => kind.tripKindId === optionId),
        ),
      },
    }),
  );
  // A product that takes no bookings is none.
  const calendars = AGENCIES.map((by): Step => ({ door: 'calendar', ask: days, by }));
  return [...trips, ...calendars, ...(guide.status === 'paused' ? [] : octo)];
}

interface Asking {
  readonly random: Random;
  readonly guide: Body;
  readonly date: string;
  readonly newTrip: () => Body;
  /** One of what was made so far. */
  readonly oneOf: () => number;
  readonly edited: (random: Random) => Body;
}
type Making = Exclude<Door, 'calendar' | 'octo'>;

/** One that takes no bookings is none, nor one without options. */
function isProduct(guide: Body): boolean {
  return guide.status !== 'paused' && (hasDays(guide) || (guide.tripKinds as unknown[]).length > 0);
}

/** How often each is asked, of a hundred or so. */
const SHARES: Record<Making, number> = {
  ...{ quote: 10, create: 16, hold: 8, takeQuote: 3 },
  ...{ octoReserve: 8, octoUpdate: 5, octoConfirm: 4, octoCancel: 2 },
  ...{ changeHold: 6, bookHold: 4, release: 2 },
  ...{ changeQuote: 7, change: 11, answerChange: 6, move: 5, refund: 2 },
  ...{ edit: 4, wait: 4 },
};
const DICE = (Object.keys(SHARES) as Making[]).flatMap((door) => timesOf(SHARES[door]).map(() => door));

const expectation = (random: Random) => maybe(random, 0.2, () => random.pick(['quoted', 'other']));

const ASKS: Record<Making, (asking: Asking) => Body> = {
  quote: ({ newTrip }) => newTrip(),
  create: ({ random, newTrip }) => plain({ ...newTrip(), expects: expectation(random) }),
  hold: ({ random, newTrip }) => {
    const holdSeconds = maybe(random, 0.5, () => random.pick([60, 3_600, 172_800]));
    return plain({ ...newTrip(), holdSeconds, expects: expectation(random) });
  },
  takeQuote: ({ oneOf, random }) => ({ of: oneOf(), isHeld: random.chance(0.4) }),
  changeHold: (asking) => changeOf(asking, true),
  bookHold: ({ oneOf }) => ({ of: oneOf() }),
  release: ({ oneOf }) => ({ of: oneOf() }),
  changeQuote: (asking) => changeOf(asking, false),
  change: (asking) => changeOf(asking, false),
  answerChange: ({ oneOf, random }) => ({
    of: oneOf(),
    step: random.pick(['accept', 'accept', 'decline', 'withdraw']),
  }),
  move: ({ oneOf, random }) => {
    const action = random.pick(['confirm', 'confirm', 'confirm', 'reject', 'cancel', 'cancel']);
    const side = action === 'cancel' ? random.pick(['merchant', 'studio']) : 'studio';
    return { of: oneOf(), action, side };
  },
  refund: ({ oneOf, random }) => ({ of: oneOf(), percent: random.between(1, 110) }),
  octoReserve: ({ random, guide, date }) => {
    const { slot, units } = octoOf(random, guide, date);
    return plain({ ...slot, units, minutes: maybe(random, 0.4, () => random.pick([1, 60, 5_000])) });
  },
  octoUpdate: ({ random, guide, date, oneOf }) => {
    const { slot, units } = octoOf(random, guide, date);
    return { of: oneOf(), ...random.pick([{ slot }, { units }, { slot, units }]) };
  },
  octoConfirm: ({ oneOf }) => ({ of: oneOf() }),
  octoCancel: ({ oneOf }) => ({ of: oneOf() }),
  edit: ({ random, edited }) => edited(random),
  wait: ({ random }) => ({ minutes: random.pick([10, 60, 600, 2_000]) }),
};

/** A start of an option, and one unit for each guest. */
function octoOf(random: Random, guide: Body, date: string): { slot: Body; units: string[] } {
  const options = [...(hasDays(guide) ? [undefined] : []), ...(guide.tripKinds as TripKindBody[])];
  const kind = options.length > 0 ? random.pick(options) : undefined;
  const slot = {
    optionId: kind?.tripKindId ?? 'DEFAULT',
    date: addDays(date, random.between(-1, 12)),
    ...(kind && { startTime: random.pick(kind.startTimes) }),
  };
  const known = (guide.guestKinds as { kind: string }[] | undefined)?.map((one) => one.kind) ?? ['adult'];
  const most = guide.maxGuests as number;
  const count = random.between(1, random.chance(0.1) ? most + 1 : Math.max(1, Math.ceil(most / 2)));
  return { slot, units: timesOf(count).map(() => random.pick(known)) };
}

/** OCTO's whole days are single ones. */
function hasDays({ offersWholeDays, minDays }: Body): boolean {
  return offersWholeDays === true && ((minDays as number | undefined) ?? 1) === 1;
}

/** Members of a trip to change, mostly such as there are. @param isHold holds' codes can be changed. */
function changeOf({ random, guide, date, oneOf }: Asking, isHold: boolean): Body {
  const { offerCode, guests, guestCount, ...time } = tripOf(random, guide, date);
  const party = partyOf(random, guide);
  const trip = { ...time, tripKindId: time.tripKindId ?? null };
  const { tripDate, tripDays, startTime } = trip as Body;
  const change = random.pick<Body>([
    party,
    { tripDate },
    plain({ tripDate, tripDays: tripDays ?? 2 }),
    plain({ tripDate, startTime: startTime ?? random.pick(CLOCKS) }),
    trip,
    { ...trip, ...party },
    isHold ? { offerCode: random.chance(0.5) || !guide.offers ? null : codeFor(random, guide) } : party,
  ]);
  return plain({ of: oneOf(), change, expects: expectation(random) });
}

/** One kind of guests, as many as may go together. */
function unitsOf(random: Random, guide: Body, kind: Body | TripKindBody | undefined): Body {
  const limits = [guide.maxGuests, (kind as Body)?.maxGuests ?? (kind as Body)?.capacity ?? guide.maxGuests];
  const least = ((kind ?? guide) as Body).minGuests as number | undefined;
  const count = random.between(least ?? 1, Math.min(...(limits as number[])));
  const known = guide.guestKinds as { kind: string }[] | undefined;
  return known ? { guests: [{ kind: random.pick(known).kind, count }] } : { guestCount: count };
}

/** Mostly one that there is. */
function tripOf(random: Random, guide: Body, date: string): Body {
  const kinds = guide.tripKinds as TripKindBody[];
  const ahead = random.chance(0.05) ? random.between(540, 555) : random.between(-1, 16);
  const kind =
    kinds.length > 0 && random.chance(guide.offersWholeDays ? 0.6 : 0.97) ? random.pick(kinds) : undefined;
  const odd = random.chance(0.04);
  return plain({
    tripDate: addDays(date, ahead),
    ...(kind
      ? {
          tripKindId: odd && random.chance(0.3) ? 'other' : kind.tripKindId,
          startTime: odd ? maybe(random, 0.7, () => random.pick(CLOCKS)) : random.pick(kind.startTimes),
          tripDays: odd ? maybe(random, 0.3, () => random.between(1, 2)) : undefined,
        }
      : { tripDays: random.between(1, 9), startTime: odd ? '09:00' : undefined }),
    offerCode: guide.offers ? maybe(random, 0.2, () => codeFor(random, guide)) : undefined,
    ...partyOf(random, guide),
  });
}

/** What others may have asked for, for a party of its own. */
function atThatTime(random: Random, guide: Body, { guests: _, guestCount: _count, ...trip }: Body): Body {
  return plain({ ...trip, ...partyOf(random, guide) });
}

/** Mostly one that there is. */
function codeFor(random: Random, guide: Body): string {
  const known = (guide.offers as { code?: string }[]).flatMap(({ code }) => code ?? []);
  const code = random.pick(known.length > 0 && random.chance(0.9) ? known : CODES);
  return random.pick([code, code.toUpperCase(), code.toLowerCase()]);
}

function partyOf(random: Random, guide: Body): Body {
  const known = (guide.guestKinds as { kind: string }[] | undefined)?.map(({ kind }) => kind) ?? [];
  const most = guide.maxGuests as number;
  const few = () => random.between(1, random.chance(0.1) ? most + 1 : Math.max(1, Math.ceil(most / 2)));
  if (known.length === 0 ? random.chance(0.97) : random.chance(0.3)) return { guestCount: few() };
  const kinds = random.chance(0.03) ? [...GUEST_KINDS] : known.length > 0 ? known : [...GUEST_KINDS];
  const guests = some(random, kinds, 3).map((kind) => ({
    kind,
    count: random.chance(0.1) ? 0 : random.between(1, Math.max(1, Math.ceil(most / 3))),
  }));
  const sum = guests.reduce((total, { count }) => total + count, 0);
  return { guests, guestCount: maybe(random, 0.05, () => Math.max(1, sum + random.between(0, 1))) };
}

/** Without what is left out. */
function plain<T>(body: T): T {
  return JSON.parse(JSON.stringify(body)) as T;
}
