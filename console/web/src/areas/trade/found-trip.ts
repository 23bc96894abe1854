/** The trip that guides are searched for: days and guests, as the address of the search has them. */
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { MAX_TRIP_DAYS } from '../../../../../domain/trip-details.ts';
import { type Place, request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { useOperation } from '../../api/queries.ts';
import type { Answer } from '../../api/routes.ts';
import { addDays, dayIn, daysBetween } from '../../parts/days.ts';
import type { Filters } from '../../shell/address.ts';
import { useHere } from '../../shell/session.ts';
import { useMerchantClock } from './data.ts';

const PRICES = 'GET /api/{company}/{world}/console/find/prices';
const CHOICES = 'GET /api/{company}/{world}/console/find/choices';
export type TripPrice = Answer<typeof PRICES>['list'][number];

/** Guests where nobody said how many: as on a guide's page. */
const SOME_GUESTS = 2;
const COMING_DAYS = 14;
/** What guides of a world offer changes seldom. */
const CHOICES_MS = 5 * 60_000;

export interface FoundTrip {
  readonly tripDate: string;
  readonly tripDays: number;
  readonly guestCount: number;
}

/** Undefined while there are no days. */
export function tripIn(filters: Filters): FoundTrip | undefined {
  const [from, to] = [dayIn(filters.from), dayIn(filters.to)];
  const tripDays = from === '' || to === '' ? 0 : daysBetween(from, to).length;
  if (tripDays < 1 || tripDays > MAX_TRIP_DAYS) return undefined;
  return { tripDate: from, tripDays, guestCount: guestsIn(filters) ?? SOME_GUESTS };
}

/** What of an address says the trip. */
export const searched = ({ from, to, guests }: Filters): Filters => ({ from, to, guests });

/** What is no number of guests counts as none. */
export function guestsIn({ guests = '' }: Filters): number | undefined {
  const count = Number(guests);
  return Number.isInteger(count) && count >= 1 && count <= 500 ? count : undefined;
}

type TripPrices = ReadonlyMap<string, TripPrice>;

const pricesQuery = ({ company, world }: Place, guideIds: readonly string[], trip: FoundTrip | undefined) =>
  queryOptions<TripPrices, Refusal>({
    queryKey: [company, world, 'trade', 'prices', guideIds, trip],
    queryFn: async ({ signal }) => {
      const query = { ...(trip as FoundTrip), guideIds: guideIds.join(',') };
      const { list } = await request(PRICES, { params: { company, world }, query, signal });
      return new Map(list.map((price) => [price.guideId, price]));
    },
    enabled: trip !== undefined && guideIds.length > 0,
  });

/** What the trip costs with each of these guides; those that do not offer such a trip are not in it. */
export function useTripPrices(guideIds: readonly string[], trip: FoundTrip | undefined) {
  return useQuery(pricesQuery(useHere(), guideIds, trip));
}

/** The same of several pages of guides, each asked for as its cards do. */
export function usePricesOfPages(
  pages: readonly (readonly string[])[],
  trip: FoundTrip | undefined,
): TripPrices {
  const here = useHere();
  return useQueries({ queries: pages.map((ids) => pricesQuery(here, ids, trip)), combine: joined });
}

const joined = (pages: readonly { readonly data: TripPrices | undefined }[]): TripPrices =>
  new Map(pages.flatMap(({ data }) => [...(data ?? [])]));

/** How many of the coming days each of these guides has time on. */
export function useFreeDays(guideIds: readonly string[], enabled: boolean) {
  const { now } = useMerchantClock();
  const from = now.toISOString().slice(0, 10);
  const calendars = useOperation(useHere(), 'getGuideCalendars', {
    query: { guideIds: guideIds.join(','), from, to: addDays(from, COMING_DAYS - 1) },
    enabled: enabled && guideIds.length > 0,
  });
  return new Map(calendars.data?.list.map(({ guideId, days }) => [guideId, days]));
}

/** What one can search by and find something. */
export function useGuideChoices() {
  const { company, world } = useHere();
  return useQuery<Answer<typeof CHOICES>, Refusal>({
    queryKey: [company, world, 'guide-choices'],
    queryFn: ({ signal }) => request(CHOICES, { params: { company, world }, signal }),
    staleTime: CHOICES_MS,
  });
}
