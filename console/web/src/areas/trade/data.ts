/** What the trade pages ask of the console's server beside the API's operations. */
import { type QueryKey, useQuery } from '@tanstack/react-query';
import type { CardList, Inbox } from '../../../../server/trade/schemas.ts';
import { type Place, request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { useOperation, usePages } from '../../api/queries.ts';
import type { Answer, Route } from '../../api/routes.ts';
import { useNow } from '../../parts/time.tsx';
import type { Filters } from '../../shell/address.ts';
import { useHere } from '../../shell/session.ts';

export type OrderCard = CardList['list'][number];
export type InboxOrder = Inbox['orders'][number];
export type InboxChange = Inbox['changes'][number];

/** All answers of the console's own trade routes have it as prefix (shell/feed.ts). */
const keyOf = (place: Place, ...rest: readonly unknown[]): QueryKey => [
  place.company,
  place.world,
  'trade',
  ...rest,
];

/** An answer of one of the console's own routes of a merchant. */
export function useConsole<One extends Route>(place: Place, route: One, own: object = {}, enabled = true) {
  return useQuery<Answer<One>, Refusal>({
    queryKey: keyOf(place, route, own),
    queryFn: ({ signal }) =>
      request(route, { params: { ...place, ...own }, signal } as never) as Promise<Answer<One>>,
    enabled,
  });
}

export const useHome = (place: Place) => useConsole(place, 'GET /api/{company}/{world}/console/home');
export const useInbox = (place: Place, enabled: boolean) =>
  useConsole(place, 'GET /api/{company}/{world}/console/inbox', {}, enabled);
export const useOrderPeople = (place: Place, orderId: string) =>
  useConsole(place, 'GET /api/{company}/{world}/console/orders/{orderId}/people', { orderId });

/** A page of orders, 50 rows each, by the filters of the address. */
export function useOrderCards(place: Place, filters: Filters) {
  return usePages<OrderCard>(keyOf(place, 'orders', filters), (cursor, signal) =>
    request('GET /api/{company}/{world}/console/orders', {
      params: place,
      query: { size: 50, ...filters, cursor } as never,
      signal,
    }),
  );
}

/** How many there are in all. @param isAsked false: they are here. */
export function useOrderCount(place: Place, filters: Filters, isAsked: boolean) {
  const route = 'GET /api/{company}/{world}/console/orders/count';
  return useQuery<Answer<typeof route>, Refusal>({
    queryKey: keyOf(place, route, filters),
    queryFn: ({ signal }) => request(route, { params: place, query: filters as never, signal }),
    enabled: isAsked,
  });
}

/** The keys that a move of an order makes old. */
export function oldAfterMove(place: Place): QueryKey[] {
  return ['trade', 'getOrder', 'listOrderChanges', 'listNotifications', 'quoteCancellation'].map((name) => [
    place.company,
    place.world,
    name,
  ]);
}

/** The keys that a change of a hold makes old. */
export function oldAfterHold({ company, world }: Place): QueryKey[] {
  return ['getHold', 'listHolds'].map((name) => [company, world, name]);
}

/** Whose side of orders the page's merchant is on. */
export function useOwnSide(): 'merchant' | 'studio' {
  return useHere().kind === 'studio' ? 'studio' : 'merchant';
}

/** Whether the person's role may move orders. */
export function useMayTrade(): boolean {
  return useHere().may('orders.write');
}

/** A sandbox merchant's clock: how far it is ahead (ms), its time now, and when an instant of it is by the clock on the wall. */
export function useMerchantClock(everyMs = 60_000) {
  const here = useHere();
  const clock = useOperation(here, 'getSandboxClock', { enabled: here.side === 'sandbox' });
  const aheadMs = (clock.data?.aheadSeconds ?? 0) * 1_000;
  const now = new Date(useNow(everyMs).getTime() + aheadMs);
  const realTime = (at: string) => new Date(Date.parse(at) - aheadMs).toISOString();
  return { now, realTime };
}

/** `name` is the guide's; the id, where the guide can't be seen any more; empty until it is known. */
export function useNamedOrder(orderId: string) {
  const here = useHere();
  const order = useOperation(here, 'getOrder', { params: { orderId } });
  const guideId = order.data?.guideId ?? '';
  const guide = useOperation(here, 'getGuide', { params: { guideId }, enabled: guideId !== '' });
  return { order, guide, name: guide.data?.name ?? (guide.error ? guideId : '') };
}
