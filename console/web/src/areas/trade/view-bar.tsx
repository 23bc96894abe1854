/** Saved views above the list of orders: each is a link to its filters and its sort. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { type Filters, useAddress, useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { isSameQuery, type SavedView, useSavedViews } from './view-data.ts';
import { ViewMenu } from './view-menu.tsx';

/** @param query what is asked for now. */
export function ViewBar({ query }: { query: Filters }) {
  const words = useTexts().trade.views;
  const [{ view: chosenId }] = useFilters();
  const views = useSavedViews();
  const chosen = views.find(({ viewId }) => String(viewId) === chosenId);
  const isChanged = chosen !== undefined && !isSameQuery(chosen.query, query);
  return (
    <div className="view-bar">
      <nav aria-label={words.label}>
        <ul className="view-chips">
          <Chip search={{}} isChosen={chosen === undefined && isSameQuery({}, query)}>
            {words.all}
          </Chip>
          {views.map((view) => (
            <Chip
              key={view.viewId}
              search={{ ...view.query, view: String(view.viewId) }}
              isChosen={view === chosen}
            >
              <ViewName view={view} />
              {view === chosen && isChanged && <span className="soft">· {words.changed}</span>}
            </Chip>
          ))}
        </ul>
      </nav>
      <ViewMenu chosen={chosen} query={query} isChanged={isChanged} />
    </div>
  );
}

interface ChipProps {
  readonly search: Readonly<Record<string, string>>;
  readonly isChosen: boolean;
  readonly children: ReactNode;
}

function Chip({ search, isChosen, children }: ChipProps) {
  const address = useAddress();
  return (
    <li>
      <Link
        to={address('/orders')}
        search={search as never}
        resetScroll={false}
        // The router's own mark is for the same address; a view whose filters were changed stays the chosen one.
        activeOptions={{ exact: true, includeSearch: true }}
        aria-current={isChosen ? 'page' : undefined}
        className={isChosen ? 'view-chip chosen' : 'view-chip'}
      >
        {children}
      </Link>
    </li>
  );
}

function ViewName({ view: { name, isShared } }: { view: SavedView }) {
  const words = useTexts().trade.views;
  return (
    <>
      {isShared && <Icon name="team" size={16} title={words.shared} />}
      <bdi className="view-name" title={name}>
        {name}
      </bdi>
    </>
  );
}
