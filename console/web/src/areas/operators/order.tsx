/** One order, for operators: both parties, what helps it, its money, one timeline. */

import type { OperatorOrder } from '../../../../server/operators/answers.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { ShortId } from '../../parts/copy.tsx';
import { Money } from '../../parts/money.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Awaited } from '../../parts/states.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useParam } from '../../shell/session.ts';
import { useOperatorData } from './data.ts';
import { OrderFacts } from './order-facts.tsx';
import { OrderHelp } from './order-help.tsx';
import { useOrderTimeline } from './order-timeline.tsx';
import { OrderWhy } from './order-why.tsx';
import { World } from './search.tsx';
import './operators.css';

/** Notifications are under way. */
const EVERY_MS = 10_000;

export default function OrderPage() {
  const texts = useTexts().operators;
  const orderId = useParam('orderId');
  const order = useOperatorData('GET /api/operator/orders/{orderId}', {
    params: { orderId },
    everyMs: EVERY_MS,
  });
  const { data } = order;
  return (
    <Page
      title={data?.guideName ?? texts.order.title}
      crumbs={[{ title: texts.search.title, to: '/desk/search' }]}
      beside={
        data && (
          <>
            <StateBadge state={data.status} />
            <ShortId id={data.orderId} />
            <World sandbox={data.sandbox} />
          </>
        )
      }
      actions={
        data?.temporalUrl && (
          <a className="button plain" href={data.temporalUrl} target="_blank" rel="noreferrer">
            {texts.order.temporal}
          </a>
        )
      }
    >
      <Awaited query={order} lines={10} />
      {data && <Loaded order={data} />}
    </Page>
  );
}

function Loaded({ order }: { order: OperatorOrder }) {
  const words = useTexts().operators.order;
  const { entries, asked } = useOrderTimeline(order);
  return (
    <div className="facts-and-timeline">
      <div className="stack-l">
        <OrderWhy orderId={order.orderId} />
        <OrderHelp order={order} />
        <OrderFacts order={order} />
        <Postings order={order} />
      </div>
      <Section title={words.timeline}>
        <Timeline label={words.timeline} entries={entries} />
      </Section>
      {asked}
    </div>
  );
}

function Postings({ order: { postings } }: { order: OperatorOrder }) {
  const words = useTexts().operators.order;
  const kinds: Readonly<Record<string, string>> = useTexts().money.kinds;
  return (
    <Section title={words.money}>
      {postings.length === 0 && <p className="soft">{words.noMoney}</p>}
      {postings.length > 0 && (
        <ul className="panel rows">
          {postings.map(({ postingId, kind, currency, reason, operator, entries }) => (
            <li key={postingId}>
              <span className="words">
                <code>{postingId}</code> {kinds[kind] ?? kind}{' '}
                <span className="soft">{[reason, operator].filter(Boolean).join(' · ')}</span>
              </span>
              {entries.map((entry) => (
                <span key={`${entry.account}${entry.merchantKey}${entry.amount}`} className="words soft">
                  {entry.merchantKey ?? words.platform} <Money amount={entry.amount} currency={currency} />
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
