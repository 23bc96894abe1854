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
const TRIPS = 40;

/** One for each of a guide's offers; asked for in any case. */
const CODES = ['SPRING-10', 'club2027', 'a-b-c', '123', 'Last-Minute'];

/** The agencies of every world; not all of them have a contract. */
export const AGENCIES = ['mk_sandbox_agency', 'mk_model_agency'] as const;

type Body = Record<string, unknown>;
export interface Step {
  readonly door: 'quote' | 'create' | 'calendar' | 'octo';
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
  const guide = guideOf(random.fork('guide'), date);
  return { now, guide, steps: stepsOf(random.fork('steps'), guide, date) };
}

const two = (number: number) => String(number).padStart(2, '0');
const maybe = <T>(random: Random, probability: number, make: () => T) =>
  random.chance(probability) ? make() : undefined;
const some = <T>(random: Random, from: readonly T[], most: number): T[] =>
  random.shuffled(from).slice(0, random.between(1, Math.min(most, from.length)));
const timesOf = (count: number) => Array.from({ length: count }, (_, index) => index);

function guideOf(random: Random, date: string): Body {
  const currency = random.pick(['EUR', 'JPY', 'KWD'] as const);
  const amount = (most: number) => random.between(0, most * 10 ** DIGITS[currency]) / 10 ** DIGITS[currency];
  const maxGuests = random.between(1, 12);
  const guests = random.chance(0.6) ? some(random, GUEST_KINDS, 3) : [];
  const prices = (kinds: readonly string[]) => kinds.map((kind) => ({ kind, amount: amount(60) }));
  const own = (): Body & Omit<TripKindBody, 'tripKindId'> => {
    const capacity = maxGuests > 1 ? maybe(random, 0.45, () => random.between(2, maxGuests)) : undefined;
    const startTimes = some(random, CLOCKS, 5);
    const party = maybe(random, 0.4, () => random.between(1, capacity ?? maxGuests));
    return {
      name: 'Trip',
      durationMinutes: random.pick([15, 60, 90, 180, 240, 600, 1440]),
      ...{ startTimes, capacity, price: amount(500) },
      leastPrice: maybe(random, 0.3, () => amount(600)),
      guestPrices: guests.length > 0 ? maybe(random, 0.4, () => prices(some(random, guests, 2))) : undefined,
      maxGuests: party,
      minGuests: maybe(random, 0.3, () => random.between(1, party ?? capacity ?? maxGuests)),
      rates: maybe(random, 0.7, () =>
        timesOf(random.between(1, 4)).map((index) => ({
          name: `Rate ${index}`,
          price: amount(500),
          guestPrices:
            guests.length > 0 ? maybe(random, 0.3, () => prices(some(random, guests, 2))) : undefined,
          ...conditionsOf(random, date, {
            startTimes: maybe(random, 0.3, () => some(random, startTimes, 2)),
          }),
        })),
      ),
    };
  };
  const tripKinds = timesOf(random.between(0, 3)).map((index) => ({ tripKindId: `kind-${index}`, ...own() }));
  return plain({
    ...{ name: 'Mona Model', area: 'Modelton', languages: ['en'], serviceTypes: ['city_walk'] },
    ...{ currency, maxGuests, tripKinds, timeZone: random.pick(ZONES), dayRate: amount(400) },
    maxUnconfirmedDays: 3_650,
    status: random.chance(0.04) ? 'paused' : undefined,
    offersWholeDays: tripKinds.length > 0 ? random.chance(0.6) : true,
    instantConfirmation: random.chance(0.5),
    minimumNoticeHours: random.chance(0.4) ? random.between(0, 60) : undefined,
    guestKinds: guests.length > 0 ? prices(guests) : undefined,
    seasonalRates: maybe(random, 0.5, () =>
      seasonsOf(random, date).map((days) => ({ ...days, dayRate: amount(400) })),
    ),
    dayRates: maybe(random, 0.6, () =>
      timesOf(random.between(1, 4)).map((index) => {
        const few = random.between(1, 4);
        const length = {
          minDays: maybe(random, 0.3, () => few),
          maxDays: maybe(random, 0.3, () => few + random.between(0, 4)),
        };
        return { name: `Day rate ${index}`, price: amount(400), ...conditionsOf(random, date, length) };
      }),
    ),
    ...maybe(random, 0.3, () => {
      const least = random.between(1, 3);
      return {
        minDays: maybe(random, 0.6, () => least),
        maxDays: maybe(random, 0.6, () => least + random.between(0, 5)),
      };
    }),
    leastPrice: maybe(random, 0.3, () => amount(1_200)),
    offers: maybe(random, 0.6, () =>
      offersOf(
        random,
        date,
        amount,
        tripKinds.map(({ tripKindId }) => tripKindId),
      ),
    ),
    minGuests: maybe(random, 0.25, () => random.between(1, Math.min(4, maxGuests))),
    weekendRate: maybe(random, 0.4, () => ({ weekdays: some(random, WEEKDAYS, 3), dayRate: amount(400) })),
    guestSurcharge: maybe(random, 0.4, () => ({ fromGuest: random.between(2, 6), amountPerDay: amount(40) })),
    cancellationPolicy: policyOf(random),
    restDays: maybe(random, 0.3, () => some(random, WEEKDAYS, 2)),
    blocked: maybe(random, 0.4, () => {
      const startDate = addDays(date, random.between(-2, 20));
      return [{ startDate, endDate: addDays(startDate, random.between(0, 3)) }];
    }),
    stopSales: maybe(random, 0.3, () =>
      timesOf(random.between(1, 2)).map(() => stopOf(random, date, tripKinds)),
    ),
    allotments: maybe(random, 0.6, () => allotmentsOf(random, date, tripKinds)),
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

function stepsOf(random: Random, guide: Body, date: string): Step[] {
  const kinds = guide.tripKinds as TripKindBody[];
  const asked: Body[] = [];
  const trips = timesOf(TRIPS).map((): Step => {
    const again = asked.length > 0 && random.chance(0.4) ? random.pick(asked) : undefined;
    const ask = again ? atThatTime(random, guide, again) : tripOf(random, guide, date);
    asked.push(ask);
    return { door: random.chance(0.4) ? 'create' : 'quote', ask, by: random.pick(AGENCIES) };
  });
  const from = addDays(date, random.between(-3, 6));
  const days = { from, days: CALENDAR_DAYS };
  const options = [
    // OCTO's whole days are single ones.
    ...(guide.offersWholeDays && ((guide.minDays as number | undefined) ?? 1) === 1 ? ['DEFAULT'] : []),
    ...kinds.map(({ tripKindId }) => tripKindId),
  ];
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
