/** Orders as a table: each row leads to its order. */
import type { ReactNode } from 'react';
import type { HideableColumn } from '../../../../../domain/saved-view.ts';
import type { Refusal } from '../../api/errors.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Money } from '../../parts/money.tsx';
import type { Selection } from '../../parts/selection.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { Countdown, dayText, When } from '../../parts/time.tsx';
import { useAddress } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { type OrderCard, useMerchantClock } from './data.ts';
import { AssigneeName } from './order-assignee.tsx';
import { TripText } from './trip.tsx';

interface RowsProps {
  readonly label: string;
  readonly orders: readonly OrderCard[] | undefined;
  readonly empty?: ReactNode;
  readonly error?: Refusal | null;
  readonly refetch?: () => unknown;
  readonly more?: { readonly has: boolean; readonly isLoading: boolean; readonly load: () => void };
  readonly selection: Selection;
  readonly hidden: readonly HideableColumn[];
  readonly onPeek: (orderId: string) => void;
}

export function CardRows({ label, orders, empty, selection, hidden, onPeek, ...rest }: RowsProps) {
  const address = useAddress();
  const columns = useColumns().filter(({ id }) => !(hidden as readonly string[]).includes(id));
  const locale = useLocaleTag();
  const words = useTexts().trade.bulk;
  const nameOf =
    (say: (guide: string) => string) =>
    ({ guideName, tripDate }: OrderCard) =>
      `${say(guideName)}, ${dayText(tripDate, locale)}`;
  return (
    <DataTable
      {...rest}
      label={label}
      columns={columns}
      rows={orders}
      keyOf={({ orderId }) => orderId}
      to={({ orderId }) => address(`/orders/${orderId}`)}
      empty={empty ?? null}
      selecting={orders?.length === 1 ? undefined : { selection, label: nameOf(words.select) }}
      peeking={{ onPeek, label: nameOf(words.peek) }}
    />
  );
}

function useColumns(): Column<OrderCard>[] {
  const words = useTexts().trade.orders.columns;
  return [
    { id: 'guide', title: words.guide, cell: (order) => <GuideCell order={order} /> },
    { id: 'trip', title: words.trip, cell: (order) => <TripText trip={order} /> },
    {
      id: 'guests',
      title: words.guests,
      isNumber: true,
      wideOnly: true,
      cell: ({ guestCount }) => guestCount,
    },
    { id: 'state', title: words.state, cell: ({ status }) => <StateBadge state={status} /> },
    { id: 'next', title: words.next, wideOnly: true, cell: (order) => <NextStep order={order} /> },
    {
      id: 'assigned',
      title: words.assigned,
      wideOnly: true,
      cell: (order) => <AssigneeName order={order} />,
    },
    {
      id: 'reference',
      title: words.reference,
      wideOnly: true,
      cell: ({ clientReference }) => clientReference ?? '',
    },
    {
      id: 'price',
      title: words.price,
      isNumber: true,
      wideOnly: true,
      cell: ({ totalAmount, currency }) => <Money amount={totalAmount} currency={currency} />,
    },
  ];
}

function GuideCell({ order }: { order: OrderCard }) {
  const { guideName, unread, assigned } = order;
  const words = useTexts().trade.orders;
  return (
    <>
      {guideName}
      {unread > 0 && (
        <span className="unread">
          <Icon name="message" size={16} title={words.unread(unread)} />
        </span>
      )}
      {assigned && (
        <div className="assigned-narrow soft">
          <Icon name="guides" size={16} title={words.columns.assigned} /> <AssigneeName order={order} />
        </div>
      )}
    </>
  );
}

/** What the order does next by itself, and when. */
function NextStep({ order: { nextDeadline, timeZone } }: { order: OrderCard }) {
  const words = useTexts().trade.orders;
  const { realTime } = useMerchantClock();
  if (!nextDeadline) return <span className="soft">{words.closed}</span>;
  const { at, status } = nextDeadline;
  return (
    <>
      {words.next[status]}{' '}
      {status === 'cancelled' ? (
        <Countdown until={realTime(at)} isWithin />
      ) : (
        <When at={realTime(at)} zone={timeZone} />
      )}
    </>
  );
}
