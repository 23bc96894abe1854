/**
 * Two guides of the run's own, with rules that the sandbox's guides don't have: one whose places are kept for one agency, stopped for another,
 * and held for who waits; and one whose starts are called off with too few guests, every minute or so while the run lasts, but for those
 * that the studio guarantees half-way.
 */
import { weekdayOf } from '../../domain/availability.ts';
import type { Random } from '../support/random.ts';
import type { PatientClient } from './client.ts';
import { updateGuide } from './guides.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Nobody else's guides are there. */
const AREA = 'Faultville';
const FIRST_DAY = 30;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const PLACES = 6;
/**
 * On so many days from the first one on. Places are full soon; who waits for a trip alone has no part of it yet, and gets its turn when it
 * becomes free. The second day is stopped for an agency.
 */
const KEPT_TRIPS = [
  ['shared', ['10:00', '14:00'], 2],
  ['alone', ['16:00', '17:00', '18:00', '19:00'], 14],
] as const;
/** The longest that a turn lasts is over before what is under way may end. */
const WINDOW_MINUTES = 1;
/** As many as a guide may have kinds of trips. */
const MOST_STARTS = 20;

interface Start {
  readonly tripKindId: string;
  readonly startTime: string;
  readonly tripDate: string;
  readonly kind: object;
}

/** What clients book of them. */
export interface Offers {
  readonly keptGuide: string;
  readonly decidedGuide: string;
  readonly starts: readonly Start[];
}

const GUIDE = {
  ...{ area: AREA, languages: ['en'], serviceTypes: ['city_walk'], dayRate: 150, currency: 'EUR' },
  // Its wall clock is UTC all year.
  ...{ timeZone: 'Atlantic/Reykjavik', maxGuests: PLACES, offersWholeDays: false, instantConfirmation: true },
  ...{ maxUnconfirmedDays: 3_650, changeRule: 'instant' },
};

/**
 * The studio offers them, and has a window for who waits for any of its guides.
 * @param agencies keys: places are kept for the first one, the second one is not sold everything.
 * @param minutes how long the run lasts: so long starts are decided.
 * @throws where it may not.
 */
export async function openOffers(
  studio: PatientClient,
  guides: readonly string[],
  agencies: readonly string[],
  minutes: number,
): Promise<Offers> {
  const starts = startsWithin(minutes);
  for (const guideId of guides) await updateGuide(studio, guideId, { waitlistWindowMinutes: WINDOW_MINUTES });
  return {
    keptGuide: await offer(studio, { ...GUIDE, ...keptOffer(agencies) }),
    decidedGuide: await offer(studio, {
      ...GUIDE,
      name: 'Who decides late',
      tripKinds: starts.map(({ kind }) => kind),
    }),
    starts,
  };
}

function keptOffer([first, second]: readonly string[]) {
  return {
    name: 'Who keeps places',
    waitlistWindowMinutes: WINDOW_MINUTES,
    tripKinds: KEPT_TRIPS.map(([tripKindId, startTimes]) => ({
      ...kindOf(tripKindId, startTimes),
      ...(tripKindId === 'shared' && { capacity: PLACES }),
    })),
    allotments: [{ agencies: [first], places: 2, releaseDaysBefore: 1, tripKindIds: ['shared'] }],
    stopSales: [{ agencies: [second], weekdays: [weekdayOf(dayIn(FIRST_DAY + 1))] }],
  };
}

function kindOf(tripKindId: string, startTimes: readonly string[]) {
  return { tripKindId, name: 'A walk together', durationMinutes: 60, startTimes, price: 20 };
}

/** One of each kind: the further ahead, the earlier its kind is decided, so that one after the other comes to be decided now. */
function startsWithin(minutes: number) {
  const begin = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS;
  const count = Math.min(MOST_STARTS, Math.max(2, minutes));
  return Array.from({ length: count }, (_, index) => {
    const days = index + 1;
    const decidedAt = begin + (1 + Math.floor((index * Math.max(2, minutes)) / count)) * MINUTE_MS;
    const startAt = new Date(decidedAt + days * DAY_MS).toISOString();
    const [tripDate, startTime] = [startAt.slice(0, 10), startAt.slice(11, 16)];
    const tripKindId = `decided-${days}`;
    const least = {
      capacity: PLACES,
      leastGuestsToGo: PLACES - (index % 3),
      decideHoursBefore: 24 * days,
    };
    return { tripKindId, startTime, tripDate, kind: { ...kindOf(tripKindId, [startTime]), ...least } };
  });
}

async function offer(studio: PatientClient, body: object): Promise<string> {
  const answer = await studio.send({ method: 'POST', path: '/open/v1/guide/create', body });
  if (answer?.code !== 200) throw new Error(`a guide could not be offered: ${JSON.stringify(answer)}`);
  return answer.data.guideId as string;
}

/** Every third start goes from now on, however few guests come. @throws where the studio may not say so. */
export async function guaranteeStarts(
  studio: PatientClient,
  { decidedGuide, starts }: Offers,
): Promise<void> {
  const tripKinds = starts.map(({ kind, tripDate, startTime }, index) =>
    index % 3 === 0 ? { ...kind, guaranteedStarts: [{ tripDate, startTime }] } : kind,
  );
  await updateGuide(studio, decidedGuide, { tripKinds });
}

/** A trip with one of them. */
export function offeredTrip({ keptGuide, decidedGuide, starts }: Offers, random: Random) {
  const guestCount = random.between(1, 3);
  if (random.chance(0.3)) {
    const { tripKindId, startTime, tripDate } = random.pick(starts);
    return { guideId: decidedGuide, tripKindId, startTime, tripDate, guestCount };
  }
  const [tripKindId, startTimes, days] = random.pick(KEPT_TRIPS);
  return {
    ...{ guideId: keptGuide, tripKindId, startTime: random.pick(startTimes), guestCount },
    tripDate: dayIn(FIRST_DAY + random.between(0, days - 1)),
  };
}

/** No more turns: who waits is notified once, and that is the end. @throws where the studio may not say so. */
export async function endTurns(
  studio: PatientClient,
  guides: readonly string[],
  { keptGuide }: Offers,
): Promise<void> {
  for (const guideId of [...guides, keptGuide])
    await updateGuide(studio, guideId, { waitlistWindowMinutes: null });
}
