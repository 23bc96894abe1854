/** Saved views: what filters and sort of the list of orders say, under a name. */
import type { ViewList } from '../../../../server/schemas/saved-views.ts';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import type { Filters } from '../../shell/address.ts';
import { useHere } from '../../shell/session.ts';
import { useConsole } from './data.ts';
import { isOwnCompany } from './note-data.ts';
import { useOnceKeys } from './once-key.ts';

export type SavedView = ViewList['list'][number];

const LIST = 'GET /api/{company}/{world}/console/saved-views';

/** The company's, then one's own, each by name. */
export function useSavedViews(): readonly SavedView[] {
  const here = useHere();
  const list = useConsole(here, LIST, {}, isOwnCompany(here)).data?.list ?? [];
  return [...list.filter(({ isShared }) => isShared), ...list.filter(({ isShared }) => !isShared)];
}

/** Whether it shows something else than what is asked for now. */
export function isSameQuery(one: Filters, other: Filters): boolean {
  const said = (query: Filters) =>
    JSON.stringify(
      Object.entries(query)
        .filter(([, value]) => value !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  return said(one) === said(other);
}

export interface ViewWrite {
  /** Undefined: a new one. */
  readonly view: SavedView | undefined;
  readonly name: string;
  readonly query: Filters;
  readonly isShared: boolean;
}

/** Keeps a view, or changes one; `onDone` has its number. */
export function useSavingView(onDone: (viewId: number) => void) {
  const { company, world } = useHere();
  const once = useOnceKeys();
  const write = ({ view, name, query, isShared }: ViewWrite) => {
    // Checked by the server, as the list's own query is.
    const given = { name: name.trim(), query: query as never };
    const place = { company, world };
    return once.use(String(view?.viewId ?? 'new'), (idempotencyKey) =>
      view === undefined
        ? request('POST /api/{company}/{world}/console/saved-views', {
            params: place,
            body: { ...given, isShared },
            idempotencyKey,
          })
        : request('PUT /api/{company}/{world}/console/saved-views/{viewId}', {
            params: { ...place, viewId: view.viewId },
            body: given,
            idempotencyKey,
          }),
    );
  };
  return useAction(write, { ...useOldViews(), onDone: ({ viewId }) => onDone(viewId) });
}

export function useRemovingView(onDone: () => void) {
  const { company, world } = useHere();
  return useAction(
    (viewId: number) =>
      request('DELETE /api/{company}/{world}/console/saved-views/{viewId}', {
        params: { company, world, viewId },
      }),
    { ...useOldViews(), onDone },
  );
}

/** What a write makes old: the list of views alone. */
function useOldViews() {
  const { company, world } = useHere();
  return { invalidates: [[company, world, 'trade', LIST]] };
}
