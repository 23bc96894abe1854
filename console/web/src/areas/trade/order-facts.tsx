/** What was agreed: guide, trip, guests, contact, price and policy. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CopyButton } from '../../parts/copy.tsx';
import { Money } from '../../parts/money.tsx';
import { Section } from '../../parts/page.tsx';
import { When } from '../../parts/time.tsx';
import { useAddress } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { languageName } from '../../texts/language-names.ts';
import { PolicyText, PriceTable } from './price.tsx';
import type { OrderDetail } from './timeline.ts';
import { guestsText, TripText } from './trip.tsx';

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

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </>
  );
}

function TripFacts({ order, guideName }: FactsProps) {
  const words = useTexts().trade;
  const locale = useLocaleTag();
  const address = useAddress();
  const isStudio = useHere().kind === 'studio';
  const guidePage = address(isStudio ? `/guides/${order.guideId}` : `/find/${order.guideId}`);
  return (
    <dl className="facts">
      <Fact title={words.order.guide}>
        <Link to={guidePage}>{guideName}</Link>
      </Fact>
      <Fact title={words.order.trip}>
        <TripText trip={order} />
      </Fact>
      <Fact title={words.order.begins}>
        <When at={order.tripStartAt} zone={order.timeZone} isExact />
      </Fact>
      <Fact title={words.order.ends}>
        <When at={order.tripEndAt} zone={order.timeZone} isExact />
      </Fact>
      {order.meetingPoint && <Fact title={words.order.meeting}>{order.meetingPoint.text}</Fact>}
      <Fact title={words.order.guests}>{guestsText(order, words.trip)}</Fact>
      {order.language && <Fact title={words.order.language}>{languageName(order.language, locale)}</Fact>}
      {order.clientReference && (
        <Fact title={words.order.reference}>
          {order.clientReference}{' '}
          <CopyButton text={order.clientReference} small what={order.clientReference} />
        </Fact>
      )}
      <Fact title={words.order.id}>
        <code>{order.orderId}</code>
      </Fact>
      <Fact title={words.order.made}>
        <When at={order.createdAt} isExact />
      </Fact>
    </dl>
  );
}

function Contact({ order }: { order: OrderDetail }) {
  const words = useTexts().trade.order;
  if (order.contactName === null) return <p className="soft">{words.contactHidden}</p>;
  return (
    <dl className="facts">
      <Fact title={words.name}>{order.contactName}</Fact>
      {order.contactPhone && (
        <Fact title={words.phone}>
          <a href={`tel:${order.contactPhone}`}>{order.contactPhone}</a>
        </Fact>
      )}
      {order.contactEmail && (
        <Fact title={words.email}>
          <a href={`mailto:${order.contactEmail}`}>{order.contactEmail}</a>
        </Fact>
      )}
      {order.guestNames && order.guestNames.length > 0 && (
        <Fact title={words.guestNames}>{order.guestNames.join(', ')}</Fact>
      )}
      {order.remark && (
        <Fact title={words.remark}>
          <span className="prose">{order.remark}</span>
        </Fact>
      )}
      {order.answers?.map(({ questionId, question, answer }) => (
        <Fact key={questionId} title={question}>
          {answer}
        </Fact>
      ))}
    </dl>
  );
}

function Price({ order }: { order: OrderDetail }) {
  const words = useTexts().trade.price;
  const locale = useLocaleTag();
  const { currency, refund, commission } = order;
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
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
