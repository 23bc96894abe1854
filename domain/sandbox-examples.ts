/** What the sandbox is filled with on request: a month of trips that are over, one of today, some of the coming weeks (docs/sandbox.md). */
import { addDays } from './trip.ts';

/** How such a trip ended, or where it stands. */
type ExampleEnding = 'completed' | 'rejected' | 'cancelled' | 'confirmed' | 'pending';

export interface ExampleTrip {
  /** Of the merchant, for ever: what an earlier request made is not made again. */
  readonly reference: string;
  /** The guide's place in the list that trips are shared out over, from 0. */
  readonly guide: number;
  readonly tripDate: string;
  readonly tripDays: number;
  readonly guestCount: number;
  /** How many days before the trip it was booked; undefined: now. */
  readonly bookedDaysBefore?: number;
  readonly contactName: string;
  readonly ending: ExampleEnding;
  readonly review?: { readonly rating: number; readonly text: string };
  /** What the agency asks, and the studio answers. */
  readonly question?: string;
  readonly answer?: string;
}

const PER_GUIDE = 4;
/** Days from one trip of a guide to its next one; longer than the longest of them. */
const SPACING = 6;
const TRIP_DAYS = [1, 2, 1, 3] as const;
const BOOKED_DAYS_BEFORE = [12, 5, 19, 8, 3] as const;
const NAMES = [
  ...['Amelia Hart', 'Jonas Weber', 'Chiara Bianchi', 'Noah Lindqvist', 'Sofía Herrera', 'Mei Sato'],
  ...['Oliver Grant', 'Camille Laurent', 'Tomasz Nowak', 'Aisha Rahman', 'Lucas Almeida', 'Hanna Virtanen'],
] as const;
const REVIEWS = [
  { rating: 5, text: 'Knew every street and every story. Our guests still talk about it.' },
  { rating: 4, text: 'A lovely day; a little more time at the market would have been perfect.' },
  { rating: 5, text: 'On time, kind, and patient with two small children.' },
  { rating: 3, text: 'The tour itself was good, but we waited a quarter of an hour at the meeting point.' },
  { rating: 5, text: 'Changed the route for the rain without a word from us. We will book again.' },
] as const;

/** Trips that wait, or are to come: days from today, and what is said about them. */
const AHEAD = [
  { inDays: 3, ending: 'confirmed', question: 'Two of the guests walk slowly. Is the route flat?' },
  { inDays: 5, ending: 'pending' },
  { inDays: 9, ending: 'confirmed' },
  { inDays: 12, ending: 'pending', question: 'Could the tour begin at the hotel?' },
] as const;

/**
 * @param month which is over, `2027-04`.
 * @param today by the agency's clock, where the first guide is.
 * @param guides how many there are, at least 1.
 */
export function exampleTrips(month: string, today: string, guides: number): readonly ExampleTrip[] {
  return [...pastTrips(month, guides), todaysTrip(today), ...tripsAhead(today, guides)];
}

function pastTrips(month: string, guides: number): ExampleTrip[] {
  return Array.from({ length: PER_GUIDE * guides }, (_, index) => {
    const guide = index % guides;
    const week = Math.floor(index / guides);
    const ending = index % 8 === 3 ? 'rejected' : index % 8 === 6 ? 'cancelled' : 'completed';
    return {
      reference: referenceOf(month, index),
      guide,
      tripDate: addDays(`${month}-02`, week * SPACING + (guide % 3)),
      tripDays: cycle(TRIP_DAYS, index),
      guestCount: 2 + (index % 4),
      bookedDaysBefore: cycle(BOOKED_DAYS_BEFORE, index),
      contactName: cycle(NAMES, index),
      ending,
      ...(ending === 'completed' && index % 3 !== 2 && { review: cycle(REVIEWS, index) }),
      ...(index === 1 && {
        question: 'Our guests arrive by train at 10:12. Can the guide meet them on the platform?',
        answer: 'With pleasure: at the head of the train, with a yellow umbrella.',
      }),
    };
  });
}

const todaysTrip = (today: string): ExampleTrip => ({
  reference: referenceOf(today, 0),
  guide: 0,
  tripDate: today,
  tripDays: 1,
  guestCount: 3,
  bookedDaysBefore: 6,
  contactName: cycle(NAMES, 7),
  ending: 'confirmed',
});

function tripsAhead(today: string, guides: number): ExampleTrip[] {
  return AHEAD.map(({ inDays, ...rest }, index) => ({
    reference: referenceOf(today, index + 1),
    guide: (index + 1) % guides,
    tripDate: addDays(today, inDays),
    tripDays: cycle(TRIP_DAYS, index),
    guestCount: 2 + index,
    contactName: cycle(NAMES, index + 3),
    ...rest,
  }));
}

const referenceOf = (when: string, index: number) =>
  `EXAMPLE-${when.replaceAll('-', '')}-${String(index + 1).padStart(2, '0')}`;

function cycle<Item>(items: readonly Item[], index: number): Item {
  return items[index % items.length] as Item;
}
