/** What operators do for an order, each with its consequence before the click. */
import { useState } from 'react';
import type { OperatorOrder } from '../../../../server/operators/answers.ts';
import { request } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Money } from '../../parts/money.tsx';
import { Section } from '../../parts/page.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { AskDialog } from './ask.tsx';
import { useMay } from './data.ts';

type Help = 'retry' | 'catchUp' | 'cancel';

export function OrderHelp({ order }: { order: OperatorOrder }) {
  const words = useTexts().operators.order;
  const [help, setHelp] = useState<Help>();
  const isWaiting = order.notifications.some(({ status }) => status === 'pending');
  if (!useMay()('operator.orders.write')) return null;
  return (
    <Section title={words.help}>
      <div className="row">
        {isWaiting && (
          <Button tone="main" onPress={() => setHelp('retry')}>
            {words.retry}
          </Button>
        )}
        <Button onPress={() => setHelp('catchUp')}>{words.catchUp}</Button>
        {order.cancellation && (
          <Button tone="danger" onPress={() => setHelp('cancel')}>
            {words.cancel}
          </Button>
        )}
      </div>
      {!order.cancellation && <p className="soft">{words.closed}</p>}
      {help && <HelpDialog order={order} help={help} onClose={() => setHelp(undefined)} />}
    </Section>
  );
}

interface HelpProps {
  readonly order: OperatorOrder;
  readonly help: Help;
  readonly onClose: () => void;
}

function HelpDialog({ order: { orderId, cancellation }, help, onClose }: HelpProps) {
  const words = useTexts().operators.order;
  const params = { orderId };
  if (help === 'retry')
    return (
      <AskDialog
        title={words.retry}
        consequence={words.retryText}
        verb={words.retry}
        onClose={onClose}
        said={({ tried }: { tried: number }) => words.retried(tried)}
        act={() => request('POST /api/operator/orders/{orderId}/retry', { params })}
      />
    );
  if (help === 'catchUp')
    return (
      <AskDialog
        title={words.catchUpTitle}
        consequence={words.catchUpText}
        verb={words.catchUp}
        onClose={onClose}
        said={({ repaired }: { repaired: string | null }) =>
          repaired === null ? words.agrees : words.caughtUp(repaired)
        }
        act={() => request('POST /api/operator/orders/{orderId}/catch-up', { params })}
      />
    );
  return (
    <AskDialog
      title={words.cancelTitle}
      consequence={words.cancelText}
      verb={words.cancel}
      tone="danger"
      reasonHelp={words.reasonHelp}
      onClose={onClose}
      said={() => words.cancelled}
      act={(reason) => request('POST /api/operator/orders/{orderId}/cancel', { params, body: { reason } })}
    >
      {cancellation && (
        <p>
          {words.refundIs} <Money amount={cancellation.refund} currency={cancellation.currency} />
        </p>
      )}
    </AskDialog>
  );
}
