/** The one thing that is done to an order next, with its question. */
import { type ReactNode, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { ActionDialog } from './action-dialog.tsx';
import type { MainAction } from './order-actions.tsx';
import type { OrderDetail } from './timeline.ts';

interface ActionProps {
  readonly order: Pick<
    OrderDetail,
    'orderId' | 'status' | 'refund' | 'totalAmount' | 'currency' | 'openChange'
  >;
  readonly action: MainAction;
  /** Which order it is, where the page shows many. */
  readonly about?: ReactNode;
}

export function MainActionButton({ order, action, about }: ActionProps) {
  const words = useTexts().trade.action;
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button tone="main" onPress={() => setAsked(true)}>
        {words[action].verb}
      </Button>
      {isAsked && (
        <ActionDialog {...{ order, action, about }} isDangerous={false} onClose={() => setAsked(false)} />
      )}
    </>
  );
}
