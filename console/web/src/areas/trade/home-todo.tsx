/** Things to do, each one a link to where it is done. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Home } from '../../../../server/trade/schemas.ts';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { Countdown, When } from '../../parts/time.tsx';
import { useAddress } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { dateFormat } from '../../texts/format.ts';
import { useMerchantClock } from './data.ts';

/** What counting stops at (db/queries/console/trade-home.ts). */
const MANY = 1_000;

export function TodoList({ home }: { home: Home }) {
  return (
    <ul className="todo">
      <OrdersAndChanges home={home} />
      {home.endpoints.map((endpoint) => (
        <EndpointTodo key={endpoint.endpointId} endpoint={endpoint} />
      ))}
      {home.unread.map((unread) => (
        <MessageTodo key={unread.order.orderId} unread={unread} />
      ))}
      {home.statements.map((statement) => (
        <StatementTodo key={statement.settlementId} statement={statement} />
      ))}
    </ul>
  );
}

type Tone = 'amber' | 'red' | 'blue' | 'grey';

interface TodoProps {
  readonly icon: IconName;
  readonly tone: Tone;
  readonly to: string;
  readonly title: string;
  readonly children?: ReactNode;
}

function Todo({ icon, tone, to, title, children }: TodoProps) {
  return (
    <li className={`todo-item ${tone}`}>
      <Icon name={icon} />
      <Link to={to} className="todo-link">
        {title}
      </Link>
      <span className="todo-facts soft">{children}</span>
    </li>
  );
}

function OrdersAndChanges({ home: { pending, changes } }: { home: Home }) {
  const words = useTexts().trade.home;
  const address = useAddress();
  const { realTime } = useMerchantClock();
  const isStudio = useHere().kind === 'studio';
  const first = (at: string | null) =>
    at && (
      <>
        {words.first} <Countdown until={realTime(at)} isWithin />
      </>
    );
  return (
    <>
      {pending.count > 0 && (
        <Todo
          icon="inbox"
          tone="amber"
          to={address(isStudio ? '/inbox' : '/orders?status=pending')}
          title={isStudio ? words.toConfirm(pending.count) : words.waitForStudio(pending.count)}
        >
          {first(pending.first)}
        </Todo>
      )}
      {changes.count > 0 && (
        <Todo
          icon="calendar"
          tone="amber"
          to={address(isStudio ? '/inbox' : '/orders?status=confirmed')}
          title={isStudio ? words.changesToAnswer(changes.count) : words.changesWait(changes.count)}
        >
          {first(changes.first)}
        </Todo>
      )}
    </>
  );
}

function EndpointTodo({ endpoint }: { endpoint: Home['endpoints'][number] }) {
  const words = useTexts().trade.home;
  const address = useAddress();
  const { host, state, since, waiting, endpointId } = endpoint;
  return (
    <Todo
      icon="endpoint"
      tone="red"
      to={address(`/endpoints/${endpointId}`)}
      title={state === 'paused' ? words.endpointPaused(host) : words.endpointFailing(host)}
    >
      {words.since} <When at={since} />
      {waiting > 0 && ` · ${waiting >= MANY ? words.waitingMany : words.waiting(waiting)}`}
    </Todo>
  );
}

function MessageTodo({ unread: { order, count, since } }: { unread: Home['unread'][number] }) {
  const words = useTexts().trade.home;
  const address = useAddress();
  return (
    <Todo
      icon="message"
      tone="blue"
      to={address(`/orders/${order.orderId}`)}
      title={`${words.unread(count)} ${words.about(order.guideName)}`}
    >
      <When at={since} />
    </Todo>
  );
}

function StatementTodo({ statement }: { statement: Home['statements'][number] }) {
  const words = useTexts().trade.home;
  const address = useAddress();
  const locale = useLocaleTag();
  const format = dateFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const month = format.format(new Date(`${statement.month}-01T00:00:00Z`));
  const isDisputed = statement.status === 'disputed';
  return (
    <Todo
      icon="money"
      tone={isDisputed ? 'red' : 'grey'}
      to={address(`/money/statements/${statement.settlementId}`)}
      title={isDisputed ? words.statement.disputed(month) : words.statement.issued(month)}
    >
      {statement.issuedAt && <When at={statement.issuedAt} hasHappened />}
    </Todo>
  );
}
