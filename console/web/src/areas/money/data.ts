/** What the money pages ask of the console's server: for merchants, and for the back office. */
import { type QueryKey, useQuery } from '@tanstack/react-query';
import type { DisputeList, MonthSoFar, StatementPage } from '../../../../server/money/schemas.ts';
import { addressOf, request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { type ListPage, usePages, usePagesOf } from '../../api/queries.ts';
import type { Answer, Route } from '../../api/routes.ts';
import type { Filters } from '../../shell/address.ts';
import { useHere } from '../../shell/session.ts';

export type { DisputeThread } from '../../../../server/money/schemas.ts';
export type Currency = MonthSoFar['currencies'][number];
export type StatementLine = StatementPage['statement']['lines'][number];
export type DisputeRow = DisputeList['list'][number];

type Base = '/api/{company}/{world}/console/money' | '/api/operator/money';
type RestOf<One> = One extends `GET ${Base}${infer Rest}` ? Rest : never;
/** What can be read of both: `/disputes/{disputeId}`. */
type Rest = RestOf<Route>;
type At<One extends Rest> = Extract<Route, `GET ${Base}${One}`>;

/** Where the answers come from: a merchant's part of the server, or the operators'. */
export interface MoneySource {
  readonly base: Base;
  /** Its parameters. */
  readonly params: Readonly<Record<string, string>>;
  readonly key: QueryKey;
  readonly isForOperators: boolean;
}

export function useMerchantMoney(): MoneySource {
  const here = useHere();
  return {
    base: '/api/{company}/{world}/console/money',
    params: { company: here.company, world: here.world },
    key: [here.company, here.world, 'money'],
    isForOperators: false,
  };
}

export const OPERATOR_MONEY: MoneySource = {
  base: '/api/operator/money',
  params: {},
  key: ['backOffice', 'money'],
  isForOperators: true,
};

interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly signal?: AbortSignal;
}

/** One answer of that source. */
export function readMoney<One extends Rest>(
  { base, params }: MoneySource,
  rest: One,
  asked: Asked,
): Promise<Answer<At<One>>> {
  const parts = { ...asked, params: { ...params, ...asked.params } };
  return request(`GET ${base}${rest}` as At<One>, parts as never) as Promise<Answer<At<One>>>;
}

/** Where a file of that source is. */
export const moneyAddress = (
  { base, params }: MoneySource,
  rest: Rest,
  own: Readonly<Record<string, string>>,
) => addressOf(`GET ${base}${rest}` as Route, { ...params, ...own });

/** One answer; asked for again every so often (ms) where somebody else may change it. */
export function useMoney<One extends Rest>(
  source: MoneySource,
  rest: One,
  params: Asked['params'] = {},
  refetchInterval: number | false = false,
) {
  return useQuery<Answer<At<One>>, Refusal>({
    queryKey: [...source.key, rest, params],
    queryFn: ({ signal }) => readMoney(source, rest, { params, signal }),
    refetchInterval,
  });
}

/** A list by cursor, 50 rows a page. */
export function useMoneyPages<One extends Rest>(source: MoneySource, rest: One, filters: Filters = {}) {
  type Row = Answer<At<One>> extends { list: readonly (infer Item)[] } ? Item : never;
  return usePages<Row>([...source.key, rest, filters], (cursor, signal) => {
    const asked = readMoney(source, rest, { query: { size: 50, ...filters, cursor }, signal });
    return asked as unknown as Promise<ListPage<Row>>;
  });
}

/** A statement with its lines, page after page. */
export function useStatement<Page extends StatementPage>(
  source: MoneySource,
  settlementId: string,
  filters: Filters,
) {
  const { first, rows, ...pages } = usePagesOf(
    [...source.key, 'statement', settlementId, filters],
    (cursor, signal) =>
      readMoney(source, '/statements/{settlementId}', {
        params: { settlementId },
        query: { size: 50, ...filters, cursor },
        signal,
      }) as unknown as Promise<Page>,
    ({ statement }) => ({ list: statement.lines, nextCursor: statement.nextCursor }),
    { keepsBefore: true },
  );
  /** The statement itself, and what can be done, is the page. */
  return { ...pages, page: first, lines: rows };
}

/** What a write makes old: all of the area. */
export const oldAfterWrite = (source: MoneySource): QueryKey[] => [
  [...source.key],
  [...source.key.slice(0, 2), 'listSettlements'],
];

const POLL_MS = 10_000;

export const useDispute = (source: MoneySource, disputeId: string) =>
  useMoney(source, '/disputes/{disputeId}', { disputeId }, POLL_MS);
