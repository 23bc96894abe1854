/** What can be done with an order now, each with its consequence before the click. */
import { useState } from 'react';
import { useOperation } from '../../api/queries.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Section } from '../../parts/page.tsx';
import { useAddress } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { ActionDialog } from './action-dialog.tsx';
import { type Action, actionsOf } from './actions.ts';
import { useMayTrade, useMerchantClock, useOwnSide } from './data.ts';
import type { OrderDetail } from './timeline.ts';

/** What takes something away. */
const DANGEROUS: readonly Action[] = ['reject', 'cancel', 'withdraw', 'decline_change'];
/** The most likely action: it is beside the deadline (order-trip.tsx). */
const MAIN = ['confirm', 'accept_change', 'start', 'complete', 'review'] as const;

export type MainAction = (typeof MAIN)[number];

export function mainActionOf(actions: readonly Action[]): MainAction | undefined {
  return MAIN.find((one) => actions.includes(one));
}

export function OrderActions({ order }: { order: OrderDetail }) {
  const words = useTexts().trade;
  const address = useAddress();
  const actions = useActions(order);
  const mayTrade = useMayTrade();
  const [chosen, setChosen] = useState<Action>();
  const others = actions.filter((action) => action !== mainActionOf(actions));
  return (
    <div className="no-print">
      <Section title={words.order.now}>
        {!mayTrade && <p className="soft">{words.order.readOnly}</p>}
        {mayTrade && actions.length === 0 && <p className="soft">{words.order.nothingNow}</p>}
        <div className="row">
          {others.map((action) =>
            action === 'change' ? (
              <ButtonLink key={action} to={address(`/orders/${order.orderId}/change`)}>
                {words.action.change.verb}
              </ButtonLink>
            ) : (
              <Button key={action} onPress={() => setChosen(action)}>
                {words.action[action].verb}
              </Button>
            ),
          )}
        </div>
      </Section>
      {chosen && chosen !== 'change' && (
        <ActionDialog
          order={order}
          action={chosen}
          isDangerous={DANGEROUS.includes(chosen)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </div>
  );
}

export function useActions(order: OrderDetail): Action[] {
  const here = useHere();
  const mayWrite = useMayTrade();
  const { now } = useMerchantClock();
  const { orderId } = order;
  const isReviewable = here.kind !== 'studio' && order.status === 'completed';
  const reviews = useOperation(here, 'listNotifications', {
    query: { orderId, type: 'review.created', size: 1 },
    enabled: isReviewable,
  });
  return actionsOf({
    order,
    side: useOwnSide(),
    mayWrite,
    isSandbox: here.side === 'sandbox',
    isReviewed: isReviewable && (reviews.data === undefined || reviews.data.list.length > 0),
    now: now.getTime(),
  });
}
