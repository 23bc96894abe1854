/** An order beside the list: looked at and moved on without leaving. j and k go to the next one and the one before. */
import { StateBadge } from '../../parts/badge.tsx';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { ShortId } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useDialogKeys } from '../../parts/list-keys.ts';
import { Section } from '../../parts/page.tsx';
import { Awaited } from '../../parts/states.tsx';
import { useAddress } from '../../shell/address.ts';
import { useReadAbout } from '../../shell/notices.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { OpenChange } from './change-view.tsx';
import { useNamedOrder } from './data.ts';
import { ConversationLog } from './order-conversation.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderTrip } from './order-trip.tsx';

interface PeekProps {
  readonly orderId: string;
  /** Of the list, in its order. */
  readonly ids: readonly string[];
  readonly onMove: (orderId: string) => void;
  readonly onClose: () => void;
}

export function OrderPeek({ orderId, ids, onMove, onClose }: PeekProps) {
  const address = useAddress();
  const words = useTexts().trade;
  const { order, name } = useNamedOrder(orderId);
  useReadAbout(orderId);
  // Behind the last is the first. A button that ends with the list would leave the keys to nobody.
  const move = (by: 1 | -1) => onMove(ids.at((ids.indexOf(orderId) + by) % ids.length) ?? orderId);
  useDialogKeys({ j: () => move(1), k: () => move(-1) });
  return (
    <Dialog
      title={name === '' ? words.orders.title : words.order.title(name)}
      isOpen
      isAside
      isThrowaway
      onClose={onClose}
    >
      <div className="stack-l">
        <div className="row">
          {order.data && <StateBadge state={order.data.status} />}
          <ShortId id={orderId} />
          <span className="peek-moves row">
            <Button small onPress={() => move(-1)}>
              {words.orders.peek.before}
            </Button>
            <Button small onPress={() => move(1)}>
              {words.orders.peek.next}
            </Button>
            <ButtonLink to={address(`/orders/${orderId}`)} small>
              {words.orders.peek.open}
            </ButtonLink>
          </span>
        </div>
        <Awaited query={order} lines={10} />
        {order.data && (
          <>
            <OrderTrip order={order.data} picture={undefined} />
            {order.data.openChange && <OpenChange change={order.data.openChange} />}
            <Section title={words.messages.title}>
              <ConversationLog order={order.data} />
            </Section>
            <OrderFacts order={order.data} guideName={name} />
          </>
        )}
      </div>
    </Dialog>
  );
}
