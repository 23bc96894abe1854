/** One order as a trip: what it is and what is next, the conversation beside it, and everything that happened behind that. */

import { useState } from 'react';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { ShortId } from '../../parts/copy.tsx';
import { Page } from '../../parts/page.tsx';
import { Awaited } from '../../parts/states.tsx';
import { useAddress } from '../../shell/address.ts';
import { useReadAbout } from '../../shell/notices.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useParam } from '../../shell/session.ts';
import { OpenChange } from './change-view.tsx';
import { useNamedOrder } from './data.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderAssignee } from './order-assignee.tsx';
import { OrderConversation } from './order-conversation.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { OrderTrip } from './order-trip.tsx';
import type { OrderDetail } from './timeline.ts';
import './trade.css';

export default function OrderPage() {
  const address = useAddress();
  const words = useTexts().trade;
  const orderId = useParam('orderId');
  const { order, guide, name } = useNamedOrder(orderId);
  useReadAbout(orderId);
  const crumbs = [{ title: words.orders.title, to: address('/orders') }];
  return (
    <Page
      title={name === '' ? words.orders.title : words.order.title(name)}
      crumbs={crumbs}
      beside={order.data && <Beside order={order.data} />}
      actions={order.data && <Button onPress={() => window.print()}>{words.order.print}</Button>}
    >
      <Awaited query={order} lines={10} />
      {order.data && <Loaded order={order.data} guideName={name} picture={guide.data?.photos[0]?.url} />}
    </Page>
  );
}

function Beside({ order }: { order: OrderDetail }) {
  return (
    <>
      <StateBadge state={order.status} />
      <ShortId id={order.orderId} />
      <OrderAssignee orderId={order.orderId} />
    </>
  );
}

interface LoadedProps {
  readonly order: OrderDetail;
  readonly guideName: string;
  readonly picture: string | undefined;
}

function Loaded({ order, guideName, picture }: LoadedProps) {
  return (
    <div className="facts-and-timeline">
      <div className="stack-l">
        <OrderTrip order={order} picture={picture} />
        {order.openChange && <OpenChange change={order.openChange} />}
        <OrderActions order={order} />
        <OrderFacts order={order} guideName={guideName} />
      </div>
      <div className="stack-l">
        <OrderConversation order={order} />
        <Everything order={order} />
      </div>
    </div>
  );
}

/** States, notifications and people in one line, for whoever wants to know exactly. */
function Everything({ order }: { order: OrderDetail }) {
  const words = useTexts().trade.order;
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="everything" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h2>{words.timeline}</h2>
      </summary>
      {isOpen && <OrderTimeline order={order} />}
    </details>
  );
}
