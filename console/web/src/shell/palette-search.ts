/** What the palette finds for what was typed: orders, guides, pages, and the lists that have all of it. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call, type Place, request, type World } from '../api/client.ts';
import type { IconName } from '../parts/icon.tsx';
import { dayText } from '../parts/time.tsx';
import { isPersonal, searchText } from './address.ts';
import { useLocaleTag, useTexts } from './preferences.tsx';
import { useDestinations, useSpot } from './rail.tsx';

export interface Found {
  readonly id: string;
  readonly icon: IconName;
  readonly title: string;
  /** What makes it different from others of its name. */
  readonly facts?: string;
  readonly run: () => void;
}

/** After the last key, ms. */
const PAUSE_MS = 200;
const SHORTEST = 2;
const MOST = 5;

/** @returns what was found so far, and whether the server is still asked. */
export function useFound(typed: string): { readonly list: readonly Found[]; readonly isAsking: boolean } {
  const asked = usePaused(typed);
  const orders = useOrders(asked);
  const guides = useGuides(asked);
  const everything = useEverything(asked);
  const pages = usePages(typed);
  const isAsking = asked !== typed || [orders, guides, everything].some((one) => one.isAsking);
  return {
    list: [...orders.list, ...guides.list, ...everything.list, ...pages, ...useLists(typed)],
    isAsking,
  };
}

/** The text once nobody has typed for a moment. */
function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}

function usePlace(): Place | undefined {
  const { company, world } = useParams({ strict: false }) as { company?: string; world?: World };
  return company !== undefined && world !== undefined ? { company, world } : undefined;
}

interface Asked<Item> {
  readonly list: readonly Item[];
  readonly isAsking: boolean;
}

/** @param key what is asked, and where. */
function useAsked<Item>(
  key: readonly unknown[],
  text: string,
  ask: (text: string, signal: AbortSignal) => Promise<readonly Item[]>,
  isPossible: boolean,
): Asked<Item> {
  const enabled = isPossible && text.length >= SHORTEST;
  const { data = [], isFetching } = useQuery({
    queryKey: [...key, 'palette', text],
    queryFn: ({ signal }) => ask(text, signal),
    enabled,
    retry: false,
  });
  return { list: enabled ? data : [], isAsking: enabled && isFetching };
}

/** Of the company and the world that the page is about. */
function useAskedThere<Item>(
  name: string,
  text: string,
  ask: (place: Place, text: string, signal: AbortSignal) => Promise<readonly Item[]>,
  isPossible: boolean,
): Asked<Item> {
  const place = usePlace();
  return useAsked(
    [place?.company, place?.world, name],
    text,
    (asked, signal) => ask(place!, asked, signal),
    isPossible && place !== undefined,
  );
}

function useOrders(text: string): Asked<Found> {
  const { base, who } = useSpot();
  const navigate = useNavigate();
  const locale = useLocaleTag();
  const states = useTexts().frame.state;
  const trades = who.kind === 'agency' || who.kind === 'studio';
  const { list, isAsking } = useAskedThere(
    'orders',
    text,
    async ({ company, world }, asked, signal) => {
      const route = 'GET /api/{company}/{world}/console/orders';
      const query = { text: asked, size: MOST };
      return (await request(route, { params: { company, world }, query, signal })).list;
    },
    trades && who.may('orders.read'),
  );
  const orders = list.map(
    ({ orderId, guideName, tripDate, clientReference, status }): Found => ({
      id: orderId,
      icon: 'orders',
      title: guideName,
      facts: [dayText(tripDate, locale, true), states[status], clientReference ?? orderId].join(' · '),
      run: () => void navigate({ to: `${base}/orders/${orderId}` }),
    }),
  );
  return { list: orders, isAsking };
}

interface NamedGuide {
  readonly guideId: string;
  readonly name: string;
  readonly area: string;
}

/** A studio's own, and for agencies those that they can book. */
function useGuides(text: string): Asked<Found> {
  const { base, who } = useSpot();
  const navigate = useNavigate();
  const isStudio = who.kind === 'studio';
  const { list, isAsking } = useAskedThere(
    'guides',
    text,
    async (place, asked, signal): Promise<readonly NamedGuide[]> => {
      const query = { text: asked, size: MOST };
      if (!isStudio) return (await call(place, 'listGuides', { query, signal })).list;
      const { company, world } = place;
      const route = 'GET /api/{company}/{world}/console/guides';
      return (await request(route, { params: { company, world }, query, signal })).list;
    },
    (isStudio || who.kind === 'agency') && who.may('guides.read'),
  );
  const guides = list.map(
    ({ guideId, name, area }): Found => ({
      id: guideId,
      icon: 'guides',
      title: name,
      facts: area,
      run: () => void navigate({ to: `${base}/${isStudio ? 'guides' : 'find'}/${guideId}` }),
    }),
  );
  return { list: guides, isAsking };
}

/** For operators: orders and merchants. Nobody is searched for by each letter of a telephone number or an address. */
function useEverything(text: string): Asked<Found> {
  const { base, at, who } = useSpot();
  const navigate = useNavigate();
  const { state: states, world: worlds } = useTexts().frame;
  return useAsked<Found>(
    ['backOffice'],
    text,
    async (asked, signal) => {
      const { orders, merchants } = await request('POST /api/operator/search', {
        body: { text: asked },
        signal,
      });
      return [
        ...orders.slice(0, MOST).map(
          ({ orderId, status, merchantKey, clientReference }): Found => ({
            id: orderId,
            icon: 'orders',
            title: clientReference ?? orderId,
            facts: [states[status], merchantKey].join(' · '),
            run: () => void navigate({ to: `${base}/orders/${orderId}` }),
          }),
        ),
        ...merchants.slice(0, MOST).map(
          ({ merchantKey, name, sandbox }): Found => ({
            id: merchantKey,
            icon: 'company',
            title: name,
            facts: [merchantKey, ...(sandbox ? [worlds.sandbox] : [])].join(' · '),
            run: () => void navigate({ to: `${base}/merchants/${encodeURIComponent(merchantKey)}` }),
          }),
        ),
      ];
    },
    at === 'backOffice' && who.may('operator.search') && !isPersonal(text),
  );
}

/** Those of the rail. */
function usePages(typed: string): readonly Found[] {
  const navigate = useNavigate();
  return useDestinations()
    .filter(({ title, group }) => matches(`${group ?? ''} ${title}`, typed))
    .map(({ to, title, icon, group }) => ({
      id: to,
      icon,
      title,
      ...(group !== undefined && { facts: group }),
      run: () => void navigate({ to }),
    }));
}

/** Where the rest is: the palette shows the first few. */
function useLists(typed: string): readonly Found[] {
  const { base, at, who } = useSpot();
  const navigate = useNavigate();
  const words = useTexts().frame.palette;
  if (typed.length < SHORTEST) return [];
  const list = (path: string, icon: IconName, title: string, search = { text: typed } as object): Found => ({
    id: `${base}${path}?`,
    icon,
    title,
    run: () => void navigate({ to: `${base}${path}${searchText({ ...search })}` }),
  });
  if (at === 'backOffice')
    return [list('/search', 'search', words.everything(typed), isPersonal(typed) ? {} : { q: typed })];
  const trades = who.kind === 'agency' || who.kind === 'studio';
  return [
    ...(trades && who.may('orders.read') ? [list('/orders', 'orders', words.orders(typed))] : []),
    ...(who.kind === 'agency' && who.may('guides.read')
      ? [list('/find', 'search', words.guides(typed))]
      : []),
  ];
}

function matches(text: string, typed: string): boolean {
  const words = typed.toLowerCase().split(/\s+/);
  return words.every((word) => text.toLowerCase().includes(word));
}
