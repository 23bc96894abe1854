/** The studio's own routes of the console's server, and how their answers are kept. */
import { type QueryKey, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type {
  CalendarSettingsData,
  Preview,
  PreviewBody,
  StudioCalendars,
  StudioFeedData,
  StudioGuides,
  YearPreview,
} from '../../../../server/studio/schemas.ts';
import { type Place, request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';

export type { CalendarSettingsData, Preview, YearPreview };
export type StudioGuide = StudioGuides['list'][number];
export type StudioCalendar = StudioCalendars['list'][number];
export type TakenTime = StudioCalendar['taken'][number];

/** All answers about guides begin with it. */
export const studioKey = (place: Place, ...rest: readonly unknown[]): QueryKey => [
  place.company,
  place.world,
  'studio',
  ...rest,
];

type Filter = Readonly<Record<string, string | number | undefined>>;

export function useStudioGuides(place: Place, filter: Filter) {
  return useQuery<StudioGuides, Refusal>({
    queryKey: studioKey(place, 'guides', filter),
    queryFn: ({ signal }) =>
      request('GET /api/{company}/{world}/console/guides', { params: place, query: filter as never, signal }),
  });
}

const calendarsQuery = (place: Place, filter: Filter) =>
  queryOptions<StudioCalendars, Refusal>({
    queryKey: studioKey(place, 'calendars', filter),
    queryFn: ({ signal }) =>
      request('GET /api/{company}/{world}/console/guides/calendar', {
        params: place,
        query: filter as never,
        signal,
      }),
  });

export const useStudioCalendars = (place: Place, filter: Filter) => useQuery(calendarsQuery(place, filter));

/** Guides of an answer. */
const PAGE_SIZE = 50;
const FIRST_PAGE: readonly number[] = [1];

/** A row for each guide of a filter; those that nobody has come to are not asked for, and undefined. */
export function useCalendarRows(place: Place, filter: Filter) {
  const key = JSON.stringify(filter);
  const [come, setCome] = useState({ key, pages: FIRST_PAGE });
  const pages = come.key === key ? come.pages : FIRST_PAGE;
  const answers = useQueries({ queries: pages.map((page) => calendarsQuery(place, { ...filter, page })) });
  /** Other days have as many guides: the rows stay where they are until they are filled. */
  const total = useRef<number>(undefined);
  total.current = answers.find(({ data }) => data)?.data?.total ?? total.current;
  const rows = total.current === undefined ? undefined : new Array<Row>(total.current).fill(undefined);
  for (const [index, page] of pages.entries())
    for (const [at, calendar] of (answers[index]?.data?.list ?? []).entries())
      if (rows) rows[(page - 1) * PAGE_SIZE + at] = calendar;
  const failed = answers.filter(({ error }) => error);
  /** Somebody has come to these rows. */
  const comeTo = useCallback(
    (first: number, last: number) =>
      setCome((before) => {
        const known = before.key === key ? before.pages : FIRST_PAGE;
        const fresh = pagesOf(first, last).filter((page) => !known.includes(page));
        return fresh.length === 0 ? before : { key, pages: [...known, ...fresh] };
      }),
    [key],
  );
  return {
    rows,
    comeTo,
    error: failed[0]?.error ?? null,
    refetch: () => Promise.all(failed.map((one) => one.refetch())),
  };
}

type Row = StudioCalendar | undefined;

function pagesOf(first: number, last: number): number[] {
  const [from, to] = [first, last].map((row) => Math.floor(row / PAGE_SIZE) + 1) as [number, number];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The links between the guide's calendar and others; read often while an import is due, whose days are then shown. */
export function useCalendarSettings(place: Place, guideId: string) {
  const client = useQueryClient();
  const settings = useSettings(place, guideId);
  const importedAt = settings.data?.import?.lastImportAt;
  const [company, world] = [place.company, place.world];
  useEffect(() => {
    if (importedAt) void client.invalidateQueries({ queryKey: studioKey({ company, world }, 'calendars') });
  }, [client, company, world, importedAt]);
  return settings;
}

/** The feed of all guides. */
export function useStudioFeed(place: Place) {
  return useQuery<StudioFeedData, Refusal>({
    queryKey: studioKey(place, 'feed'),
    queryFn: ({ signal }) =>
      request('GET /api/{company}/{world}/console/studio-feed', { params: place, signal }),
  });
}

function useSettings(place: Place, guideId: string) {
  return useQuery<CalendarSettingsData, Refusal>({
    queryKey: studioKey(place, 'settings', guideId),
    queryFn: ({ signal }) =>
      request('GET /api/{company}/{world}/console/guides/{guideId}/calendar', {
        params: { ...place, guideId },
        signal,
      }),
    refetchInterval: ({ state }) => (isDue(state.data) ? DUE_MS : false),
  });
}

const DUE_MS = 1_500;

/** As often as a calendar is read (domain/calendar-import.ts). */
const HOUR_MS = 3_600_000;

/** Whether the calendar is being read, or within seconds: when that is done, the next time is an hour later. */
export function isDue(settings: CalendarSettingsData | undefined): boolean {
  const plan = settings?.import;
  if (!plan) return false;
  if (plan.lastImportAt === null) return true;
  return Math.abs(Date.parse(plan.nextImportAt) - Date.parse(plan.lastImportAt) - HOUR_MS) > 1_000;
}

export const makeFeed = (place: Place, guideId: string) =>
  request('POST /api/{company}/{world}/console/guides/{guideId}/feed', { params: { ...place, guideId } });
export const endFeed = (place: Place, guideId: string) =>
  request('DELETE /api/{company}/{world}/console/guides/{guideId}/feed', { params: { ...place, guideId } });
export const makeStudioFeed = (place: Place) =>
  request('POST /api/{company}/{world}/console/studio-feed', { params: { ...place } });
export const endStudioFeed = (place: Place) =>
  request('DELETE /api/{company}/{world}/console/studio-feed', { params: { ...place } });
export const saveImport = (place: Place, guideId: string, url: string) =>
  request('PUT /api/{company}/{world}/console/guides/{guideId}/import', {
    params: { ...place, guideId },
    body: { url },
  });
export const removeImport = (place: Place, guideId: string) =>
  request('DELETE /api/{company}/{world}/console/guides/{guideId}/import', { params: { ...place, guideId } });
export const importNow = (place: Place, guideId: string) =>
  request('POST /api/{company}/{world}/console/guides/{guideId}/import/run', {
    params: { ...place, guideId },
  });

export const askPreview = (place: Place, body: PreviewBody, signal: AbortSignal) =>
  request('POST /api/{company}/{world}/console/guides/preview', { params: place, body, signal });
export const askYearPreview = (place: Place, body: PreviewBody, signal: AbortSignal) =>
  request('POST /api/{company}/{world}/console/guides/preview/year', { params: place, body, signal });

/** Makes the picture the guide's cover. */
export const uploadPhoto = (place: Place, guideId: string, photo: Blob, ifMatch?: string) =>
  request('POST /api/{company}/{world}/console/guides/{guideId}/photo', {
    params: { ...place, guideId },
    body: photo,
    ifMatch,
  });
