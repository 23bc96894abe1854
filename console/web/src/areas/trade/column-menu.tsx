/** Which columns the list of orders shows: what is hidden is in the address, and a saved view keeps it. */
import { HIDEABLE_COLUMNS, type HideableColumn } from '../../../../../domain/saved-view.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ChoiceMenu } from '../../parts/menu.tsx';
import { useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { isOwnCompany } from './note-data.ts';

export function useHiddenColumns(): [readonly HideableColumn[], (hidden: readonly HideableColumn[]) => void] {
  const [{ hidden = '' }, change] = useFilters();
  const named = hidden.split(',');
  const set = (columns: readonly HideableColumn[]) =>
    change({ hidden: columns.length === 0 ? undefined : columns.join(',') });
  return [HIDEABLE_COLUMNS.filter((column) => named.includes(column)), set];
}

export function ColumnMenu() {
  const words = useTexts().trade.orders.columns;
  const isOwn = isOwnCompany(useHere());
  const [hidden, setHidden] = useHiddenColumns();
  // Only one's own people look after orders.
  const known = HIDEABLE_COLUMNS.filter((column) => isOwn || column !== 'assigned');
  return (
    <div className="wide-only">
      <ChoiceMenu
        label={words.menu}
        entries={known.map((id) => ({ id, label: words[id] }))}
        chosen={known.filter((column) => !hidden.includes(column))}
        onChange={(chosen) => setHidden(known.filter((column) => !chosen.includes(column)))}
      >
        <Button small icon="columns">
          {words.menu}
          <Icon name="chevron" size={16} />
        </Button>
      </ChoiceMenu>
    </div>
  );
}
