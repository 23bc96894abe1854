/** Orders to confirm, one card each: j and k move, c confirms, r rejects, x selects. */
import { Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { useListKeys } from '../../parts/list-keys.ts';
import { Money } from '../../parts/money.tsx';
import { SelectBox, type Selection, useSelection } from '../../parts/selection.tsx';
import { Countdown, When } from '../../parts/time.tsx';
import { useAddress } from '../../shell/address.ts';
import { WaitingNote } from '../../shell/connection-strip.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { dateFormat } from '../../texts/format.ts';
import { languageName } from '../../texts/language-names.ts';
import { About } from './about-order.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { Bulk, MoveButtons } from './bulk.tsx';
import { type InboxOrder, useMayTrade, useMerchantClock } from './data.ts';
import { AssigneeName } from './order-assignee.tsx';
import { guestsText, TripText } from './trip.tsx';

interface Chosen {
  readonly order: InboxOrder;
  readonly action: 'confirm' | 'reject';
}

export function InboxList({ orders }: { orders: readonly InboxOrder[] }) {
  const words = useTexts().trade.inbox;
  const mayTrade = useMayTrade();
  const [chosen, setChosen] = useState<Chosen>();
  const choose = useCallback(
    (orderId: string, action: Chosen['action']) => {
      const order = orders.find((one) => one.orderId === orderId);
      if (order && mayTrade) setChosen({ order, action });
    },
    [orders, mayTrade],
  );
  const ids = orders.map(({ orderId }) => orderId);
  const selection = useSelection(ids);
  const list = useListKeys<HTMLUListElement>({
    c: (id) => choose(id, 'confirm'),
    r: (id) => choose(id, 'reject'),
    ...(mayTrade && { x: (id) => selection.toggle(id), X: (id) => selection.toggle(id, true) }),
  });
  return (
    <>
      {mayTrade && orders.length > 0 && <p className="soft keys-hint">{words.keys}</p>}
      {mayTrade && (
        <Bulk
          {...{ orders, selection }}
          acts={(ask) => <MoveButtons count={selection.ids.length} onAsk={ask} />}
        />
      )}
      {orders.length > 0 && (
        <ul className="cards" ref={list}>
          {orders.map((order) => (
            <InboxCard
              key={order.orderId}
              order={order}
              onChoose={mayTrade ? choose : undefined}
              selection={mayTrade && orders.length > 1 ? selection : undefined}
            />
          ))}
        </ul>
      )}
      {chosen && (
        <ActionDialog
          order={{ ...chosen.order, refund: null, openChange: null }}
          action={chosen.action}
          isDangerous={chosen.action === 'reject'}
          about={<About order={chosen.order} />}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}

interface CardProps {
  readonly order: InboxOrder;
  readonly onChoose: ((orderId: string, action: Chosen['action']) => void) | undefined;
  /** Undefined where there is nothing to select. */
  readonly selection: Selection | undefined;
}

function InboxCard({ order, onChoose, selection }: CardProps) {
  const words = useTexts().trade;
  const address = useAddress();
  const locale = useLocaleTag();
  const { realTime } = useMerchantClock();
  const { orderId, guideName, nextDeadline, language } = order;
  return (
    <li className="card inbox-card" data-id={orderId}>
      <div className="row row-between">
        <div className="row">
          {selection && <SelectBox id={orderId} label={words.bulk.select(guideName)} selection={selection} />}
          <h2 className="card-title">
            <Link to={address(`/orders/${orderId}`)} className="card-link">
              {guideName}
            </Link>
          </h2>
        </div>
        {nextDeadline && <Countdown until={realTime(nextDeadline.at)} />}
      </div>
      <p>
        <TripText trip={order} /> · {guestsText(order, words.trip)}
        {language && ` · ${languageName(language, locale)}`}
      </p>
      <p>
        <Money amount={order.totalAmount} currency={order.currency} />{' '}
        <span className="soft">
          {order.clientReference} · <When at={order.createdAt} hasHappened />
        </span>
      </p>
      {order.assigned && (
        <p className="soft">
          {words.assigned.label}: <AssigneeName order={order} />
        </p>
      )}
      <Beside order={order} />
      <WaitingNote orderId={orderId} />
      {onChoose && (
        <div className="row">
          <Button tone="main" onPress={() => onChoose(orderId, 'confirm')}>
            {words.action.confirm.verb}
          </Button>
          <Button onPress={() => onChoose(orderId, 'reject')}>{words.action.reject.verb}</Button>
        </div>
      )}
    </li>
  );
}

/** What else the guide has from the day before until the day after. */
function Beside({ order: { neighbours, timeZone } }: { order: InboxOrder }) {
  const texts = useTexts();
  const words = texts.trade;
  const locale = useLocaleTag();
  const address = useAddress();
  if (neighbours.length === 0) return <p className="soft">{words.inbox.besideNothing}</p>;
  const format = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return (
    <div className="soft">
      {words.inbox.beside}:
      <ul className="bare">
        {neighbours.map(({ orderId, status, guestCount, startAt, endAt }) => (
          <li key={`${orderId} ${startAt}`}>
            {format.formatRange(new Date(startAt), new Date(endAt))}:{' '}
            {orderId && status ? (
              <Link to={address(`/orders/${orderId}`)}>
                {texts.frame.state[status]}, {words.trip.guests(guestCount ?? 0)}
              </Link>
            ) : (
              words.inbox.held
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
