/** The studio's own routes of the console's server, and how their answers are kept. */
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type {
  CalendarSettingsData,
  Preview,
  PreviewBody,
  StudioCalendars,
  StudioGuides,
} from '../../../../server/studio/schemas.ts';
import { get, type Place, placePath, post, put, remove, send } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';

export type { CalendarSettingsData, Preview };
export type StudioGuide = StudioGuides['list'][number];
export type StudioCalendar = StudioCalendars['list'][number];
export type TakenTime = StudioCalendar['taken'][number];

const path = (place: Place, rest: string) => `${placePath(place)}/console/guides${rest}`;

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
    queryFn: ({ signal }) => get<StudioGuides>(path(place, ''), filter, { signal }),
  });
}

export function useStudioCalendars(place: Place, filter: Filter) {
  return useQuery<StudioCalendars, Refusal>({
    queryKey: studioKey(place, 'calendars', filter),
    queryFn: ({ signal }) => get<StudioCalendars>(path(place, '/calendar'), filter, { signal }),
  });
}

/** How the guide's calendar is joined to others; looked at often while an import is due, whose days are then shown. */
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

function useSettings(place: Place, guideId: string) {
  return useQuery<CalendarSettingsData, Refusal>({
    queryKey: studioKey(place, 'settings', guideId),
    queryFn: ({ signal }) =>
      get<CalendarSettingsData>(path(place, `/${guideId}/calendar`), undefined, { signal }),
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
  post<{ url: string }>(path(place, `/${guideId}/feed`));
export const endFeed = (place: Place, guideId: string) => remove(path(place, `/${guideId}/feed`));
export const saveImport = (place: Place, guideId: string, url: string) =>
  put(path(place, `/${guideId}/import`), { url });
export const removeImport = (place: Place, guideId: string) => remove(path(place, `/${guideId}/import`));
export const importNow = (place: Place, guideId: string) => post(path(place, `/${guideId}/import/run`));

export const askPreview = (place: Place, body: PreviewBody, signal: AbortSignal) =>
  post<Preview>(path(place, '/preview'), body, { signal });

/** Makes the picture the guide's cover. */
export const uploadPhoto = (place: Place, guideId: string, photo: Blob, ifMatch?: string) =>
  send<{ url: string }>('POST', path(place, `/${guideId}/photo`), { body: photo, ifMatch });
