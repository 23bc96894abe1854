/** An order's facts and its parties. */
import { Link } from '@tanstack/react-router';
import type { OperatorOrder } from '../../../../server/operators/answers.ts';
import { Money } from '../../parts/money.tsx';
import { Countdown, Day } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { merchantPath } from './data.ts';

export function OrderFacts({ order }: { order: OperatorOrder }) {
  const texts = useTexts();
  const words = texts.operators.order;
  const { merchant, studio, nextDeadline, refund } = order;
  const rows: readonly (readonly [string, React.ReactNode])[] = [
    [
      words.agency,
      <Link key="a" to={merchantPath(merchant.merchantKey)}>
        {merchant.name}
      </Link>,
    ],
    [
      words.studio,
      <Link key="s" to={merchantPath(studio.merchantKey)}>
        {studio.name}
      </Link>,
    ],
    [words.guide, `${order.guideName ?? ''} ${order.guideId}`],
    [
      words.trip,
      <span key="t">
        <Day date={order.tripDate} /> · {texts.trade.trip.days(order.tripDays)} · {order.timeZone}
      </span>,
    ],
    [words.guests, order.guestCount],
    [words.reference, order.clientReference ?? '–'],
    [words.phone, `…${order.phoneEnding}`],
    [words.total, <Money key="m" amount={order.totalAmount} currency={order.currency} />],
  ];
  return (
    <dl className="facts">
      {rows.map(([title, value]) => (
        <Row key={title} title={title}>
          {value}
        </Row>
      ))}
      {refund && (
        <Row title={words.refund}>
          <Money amount={refund.amount} currency={refund.currency} />
        </Row>
      )}
      {nextDeadline && (
        <Row title={words.deadline}>
          {texts.frame.state[nextDeadline.status]}: <Countdown until={nextDeadline.at} isWithin />
        </Row>
      )}
    </dl>
  );
}

function Row({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </>
  );
}
