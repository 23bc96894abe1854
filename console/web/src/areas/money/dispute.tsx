/** A line that a merchant objected to: the line, the answer, and the conversation with the operators. */
import { Page } from '../../parts/page.tsx';
import { Awaited } from '../../parts/states.tsx';
import { useAddress } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere, useParam } from '../../shell/session.ts';
import { Conversation } from './conversation.tsx';
import { useDispute, useMerchantMoney } from './data.ts';
import { DisputeBadge } from './dispute-badge.tsx';
import { DisputeFacts } from './dispute-facts.tsx';
import './money.css';

export default function DisputePage() {
  const words = useTexts().money;
  const address = useAddress();
  const here = useHere();
  const source = useMerchantMoney();
  const disputeId = useParam('disputeId');
  const { data: dispute, error, refetch } = useDispute(source, disputeId);
  const crumbs = [
    { title: words.home.title, to: address('/money') },
    { title: words.dispute.list, to: address('/money/disputes') },
  ];
  return (
    <Page
      title={words.dispute.title}
      crumbs={crumbs}
      beside={dispute && <DisputeBadge status={dispute.status} />}
    >
      <Awaited query={{ data: dispute, error, refetch }} lines={8} />
      {dispute && (
        <div className="facts-and-timeline">
          <DisputeFacts
            dispute={dispute}
            statementPath={address(`/money/statements/${dispute.settlementId}`)}
            orderPath={dispute.orderId === null ? undefined : address(`/orders/${dispute.orderId}`)}
          />
          <Conversation source={source} dispute={dispute} mayWrite={here.may('money.dispute')} />
        </div>
      )}
    </Page>
  );
}
