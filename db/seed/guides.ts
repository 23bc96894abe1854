/** The sandbox's guides: invented people in real cities, over many time zones and currencies. */
import { ROOMY_GUIDES } from '../../domain/sandbox.ts';

interface City {
  readonly area: string;
  /** Its middle: latitude, longitude. */
  readonly place: readonly [number, number];
  readonly timeZone: string;
  readonly currency: string;
  /** Minor units. */
  readonly dayRate: number;
  readonly languages: readonly string[];
  readonly guides: readonly string[];
}

const CITIES: readonly City[] = [
  {
    area: 'Lisbon',
    place: [38.714, -9.139],
    timeZone: 'Europe/Lisbon',
    currency: 'EUR',
    dayRate: 14_000,
    languages: ['pt', 'en'],
    guides: ['Inês Tavares', 'Rui Falcão', 'Marta Seixas', 'Duarte Pinho'],
  },
  {
    area: 'Kyoto',
    place: [35.012, 135.768],
    timeZone: 'Asia/Tokyo',
    currency: 'JPY',
    dayRate: 28_000,
    languages: ['ja', 'en'],
    guides: ['Haruka Mizuno', 'Sota Kurihara', 'Yui Asakawa', 'Ren Okabe'],
  },
  {
    area: 'Marrakesh',
    place: [31.626, -7.989],
    timeZone: 'Africa/Casablanca',
    currency: 'MAD',
    dayRate: 90_000,
    languages: ['ar', 'fr', 'en'],
    guides: ['Salma Idrissi', 'Youssef Bennis', 'Hind Ouazzani'],
  },
  {
    area: 'Cusco',
    place: [-13.517, -71.979],
    timeZone: 'America/Lima',
    currency: 'PEN',
    dayRate: 42_000,
    languages: ['es', 'qu', 'en'],
    guides: ['Rosa Quispe', 'Julio Mamani', 'Nayra Condori'],
  },
  {
    area: 'Reykjavik',
    place: [64.147, -21.943],
    timeZone: 'Atlantic/Reykjavik',
    currency: 'ISK',
    dayRate: 45_000,
    languages: ['is', 'en', 'de'],
    guides: ['Katla Jónsdóttir', 'Baldur Steinsson', 'Freyja Árnadóttir'],
  },
  {
    area: 'New York',
    place: [40.759, -73.985],
    timeZone: 'America/New_York',
    currency: 'USD',
    dayRate: 32_000,
    languages: ['en', 'es'],
    guides: ['Dana Whitlock', 'Marcus Bell', 'Priya Raman', 'Leo Castellano'],
  },
  {
    area: 'Sydney',
    place: [-33.869, 151.209],
    timeZone: 'Australia/Sydney',
    currency: 'AUD',
    dayRate: 38_000,
    languages: ['en', 'zh'],
    guides: ['Tess Hargreave', 'Callum Voss', 'Mei Tan'],
  },
  {
    area: 'Chengdu',
    place: [30.657, 104.066],
    timeZone: 'Asia/Shanghai',
    currency: 'CNY',
    dayRate: 80_000,
    languages: ['zh', 'en'],
    guides: ['Liu Yifan', 'Chen Rui', 'Zhou Min', 'He Jiayi'],
  },
  {
    area: 'Kuwait City',
    place: [29.376, 47.977],
    timeZone: 'Asia/Kuwait',
    currency: 'KWD',
    dayRate: 45_000,
    languages: ['ar', 'en'],
    guides: ['Dalal Al-Sane', 'Fahad Al-Roumi'],
  },
  {
    area: 'Kathmandu',
    place: [27.717, 85.324],
    timeZone: 'Asia/Kathmandu',
    currency: 'NPR',
    dayRate: 900_000,
    languages: ['ne', 'en', 'hi'],
    guides: ['Sujata Gurung', 'Bikram Thapa', 'Maya Shrestha'],
  },
  {
    area: 'Edinburgh',
    place: [55.953, -3.188],
    timeZone: 'Europe/London',
    currency: 'GBP',
    dayRate: 18_500,
    languages: ['en', 'fr'],
    guides: ['Isla Drummond', 'Ewan Crichton', 'Morag Baird'],
  },
];

/** What makes one guide unlike another. */
const MANNERS = [
  'Small groups, quiet streets, and time for questions.',
  'Begins at the market and ends at a table, with the stories of everything in between.',
  'For those who would rather see a place from its hills and gardens than from its queues.',
  'Groups from cruise ships and conferences are at home here: clear voice, punctual to the minute.',
];

const languageName = new Intl.DisplayNames('en', { type: 'language' });
const languageNames = (tags: readonly string[]) =>
  new Intl.ListFormat('en').format(tags.map((tag) => languageName.of(tag) ?? tag));

const SERVICE_TYPES = [
  ['city_walk', 'museum'],
  ['food', 'city_walk'],
  ['hiking', 'nature'],
  ['museum', 'architecture', 'photography'],
] as const;
const PRESETS = ['flexible', 'moderate', 'strict'] as const;

const SUNDAY = 1 << 6;

/** The first guide of each city costs a third more in July and August 2027, up to a round number. */
function summerRates({ dayRate }: City) {
  const summer = Math.ceil((dayRate * 4) / 3_000) * 1_000;
  return [{ startDate: '2027-07-01', endDate: '2027-08-31', dayRate: summer }];
}

/** The second and the third guide of each city also go for hours. */
function tripsOfHours({ area, dayRate }: City) {
  return [
    {
      ...{ tripKindId: 'half-day', name: `${area} in half a day`, durationMinutes: 240 },
      ...{ startTimes: ['09:00', '14:00'], price: Math.round((dayRate * 6) / 1_000) * 100 },
    },
    {
      ...{ tripKindId: 'evening', name: `${area} by night`, durationMinutes: 150 },
      ...{ startTimes: ['19:00'], price: Math.round((dayRate * 4) / 1_000) * 100 },
    },
  ];
}

/** With a price for each adult and, half of it, for each child. */
function withGuestPrices<Kind extends { readonly price: number }>(kind: Kind) {
  const adult = Math.round(kind.price / 1_000) * 100;
  return {
    ...kind,
    guestPrices: [
      { kind: 'adult', amount: adult },
      { kind: 'child', amount: adult / 2 },
    ] as const,
  };
}

/** The second guide has kinds of guests; on whole days none of them adds to the price. */
const GUEST_KINDS = [
  { kind: 'adult', minAge: 13, amount: 0 },
  { kind: 'child', minAge: 3, maxAge: 12, amount: 0 },
  { kind: 'infant', maxAge: 2, amount: 0 },
] as const;

/** For the studio's partners only: the sandbox agency is not one until the studio links it. */
export const PARTNER_GUIDE = {
  name: 'Beatriz Salgado',
  area: 'Lisbon',
  timeZone: 'Europe/Lisbon',
  currency: 'EUR',
  dayRate: 26_000,
  languages: ['pt', 'en', 'fr'],
  serviceAreas: ['Lisbon', 'Lisbon region'],
  serviceTypes: ['architecture', 'photography'],
  profile: 'Beatriz Salgado opens palaces that are closed to others.',
  maxGuests: 8,
  instantConfirmation: false,
  restDays: SUNDAY,
  guestSurcharge: null,
  seasonalRates: [],
  cancellationPreset: 'strict',
  visibility: 'partners',
} as const;

/** One row for each guide, the same on every machine. */
export const SANDBOX_GUIDES = CITIES.flatMap((city) =>
  city.guides.map((name, index) => ({
    name,
    area: city.area,
    // Guides live around it, about a kilometre from each other.
    latitude: city.place[0] + index / 100,
    longitude: city.place[1],
    timeZone: city.timeZone,
    currency: city.currency,
    dayRate: city.dayRate + Math.round((index * city.dayRate) / 10),
    languages: [...city.languages],
    serviceAreas: [city.area, `${city.area} region`],
    serviceTypes: [...(SERVICE_TYPES[index % SERVICE_TYPES.length] ?? [])],
    profile: `${name} shows you ${city.area} in ${languageNames(city.languages)}. ${MANNERS[index % MANNERS.length]}`,
    maxGuests: 4 + index * 4,
    instantConfirmation: index === 2,
    restDays: index === 1 ? SUNDAY : 0,
    guestSurcharge: index === 3 ? { fromGuest: 5, amountPerDay: Math.round(city.dayRate / 10) } : null,
    seasonalRates: index === 0 ? summerRates(city) : [],
    tripKinds: index === 1 ? tripsOfHours(city).map(withGuestPrices) : index === 2 ? tripsOfHours(city) : [],
    guestKinds: index === 1 ? GUEST_KINDS : [],
    meetingPoint: index === 1 || index === 2 ? { text: `Main entrance of the station, ${city.area}` } : null,
    cancellationPreset: PRESETS[index % PRESETS.length] ?? 'moderate',
  })),
);

/** What OCTO's validator needs: starts of the day, and whole days. */
const WALK = {
  tripKindId: 'walk',
  name: 'A walk through Sandbox Town',
  durationMinutes: 120,
  startTimes: ['10:00', '14:00'],
  price: 6_000,
};
/** Several parties share a start, up to its places. */
const TOGETHER = {
  ...{ id: 'G9000008', name: 'Tilda Together', instantConfirmation: true, offersWholeDays: false },
  guestKinds: [
    { kind: 'adult' as const, minAge: 13, amount: 2_500 },
    { kind: 'child' as const, maxAge: 12, amount: 1_200 },
  ],
  tripKinds: [{ ...WALK, tripKindId: 'together', name: 'Sandbox Town, together', price: 0, capacity: 8 }],
  does: 'goes with several parties at once until eight guests come',
};
const ROOMY = [
  { id: ROOMY_GUIDES[0], name: 'Greta Group', offersWholeDays: false, tripKinds: [WALK] },
  { id: ROOMY_GUIDES[1], name: 'Dora Day', offersWholeDays: true, tripKinds: [] },
] as const;

/** Guides that do something by themselves (docs/sandbox.md has them under these ids), in a town that is nowhere. */
const BEHAVING = (
  [
    ['G9000001', 'Clara Confirm', 'confirm', 'confirms every order after three seconds'],
    ['G9000002', 'Rita Reject', 'reject', 'rejects every order after three seconds'],
    ['G9000003', 'Laszlo Lapse', 'expire', 'never answers: orders are cancelled after thirty seconds'],
    ['G9000004', 'Petra Pricier', 'raise_price', 'costs a tenth more than the quote said'],
    ['G9000005', 'Tim Timeout', 'time_out', 'is booked, but the answer is 50301'],
  ] as const
).map(([id, name, sandboxBehaviour, does]) => ({ id, name, sandboxBehaviour, does }));

/** Those, and the guides with room for any number of parties. */
export const BEHAVING_GUIDES = [
  ...BEHAVING,
  ...ROOMY.map((guide) => ({
    ...guide,
    tripKinds: [...guide.tripKinds],
    instantConfirmation: true,
    does: 'goes with any number of parties at once',
  })),
  TOGETHER,
].map(({ does, ...guide }) => ({
  ...guide,
  area: 'Sandbox Town',
  timeZone: 'Europe/Lisbon',
  currency: 'EUR',
  dayRate: 15_000,
  languages: ['en'],
  serviceAreas: ['Sandbox Town'],
  serviceTypes: ['city_walk'],
  profile: `For tests of clients: ${guide.name} ${does}.`,
  maxGuests: 8,
}));
