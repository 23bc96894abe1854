/** A disputed line as operators see it: the line and its answer beside the conversation with the merchant. */
import { Page } from '../../parts/page.tsx';
import { Awaited } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useParam } from '../../shell/session.ts';
import { Conversation } from './conversation.tsx';
import { OPERATOR_MONEY, useDispute } from './data.ts';
import { DisputeBadge } from './dispute-badge.tsx';
import { DisputeFacts } from './dispute-facts.tsx';
import { OPERATOR_MONEY_PATH, useMayWrite } from './operator-data.ts';
import { ResolveForm } from './resolve-form.tsx';
import './money.css';

export default function OperatorDispute() {
  const words = useTexts().money;
  const mayWrite = useMayWrite();
  const disputeId = useParam('disputeId');
  const { data: dispute, error, refetch } = useDispute(OPERATOR_MONEY, disputeId);
  return (
    <Page
      title={words.dispute.title}
      crumbs={[
        { title: words.backOffice.title, to: OPERATOR_MONEY_PATH },
        { title: words.backOffice.disputesTitle, to: `${OPERATOR_MONEY_PATH}/disputes` },
      ]}
      beside={dispute && <DisputeBadge status={dispute.status} />}
    >
      <Awaited query={{ data: dispute, error, refetch }} lines={8} />
      {dispute && (
        <div className="facts-and-timeline">
          <div className="stack-l">
            <DisputeFacts
              dispute={dispute}
              statementPath={`${OPERATOR_MONEY_PATH}/statements/${dispute.settlementId}`}
              orderPath={dispute.orderId === null ? undefined : `/desk/orders/${dispute.orderId}`}
              isForOperators
            />
            {dispute.status === 'open' && <ResolveForm dispute={dispute} />}
          </div>
          <Conversation source={OPERATOR_MONEY} dispute={dispute} mayWrite={mayWrite} />
        </div>
      )}
    </Page>
  );
}
