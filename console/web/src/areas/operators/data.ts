/** What the desk asks of the console's server, and what its role may do. */
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { mayOperate, type OperatorAction } from '../../../../../domain/console-roles.ts';
import { get } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { type ListPage, usePages } from '../../api/queries.ts';
import type { Filters } from '../../shell/address.ts';
import { useMe } from '../../shell/session.ts';

/** All answers of the desk; what is done there makes all of them old. */
export const OPERATORS: QueryKey = ['desk'];

/** An answer of `/api/operator/…`. */
export function useOperatorData<Answer>(path: string, options: { enabled?: boolean; everyMs?: number } = {}) {
  return useQuery<Answer, Refusal>({
    queryKey: [...OPERATORS, path],
    queryFn: ({ signal }) => get<Answer>(`/api/operator/${path}`, undefined, { signal }),
    enabled: options.enabled ?? true,
    refetchInterval: options.everyMs ?? false,
  });
}

/** A list of the desk by cursor. */
export function useOperatorPages<Row>(path: string, query: Filters) {
  return usePages<Row>([...OPERATORS, path, query], (cursor, signal) =>
    get<ListPage<Row>>(`/api/operator/${path}`, { ...query, cursor }, { signal }),
  );
}

/** Whether the operator's role has an action; the server decides all the same. */
export function useMay(): (action: OperatorAction) => boolean {
  const { operatorRole } = useMe();
  return (action) => operatorRole !== null && mayOperate(operatorRole, action);
}

/** Where a merchant is shown. */
export const merchantPath = (key: string) => `/desk/merchants/${encodeURIComponent(key)}`;
export const orderPath = (id: string) => `/desk/orders/${id}`;
