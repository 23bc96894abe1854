/** How answers are kept and read again. */
import {
  QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call, type Place } from './client.ts';
import { type Refusal, refusalOf } from './errors.ts';
import type { Operation, Params } from './operations.ts';
import type { Data, Query } from './types.ts';

/** Reads are asked again twice where time may help; writes never by themselves. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && refusalOf(error).isPassing,
        retryDelay: (failures) => 500 * 2 ** failures,
        // Without a connection a page has what this device read last (seen.ts).
        networkMode: 'always',
        refetchOnReconnect: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** The key of an operation's answers; `keyOf(place, 'listOrders')` is all of its pages and filters. */
export function keyOf(place: Place, id: Operation, ...rest: readonly unknown[]): QueryKey {
  return [place.company, place.world, id, ...rest];
}

interface OperationParts<Id extends Operation> {
  readonly params?: Params<Id>;
  readonly query?: Query<Id>;
  readonly enabled?: boolean;
  readonly refetchInterval?: number;
}

/** The answer of a reading operation. */
export function useOperation<Id extends Operation>(place: Place, id: Id, parts: OperationParts<Id> = {}) {
  const { params, query, enabled = true, refetchInterval = false } = parts;
  return useQuery<Data<Id>, Refusal>({
    queryKey: keyOf(place, id, params ?? {}, query ?? {}),
    queryFn: ({ signal }) => call(place, id, { params, query, signal } as never) as Promise<Data<Id>>,
    enabled,
    refetchInterval,
  });
}

/** A page of a list by cursor. */
export interface ListPage<Item> {
  readonly list: readonly Item[];
  readonly nextCursor: string | null;
}

/** A list whose further pages load on request: rows, and what DataTable's `more` takes. */
export function usePages<Item>(
  key: QueryKey,
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<ListPage<Item>>,
) {
  return usePagesOf([...key, 'pages'], load, (page) => page);
}

interface PagesOptions {
  /** What is shown stays until the answer to another question is there. */
  readonly keepsBefore?: boolean;
}

/** The same of answers that say more than a list; `first` is the first page. */
export function usePagesOf<Page, Item>(
  queryKey: QueryKey,
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>,
  listOf: (page: Page) => ListPage<Item>,
  { keepsBefore = false }: PagesOptions = {},
) {
  const pages = useInfiniteQuery<Page, Refusal, { pages: Page[] }, QueryKey, string | undefined>({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: (page) => listOf(page).nextCursor ?? undefined,
    ...(keepsBefore && { placeholderData: (before) => before }),
  });
  return {
    first: pages.data?.pages[0],
    rows: pages.data?.pages.flatMap((page) => listOf(page).list),
    error: pages.error,
    refetch: () => void pages.refetch(),
    more: {
      has: pages.hasNextPage,
      isLoading: pages.isFetchingNextPage,
      load: () => void pages.fetchNextPage(),
    },
  };
}

/** A reading operation that answers pages, 50 rows each. */
export function useOperationPages<Id extends Operation>(
  place: Place,
  id: Id,
  query: Query<Id> = {} as Query<Id>,
) {
  type Item = Data<Id> extends { list: readonly (infer One)[] } ? One : never;
  return usePages<Item>(keyOf(place, id, query), (cursor, signal) => {
    const parts = { query: { size: 50, ...(query as object), cursor }, signal };
    return call(place, id, parts as never) as unknown as Promise<ListPage<Item>>;
  });
}

interface ActionOptions<Input, Answer> {
  /** Keys of answers that the write makes old. */
  readonly invalidates?: readonly QueryKey[];
  readonly onDone?: (answer: Answer, input: Input) => void;
}

/** A write: `run` it from a form or a button; `refusal` has its fields for the form. */
export function useAction<Input, Answer>(
  act: (input: Input) => Promise<Answer>,
  options: ActionOptions<Input, Answer> = {},
) {
  const client = useQueryClient();
  const mutation = useMutation<Answer, unknown, Input>({
    mutationFn: act,
    onSuccess: async (answer, input) => {
      await Promise.all(
        (options.invalidates ?? []).map((queryKey) => client.invalidateQueries({ queryKey })),
      );
      options.onDone?.(answer, input);
    },
  });
  return {
    /** Does nothing while an earlier run is under way. */
    run: (input: Input) => {
      if (!mutation.isPending) mutation.mutate(input);
    },
    /** Rejects with a Refusal. */
    runAsync: mutation.mutateAsync,
    isRunning: mutation.isPending,
    refusal: mutation.error === null ? undefined : refusalOf(mutation.error),
    answer: mutation.data,
    reset: mutation.reset,
  };
}
