/** What the pages for developers ask the console's own routes for. */
import { useQuery } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { History, KeyIssued, KeyList, RequestList } from '../../../../server/developers/schemas.ts';
import { type Place, request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { usePages } from '../../api/queries.ts';
import type { RouteBody } from '../../api/routes.ts';
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

export const keysKey = ({ company, world }: Place) => [company, world, 'keys'] as const;

export function useKeys(place: Place) {
  return useQuery<Keys, Refusal>({
    queryKey: keysKey(place),
    queryFn: ({ signal }) => request('GET /api/{company}/{world}/console/keys', { params: place, signal }),
  });
}

const ISSUE = 'POST /api/{company}/{world}/console/keys';
const ROTATE = 'POST /api/{company}/{world}/console/keys/{credentialId}/rotate';

export const issueKey = (place: Place, body: RouteBody<typeof ISSUE>) =>
  request(ISSUE, { params: place, body });

export const rotateKey = (place: Place, credentialId: string, body: RouteBody<typeof ROTATE>) =>
  request(ROTATE, { params: { ...place, credentialId }, body });

export const revokeKey = (place: Place, credentialId: string) =>
  request('POST /api/{company}/{world}/console/keys/{credentialId}/revoke', {
    params: { ...place, credentialId },
  });

/** Attempts by hour, of the endpoints that had any. @param hours 24 or 168. */
export function useHistory(place: Place, hours: number) {
  return useQuery<{ list: EndpointHistory[] }, Refusal>({
    queryKey: [place.company, place.world, 'delivery-history', hours],
    queryFn: ({ signal }) =>
      request('GET /api/{company}/{world}/console/deliveries/history', {
        params: place,
        query: { hours: hours as never },
        signal,
      }),
    refetchInterval: 60_000,
  });
}

export function useFailedRequests(place: Place, filters: Filters) {
  return usePages<FailedRequest>([place.company, place.world, 'requests', filters], (cursor, signal) =>
    request('GET /api/{company}/{world}/console/requests', {
      params: place,
      query: { ...filters, size: 50, cursor } as never,
      signal,
    }),
  );
}
