import { useInfiniteQuery } from '@tanstack/react-query';
import type { RunPreview } from '../../../../server/operator-money/schemas.ts';
import type { Refusal } from '../../api/errors.ts';
import { OPERATOR_MONEY, readMoney } from './data.ts';

/** The preview of a run: its sums, and its statements page after page. */
export function useRunPages(month: string | undefined, isPartial: boolean) {
  const asked = { month, ...(isPartial && { partial: true }) };
  const pages = useInfiniteQuery<
    RunPreview,
    Refusal,
    { pages: RunPreview[] },
    readonly unknown[],
    string | undefined
  >({
    queryKey: [...OPERATOR_MONEY.key, 'run', asked],
    queryFn: ({ pageParam: cursor, signal }) =>
      readMoney(OPERATOR_MONEY, '/run', { query: { size: 50, ...asked, cursor }, signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  return {
    preview: pages.data?.pages[0],
    rows: pages.data?.pages.flatMap(({ list }) => list),
    error: pages.error,
    refetch: () => void pages.refetch(),
    more: {
      has: pages.hasNextPage,
      isLoading: pages.isFetchingNextPage,
      load: () => void pages.fetchNextPage(),
    },
  };
}
