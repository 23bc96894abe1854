/** What the money pages ask of the console's server: of a merchant's, and of the operators' desk. */
import { type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type {
  DisputeList,
  DisputeThread,
  MonthSoFar,
  StatementPage,
} from '../../../../server/money/schemas.ts';
import { get, placePath } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { usePages } from '../../api/queries.ts';
import type { Filters } from '../../shell/address.ts';
import { useHere } from '../../shell/session.ts';

export type { DisputeThread } from '../../../../server/money/schemas.ts';
export type Currency = MonthSoFar['currencies'][number];
export type StatementLine = StatementPage['statement']['lines'][number];
export type DisputeRow = DisputeList['list'][number];

/** Where the answers come from: a merchant's part of the server, or the operators'. */
export interface MoneySource {
  readonly path: string;
  readonly key: QueryKey;
  readonly isForOperators: boolean;
}

export function useMerchantMoney(): MoneySource {
  const here = useHere();
  return {
    path: `${placePath(here)}/console/money`,
    key: [here.company, here.world, 'money'],
    isForOperators: false,
  };
}

export const OPERATOR_MONEY: MoneySource = {
  path: '/api/operator/money',
  key: ['desk', 'money'],
  isForOperators: true,
};

/** One answer; asked for again every so often (ms) where somebody else may change it. */
export function useMoney<Answer>(source: MoneySource, path: string, refetchInterval: number | false = false) {
  return useQuery<Answer, Refusal>({
    queryKey: [...source.key, path],
    queryFn: ({ signal }) => get<Answer>(`${source.path}${path}`, undefined, { signal }),
    refetchInterval,
  });
}

/** A list by cursor, 50 rows a page. */
export function useMoneyPages<Row>(source: MoneySource, path: string, filters: Filters = {}) {
  return usePages<Row>([...source.key, path, filters], (cursor, signal) =>
    get(`${source.path}${path}`, { size: 50, ...filters, cursor }, { signal }),
  );
}

/** A statement with its lines, page after page. */
export function useStatement<Answer extends StatementPage>(
  source: MoneySource,
  settlementId: string,
  filters: Filters,
) {
  const pages = useInfiniteQuery<Answer, Refusal, { pages: Answer[] }, QueryKey, string | undefined>({
    queryKey: [...source.key, 'statement', settlementId, filters],
    queryFn: ({ pageParam: cursor, signal }) =>
      get<Answer>(`${source.path}/statements/${settlementId}`, { size: 50, ...filters, cursor }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ statement }) => statement.nextCursor ?? undefined,
    placeholderData: (before) => before,
  });
  return {
    /** The statement itself, and what can be done; its lines are in `lines`. */
    page: pages.data?.pages[0],
    lines: pages.data?.pages.flatMap(({ statement }) => statement.lines),
    error: pages.error,
    refetch: () => void pages.refetch(),
    more: {
      has: pages.hasNextPage,
      isLoading: pages.isFetchingNextPage,
      load: () => void pages.fetchNextPage(),
    },
  };
}

/** What a write makes old: all of the area. */
export const oldAfterWrite = (source: MoneySource): QueryKey[] => [
  [...source.key],
  [...source.key.slice(0, 2), 'listSettlements'],
];

const POLL_MS = 10_000;

export const useDispute = (source: MoneySource, disputeId: string) =>
  useMoney<DisputeThread>(source, `/disputes/${encodeURIComponent(disputeId)}`, POLL_MS);
