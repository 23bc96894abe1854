/** What a change costs, who has to agree until when, and the button that asks for it. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { useAction } from '../../api/queries.ts';
import type { Body, Data } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { TextAreaField } from '../../parts/fields.tsx';
import { ErrorState, Note, Skeleton } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAddress } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { oldAfterMove, useMayTrade } from './data.ts';
import { PriceText } from './difference.tsx';
import { useOnceKey } from './once-key.ts';
import { PriceTable } from './price.tsx';
import type { OrderDetail } from './timeline.ts';

type Request = Body<'quoteOrderChange'>;
type Quote = Data<'quoteOrderChange'>;

interface PanelProps {
  readonly order: OrderDetail;
  readonly request: Request | undefined;
}

export function ChangeQuotePanel({ order, request }: PanelProps) {
  const here = useHere();
  const words = useTexts().trade.changes.page;
  const mayTrade = useMayTrade();
  const params = { orderId: order.orderId };
  const quote = useQuery<Quote, Refusal>({
    queryKey: [here.company, here.world, 'trade', 'change-quote', order.orderId, request],
    queryFn: ({ signal }) => call(here, 'quoteOrderChange', { params, body: request as Request, signal }),
    enabled: request !== undefined,
    placeholderData: (before) => before,
  });
  if (!request) return <Note>{words.nothing}</Note>;
  return (
    <section className="card stack" aria-live="polite" aria-busy={quote.isFetching}>
      <h2>{words.price}</h2>
      {quote.error && <ErrorState refusal={quote.error} />}
      {quote.isPending && !quote.error && <Skeleton lines={5} />}
      {quote.data && !quote.error && <QuoteFacts quote={quote.data} />}
      {mayTrade && quote.data?.possible && !quote.error && (
        <Asking order={order} request={request} quote={quote.data} />
      )}
    </section>
  );
}

function QuoteFacts({ quote }: { quote: Quote }) {
  const words = useTexts().trade.changes.page;
  const { currency, difference, changeFee, possible, needsConsent, answerBy, confirmBy } = quote;
  return (
    <>
      <PriceTable lines={quote.priceBreakdown} total={quote.totalAmount} currency={currency} />
      <PriceText difference={difference} fee={changeFee} currency={currency} />
      {!possible && (
        <Note tone="warning">
          <strong>{words.impossible}:</strong> {quote.obstacles.join('; ')}
        </Note>
      )}
      {possible && (
        <Note>
          {needsConsent ? words.asks : words.now}{' '}
          {answerBy && (
            <>
              {words.answerBy} <When at={answerBy} isExact />.
            </>
          )}
          {confirmBy && (
            <>
              {words.confirmBy} <When at={confirmBy} isExact />.
            </>
          )}
        </Note>
      )}
    </>
  );
}

interface AskingProps {
  readonly order: OrderDetail;
  readonly request: Request;
  readonly quote: Quote;
}

/** Takes exactly the price that is shown: another one is refused. */
function Asking({ order, request, quote }: AskingProps) {
  const here = useHere();
  const words = useTexts().trade.changes.page;
  const navigate = useNavigate();
  const to = useAddress()(`/orders/${order.orderId}`);
  const [reason, setReason] = useState('');
  const once = useOnceKey();
  const note = reason.trim() === '' ? {} : { reason: reason.trim() };
  const body = { ...request, expectedTotal: quote.totalAmount, ...note };
  const params = { orderId: order.orderId };
  const change = useAction(
    () => once.use((key) => call(here, 'changeOrder', { params, body, idempotencyKey: key })),
    {
      invalidates: oldAfterMove(here),
      onDone: () => {
        showToast({ text: quote.needsConsent ? words.doneAsk : words.doneNow });
        void navigate({ to });
      },
    },
  );
  return (
    <>
      <TextAreaField
        name="reason"
        label={words.reason}
        isOptional
        rows={2}
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
      {change.refusal && <ErrorState refusal={change.refusal} />}
      <div>
        <Button tone="main" isPending={change.isRunning} onPress={() => change.run(undefined)}>
          {change.isRunning ? words.working : quote.needsConsent ? words.verbAsk : words.verbNow}
        </Button>
      </div>
    </>
  );
}
