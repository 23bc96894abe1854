/** What can be done with the orders that are chosen in the list. */
import { addressOf } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import type { Selection } from '../../parts/selection.tsx';
import { searchText } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { Bulk, MoveButtons } from './bulk.tsx';
import { useBulkAssigning } from './bulk-actions.ts';
import type { BulkAction } from './bulk-dialog.tsx';
import { type OrderCard, useMayTrade } from './data.ts';
import { isOwnCompany } from './note-data.ts';
import { useAssignees } from './order-assignee.tsx';

interface BulkProps {
  readonly orders: readonly OrderCard[];
  readonly selection: Selection;
  readonly sort: string | undefined;
}

type Ask = (action: BulkAction) => void;

export function OrdersBulk({ orders, selection, sort }: BulkProps) {
  const here = useHere();
  const mayTrade = useMayTrade();
  const acts = (ask: Ask) => (
    <>
      {mayTrade && here.kind === 'studio' && <MoveButtons count={selection.ids.length} onAsk={ask} />}
      {mayTrade && isOwnCompany(here) && <AssignMenu onAsk={ask} />}
      <ChosenCsv ids={selection.ids} sort={sort} />
    </>
  );
  return <Bulk {...{ orders, selection, acts }} />;
}

function AssignMenu({ onAsk }: { onAsk: Ask }) {
  const words = useTexts().trade.bulk;
  const assigning = useBulkAssigning();
  const entries = useAssignees().map(({ to, ...entry }) => ({
    ...entry,
    onAction: () => onAsk(assigning(to)),
  }));
  return (
    <Menu label={words.assignTo} entries={entries}>
      <Button small icon="guides">
        {words.assignTo}
        <Icon name="chevron" size={16} />
      </Button>
    </Menu>
  );
}

function ChosenCsv({ ids, sort }: { ids: readonly string[]; sort: string | undefined }) {
  const { company, world } = useHere();
  const words = useTexts().trade.bulk;
  const route = addressOf('GET /api/{company}/{world}/console/orders.csv', { company, world });
  return (
    <a
      className="button plain small"
      href={`${route}${searchText({ orderIds: ids.join(','), sort })}`}
      download
    >
      <Icon name="download" size={16} />
      {words.csv(ids.length)}
    </a>
  );
}
