/** A change of an order: what is to be another way, what that costs, and who has to agree, before anything is done. */
import { useState } from 'react';
import { useOperation } from '../../api/queries.ts';
import { Page } from '../../parts/page.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { useAddress } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere, useParam } from '../../shell/session.ts';
import { type Draft, draftOf, requestOf } from './change-draft.ts';
import { ChangeForm } from './change-form.tsx';
import { ChangeQuotePanel } from './change-quote.tsx';
import type { OrderDetail } from './timeline.ts';
import type { GuideDetail } from './trip-choice.ts';
import './trade.css';

export default function ChangePage() {
  const here = useHere();
  const address = useAddress();
  const words = useTexts().trade;
  const orderId = useParam('orderId');
  const order = useOperation(here, 'getOrder', { params: { orderId } });
  const guideId = order.data?.guideId ?? '';
  const guide = useOperation(here, 'getGuide', { params: { guideId }, enabled: guideId !== '' });
  const error = order.error ?? guide.error;
  const crumbs = [
    { title: words.orders.title, to: address('/orders') },
    { title: words.order.title(guide.data?.name ?? orderId), to: address(`/orders/${orderId}`) },
  ];
  return (
    <Page title={words.changes.page.title} lead={words.changes.page.lead} crumbs={crumbs}>
      {error && !(order.data && guide.data) && <ErrorState refusal={error} />}
      {!error && !(order.data && guide.data) && <Skeleton lines={10} />}
      {order.data && guide.data && <Loaded order={order.data} guide={guide.data} />}
    </Page>
  );
}

function Loaded({ order, guide }: { order: OrderDetail; guide: GuideDetail }) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(order));
  const request = requestOf(order, draft);
  return (
    <div className="facts-and-timeline">
      <ChangeForm guide={guide} draft={draft} onChange={setDraft} />
      <div className="beside">
        <ChangeQuotePanel order={order} request={request} />
      </div>
    </div>
  );
}
