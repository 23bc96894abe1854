import { usePagesOf } from '../../api/queries.ts';
import { OPERATOR_MONEY, readMoney } from './data.ts';

/** The preview of a run: its sums, and its statements page after page. */
export function useRunPages(month: string | undefined, isPartial: boolean) {
  const asked = { month, ...(isPartial && { partial: true }) };
  const { first, ...pages } = usePagesOf(
    [...OPERATOR_MONEY.key, 'run', asked],
    (cursor, signal) => readMoney(OPERATOR_MONEY, '/run', { query: { size: 50, ...asked, cursor }, signal }),
    (page) => page,
  );
  return { ...pages, preview: first };
}
