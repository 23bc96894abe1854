/** What the pages for developers ask the console's own routes for. */
import { useQuery } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { History, KeyIssued, KeyList, RequestList } from '../../../../server/developers/schemas.ts';
import { get, type Place, placePath, post } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { type ListPage, usePages } from '../../api/queries.ts';
import type { Data, Schema } from '../../api/types.ts';
import type { Filters } from '../../shell/address.ts';

export type Keys = Static<typeof KeyList>;
export type Key = Keys['list'][number];
export type IssuedKey = Static<typeof KeyIssued>;
export type FailedRequest = Static<typeof RequestList>['list'][number];
export type Endpoint = Schema<'CallbackEndpoint'>;
export type EndpointWithSecret = Endpoint & { secret?: string };
export type Notification = Data<'getNotification'>;
export type EndpointHistory = Static<typeof History>['list'][number];

const at = (place: Place, page: string) => `${placePath(place)}/console/${page}`;

export const keysKey = ({ company, world }: Place) => [company, world, 'keys'] as const;

export function useKeys(place: Place) {
  return useQuery<Keys, Refusal>({
    queryKey: keysKey(place),
    queryFn: ({ signal }) => get<Keys>(at(place, 'keys'), undefined, { signal }),
  });
}

export const issueKey = (
  place: Place,
  body: {
    kind: 'app_secret' | 'octo_key';
    label: string;
    scopes?: string[];
    requireSignature?: boolean;
    products?: string[];
  },
) => post<IssuedKey>(at(place, 'keys'), body);

export const rotateKey = (
  place: Place,
  id: string,
  body: { overlapSeconds: number; compromised?: boolean },
) => post<IssuedKey>(at(place, `keys/${encodeURIComponent(id)}/rotate`), body);

export const revokeKey = (place: Place, id: string) =>
  post<{ revoked: string[] }>(at(place, `keys/${encodeURIComponent(id)}/revoke`));

/** Attempts by hour, of the endpoints that had any. @param hours 24 or 168. */
export function useHistory(place: Place, hours: number) {
  return useQuery<{ list: EndpointHistory[] }, Refusal>({
    queryKey: [place.company, place.world, 'delivery-history', hours],
    queryFn: ({ signal }) => get(at(place, 'deliveries/history'), { hours }, { signal }),
    refetchInterval: 60_000,
  });
}

export function useFailedRequests(place: Place, filters: Filters) {
  return usePages<FailedRequest>([place.company, place.world, 'requests', filters], (cursor, signal) =>
    get<ListPage<FailedRequest>>(at(place, 'requests'), { ...filters, size: 50, cursor }, { signal }),
  );
}
