/** An order's facts and its parties. */

import { Link } from '@tanstack/react-router';
import type { OperatorOrder } from '../../../../server/operators/answers.ts';
import { Fact } from '../../parts/facts.tsx';
import { Money } from '../../parts/money.tsx';
import { Countdown, Day } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { merchantPath } from './data.ts';

export function OrderFacts({ order }: { order: OperatorOrder }) {
  const texts = useTexts();
  const words = texts.operators.order;
  const { merchant, studio, nextDeadline, refund } = order;
  return (
    <dl className="facts">
      <Fact
        name={words.agency}
        value={<Link to={merchantPath(merchant.merchantKey)}>{merchant.name}</Link>}
      />
      <Fact name={words.studio} value={<Link to={merchantPath(studio.merchantKey)}>{studio.name}</Link>} />
      <Fact name={words.guide} value={`${order.guideName ?? ''} ${order.guideId}`} />
      <Fact
        name={words.trip}
        value={
          <>
            <Day date={order.tripDate} /> · {texts.trade.trip.days(order.tripDays)} · {order.timeZone}
          </>
        }
      />
      <Fact name={words.guests} value={order.guestCount} />
      <Fact name={words.reference} value={order.clientReference ?? '–'} />
      <Fact name={words.phone} value={`…${order.phoneEnding}`} />
      <Fact name={words.total} value={<Money amount={order.totalAmount} currency={order.currency} />} />
      <Fact
        name={words.refund}
        value={refund && <Money amount={refund.amount} currency={refund.currency} />}
      />
      <Fact
        name={words.deadline}
        value={
          nextDeadline && (
            <>
              {texts.frame.state[nextDeadline.status]}: <Countdown until={nextDeadline.at} isWithin />
            </>
          )
        }
      />
    </dl>
  );
}
