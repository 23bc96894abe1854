/** Several orders of a list by one press: the bar above it, and the question that a press opens. */
import { type ReactNode, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Checkbox } from '../../parts/fields.tsx';
import { MAX_CHOSEN, type Selection } from '../../parts/selection.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useBulkMoves } from './bulk-actions.ts';
import { type BulkAction, BulkDialog } from './bulk-dialog.tsx';
import type { OrderCard } from './data.ts';

interface BulkProps {
  readonly orders: readonly OrderCard[];
  readonly selection: Selection;
  /** What can be done with those that are chosen. */
  readonly acts: (ask: (action: BulkAction) => void) => ReactNode;
}

interface Asked {
  /** As they were when it was asked. */
  readonly orders: readonly OrderCard[];
  readonly action: BulkAction;
}

/** A question that is open stays with its answers, also when no order is left. */
export function Bulk({ orders, selection, acts }: BulkProps) {
  const [asked, setAsked] = useState<Asked>();
  const chosen = orders.filter(({ orderId }) => selection.ids.includes(orderId));
  const close = (hasActed: boolean) => {
    setAsked(undefined);
    if (hasActed) selection.select([]);
  };
  return (
    <>
      {orders.length > 1 && (
        <BulkBar orders={orders} selection={selection}>
          {acts((action) => setAsked({ action, orders: chosen }))}
        </BulkBar>
      )}
      {asked && <BulkDialog {...asked} onClose={close} />}
    </>
  );
}

type BarProps = Pick<BulkProps, 'orders' | 'selection'> & { readonly children: ReactNode };

/** All of them or none, and what can be done with those that are chosen. */
function BulkBar({ orders, selection, children }: BarProps) {
  const words = useTexts().trade.bulk;
  const chosen = selection.ids.length;
  const most = Math.min(orders.length, MAX_CHOSEN);
  return (
    <div className={chosen > 0 ? 'row bulk-bar is-chosen' : 'row bulk-bar'}>
      <Checkbox
        name="all"
        label={chosen > 0 ? words.selected(chosen) : words.all(most)}
        isSelected={chosen === most}
        onChange={(isOn) => selection.select(isOn ? orders.map(({ orderId }) => orderId) : [])}
      />
      {chosen > 0 && children}
      {chosen === MAX_CHOSEN && <span className="soft">{words.most(MAX_CHOSEN)}</span>}
    </div>
  );
}

interface MovesProps {
  readonly count: number;
  readonly onAsk: (action: BulkAction) => void;
}

/** @param count of those that are chosen. */
export function MoveButtons({ count, onAsk }: MovesProps) {
  const { confirm, reject } = useBulkMoves();
  return (
    <>
      <Button small tone="main" onPress={() => onAsk(confirm)}>
        {confirm.verb(count)}
      </Button>
      <Button small onPress={() => onAsk(reject)}>
        {reject.verb(count)}
      </Button>
    </>
  );
}
