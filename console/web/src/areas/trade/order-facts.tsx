/** What was agreed: guide, trip, guests, contact, price and policy. */

import { Link } from '@tanstack/react-router';
import { CopyButton } from '../../parts/copy.tsx';
import { Fact } from '../../parts/facts.tsx';
import { Money } from '../../parts/money.tsx';
import { Section } from '../../parts/page.tsx';
import { When } from '../../parts/time.tsx';
import { useAddress } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { numberFormat } from '../../texts/format.ts';
import { PolicyText, PriceTable } from './price.tsx';
import type { OrderDetail } from './timeline.ts';

interface FactsProps {
  readonly order: OrderDetail;
  readonly guideName: string;
}

export function OrderFacts({ order, guideName }: FactsProps) {
  const words = useTexts().trade;
  return (
    <>
      <Section title={words.order.facts}>
        <TripFacts order={order} guideName={guideName} />
      </Section>
      <Section title={words.order.contact}>
        <Contact order={order} />
      </Section>
      <Section title={words.price.title}>
        <Price order={order} />
      </Section>
      <Section title={words.policy.title}>
        <PolicyText policy={order.cancellationPolicy} />
      </Section>
    </>
  );
}

function TripFacts({ order, guideName }: FactsProps) {
  const words = useTexts().trade;
  const address = useAddress();
  const isStudio = useHere().kind === 'studio';
  const guidePage = address(isStudio ? `/guides/${order.guideId}` : `/find/${order.guideId}`);
  return (
    <dl className="facts">
      <Fact name={words.order.guide} value={<Link to={guidePage}>{guideName}</Link>} />
      <Fact name={words.order.begins} value={<When at={order.tripStartAt} zone={order.timeZone} isExact />} />
      <Fact name={words.order.ends} value={<When at={order.tripEndAt} zone={order.timeZone} isExact />} />
      <Fact
        name={words.order.reference}
        value={
          order.clientReference && (
            <>
              {order.clientReference}{' '}
              <CopyButton text={order.clientReference} small what={order.clientReference} />
            </>
          )
        }
      />
      <Fact name={words.order.id} value={<code>{order.orderId}</code>} />
      <Fact name={words.order.made} value={<When at={order.createdAt} isExact />} />
    </dl>
  );
}

function Contact({ order }: { order: OrderDetail }) {
  const words = useTexts().trade.order;
  if (order.contactName === null) return <p className="soft">{words.contactHidden}</p>;
  return (
    <dl className="facts">
      <Fact name={words.name} value={order.contactName} />
      <Fact
        name={words.phone}
        value={order.contactPhone && <a href={`tel:${order.contactPhone}`}>{order.contactPhone}</a>}
      />
      <Fact
        name={words.email}
        value={order.contactEmail && <a href={`mailto:${order.contactEmail}`}>{order.contactEmail}</a>}
      />
      <Fact name={words.guestNames} value={order.guestNames?.join(', ')} />
      <Fact name={words.remark} value={order.remark && <span className="prose">{order.remark}</span>} />
      {order.answers?.map(({ questionId, question, answer }) => (
        <Fact key={questionId} name={question} value={answer} />
      ))}
    </dl>
  );
}

function Price({ order }: { order: OrderDetail }) {
  const words = useTexts().trade.price;
  const locale = useLocaleTag();
  const { currency, refund, commission } = order;
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  return (
    <PriceTable lines={order.priceBreakdown} total={order.totalAmount} currency={currency}>
      {refund && (
        <>
          <Row title={words.refunded} amount={refund.amount} currency={currency} />
          <Row title={words.kept} amount={refund.fee} currency={currency} />
        </>
      )}
      <Row
        isPrinted={false}
        title={words.commissionOf(percent.format(commission.rate / 10_000))}
        amount={commission.amount}
        currency={currency}
      />
    </PriceTable>
  );
}

interface RowProps {
  readonly title: string;
  readonly amount: number;
  readonly currency: string;
  /** False: it is between the merchants and the platform; a print goes to guests and guides. */
  readonly isPrinted?: boolean;
}

function Row({ title, amount, currency, isPrinted = true }: RowProps) {
  return (
    <tr className={isPrinted ? 'soft' : 'soft no-print'}>
      <th scope="row">{title}</th>
      <td>
        <Money amount={amount} currency={currency} />
      </td>
    </tr>
  );
}
