/** One order: what was agreed at the left, what happened at the right, what can be done now. */

import { useOperation } from '../../api/queries.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { ShortId } from '../../parts/copy.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Awaited } from '../../parts/states.tsx';
import { Countdown } from '../../parts/time.tsx';
import { useAddress } from '../../shell/address.ts';
import { useReadAbout } from '../../shell/notices.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere, useParam } from '../../shell/session.ts';
import { OpenChange } from './change-view.tsx';
import { useMayTrade, useMerchantClock } from './data.ts';
import { MessageForm } from './message-form.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import type { OrderDetail } from './timeline.ts';
import './trade.css';

export default function OrderPage() {
  const here = useHere();
  const address = useAddress();
  const words = useTexts().trade;
  const orderId = useParam('orderId');
  const order = useOperation(here, 'getOrder', { params: { orderId } });
  const guideId = order.data?.guideId ?? '';
  const guide = useOperation(here, 'getGuide', { params: { guideId }, enabled: guideId !== '' });
  useReadAbout(orderId);
  // Of a guide that is gone, or no longer visible, only the id is left.
  const name = guide.data?.name ?? (guide.error ? guideId : '');
  const crumbs = [{ title: words.orders.title, to: address('/orders') }];
  return (
    <Page
      title={name === '' ? words.orders.title : words.order.title(name)}
      crumbs={crumbs}
      beside={order.data && <Beside order={order.data} />}
      actions={order.data && <Button onPress={() => window.print()}>{words.order.print}</Button>}
    >
      <Awaited query={order} lines={10} />
      {order.data && <Loaded order={order.data} guideName={name} />}
    </Page>
  );
}

function Beside({ order }: { order: OrderDetail }) {
  return (
    <>
      <StateBadge state={order.status} />
      <ShortId id={order.orderId} />
    </>
  );
}

function Loaded({ order, guideName }: { order: OrderDetail; guideName: string }) {
  const words = useTexts().trade;
  const mayTrade = useMayTrade();
  return (
    <div className="facts-and-timeline">
      <div className="stack-l">
        <NextDeadline order={order} />
        {order.openChange && <OpenChange change={order.openChange} />}
        <OrderActions order={order} />
        <OrderFacts order={order} guideName={guideName} />
        {mayTrade && (
          <div className="no-print">
            <Section title={words.messages.title}>
              <MessageForm orderId={order.orderId} />
            </Section>
          </div>
        )}
      </div>
      <Section title={words.order.timeline}>
        <OrderTimeline order={order} />
      </Section>
    </div>
  );
}

/** What the order does next by itself, and when. */
function NextDeadline({ order: { nextDeadline } }: { order: OrderDetail }) {
  const words = useTexts().trade.order;
  const { realTime } = useMerchantClock();
  if (!nextDeadline) return null;
  return (
    <p className="deadline">
      {words.next[nextDeadline.status]} <Countdown until={realTime(nextDeadline.at)} isWithin />
    </p>
  );
}
