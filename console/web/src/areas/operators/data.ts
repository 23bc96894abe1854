/** What the back office reads from the console's server, and what its role may do. */
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { mayOperate, type OperatorAction } from '../../../../../domain/console-roles.ts';
import { request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { type ListPage, usePages } from '../../api/queries.ts';
import type { Answer, ParamsOf, Route, RouteQuery } from '../../api/routes.ts';
import type { Filters } from '../../shell/address.ts';
import { useMe } from '../../shell/session.ts';

/** All answers of the back office; every action there invalidates them. */
export const OPERATORS: QueryKey = ['backOffice'];

type Read = Extract<Route, `GET /api/operator/${string}`>;

interface Asked<One extends Read> {
  readonly params?: ParamsOf<One>;
  readonly query?: RouteQuery<One>;
  readonly everyMs?: number;
}

/** What operators read. */
export function useOperatorData<One extends Read>(route: One, { everyMs, ...parts }: Asked<One> = {}) {
  return useQuery<Answer<One>, Refusal>({
    queryKey: [...OPERATORS, route, parts],
    queryFn: ({ signal }) => request(route, { ...parts, signal } as never) as Promise<Answer<One>>,
    refetchInterval: everyMs ?? false,
  });
}

type Rows<One extends Read> = Answer<One> extends { list: readonly (infer Row)[] } ? Row : never;

/** What operators read by pages. */
export function useOperatorPages<One extends Read>(route: One, filters: Filters) {
  return usePages<Rows<One>>([...OPERATORS, route, filters], (cursor, signal) => {
    const parts = { query: { ...filters, cursor }, signal };
    return request(route, parts as never) as unknown as Promise<ListPage<Rows<One>>>;
  });
}

/** Whether the operator's role has an action; the server decides all the same. */
export function useMay(): (action: OperatorAction) => boolean {
  const { operatorRole } = useMe();
  return (action) => operatorRole !== null && mayOperate(operatorRole, action);
}

/** The page of a merchant. */
export const merchantPath = (key: string) => `/desk/merchants/${encodeURIComponent(key)}`;
export const orderPath = (id: string) => `/desk/orders/${id}`;
