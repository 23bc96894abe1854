/** What happened to an order: states, changes, messages, notifications and people in one line, the newest first. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { operationAddress } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { colorOf, type State, StateBadge } from '../../parts/badge.tsx';
import { MessageFiles } from '../../parts/files.tsx';
import type { IconName } from '../../parts/icon.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { type TimelineEntry as ShownEntry, Timeline } from '../../parts/timeline.tsx';
import { useAddress } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import type { Texts } from '../../texts/index.ts';
import { ChangeRows } from './change-view.tsx';
import { useOrderPeople, useOwnSide } from './data.ts';
import {
  type Delivered,
  type HistoryEntry,
  type Message,
  type OrderDetail,
  type TimelineEntry,
  timelineOf,
} from './timeline.ts';

export function OrderTimeline({ order }: { order: OrderDetail }) {
  const entries = useTimeline(order);
  const texts = useTexts();
  const own = useOwnSide();
  if (!entries) return <Skeleton lines={6} />;
  return (
    <Timeline
      label={texts.trade.order.timeline}
      entries={entries.map((entry) => shown(entry, texts.trade, own, order.orderId))}
    />
  );
}

/** Undefined until messages, changes and notifications are there: what came first would only move about. */
export function useTimeline({ orderId, history }: OrderDetail): TimelineEntry[] | undefined {
  const here = useHere();
  const params = { orderId };
  const messages = useOperation(here, 'listMessages', { params, query: { sort: 'newest', size: 100 } });
  const changes = useOperation(here, 'listOrderChanges', { params });
  const notifications = useOperation(here, 'listNotifications', { query: { orderId, size: 100 } });
  const people = useOrderPeople(here, orderId);
  if ([messages, changes, notifications, people].some(({ isPending }) => isPending)) return undefined;
  return timelineOf({
    history,
    messages: messages.data?.list ?? [],
    changes: changes.data?.list ?? [],
    notifications: (notifications.data?.list ?? []).filter((one) => isSent(one) || isNews(one)),
    people: people.data?.list ?? [],
  });
}

type Words = Texts['trade'];

function shown(entry: TimelineEntry, words: Words, own: 'merchant' | 'studio', orderId: string): ShownEntry {
  const { key, at, event, message, delivered } = entry;
  const common = { id: key, at };
  if (message) {
    const title = words.order.message[message.sender];
    return {
      ...common,
      icon: 'message',
      tone: 'blue',
      title,
      children: <MessageLines entry={entry} own={own} orderId={orderId} />,
    };
  }
  if (event) {
    const title = words.order.reasons[event.reason];
    return { ...common, ...iconOf(event), title, children: <EventLines entry={entry} own={own} /> };
  }
  const [one] = delivered;
  const title = words.order.events[one?.type ?? ''] ?? one?.type ?? '';
  return {
    ...common,
    icon: 'deliveries',
    tone: 'grey',
    title,
    children: <DeliveryLine delivered={delivered} />,
  };
}

const ICONS: Readonly<Record<OrderDetail['status'], IconName>> = {
  pending: 'orders',
  confirmed: 'check',
  in_progress: 'arrow',
  completed: 'check',
  cancelled: 'close',
};

export function iconOf(event: HistoryEntry): Pick<ShownEntry, 'icon' | 'tone'> {
  if (event.previousStatus === event.status) return { icon: 'calendar', tone: 'amber' };
  return { icon: ICONS[event.status], tone: colorOf(event.status as State) };
}

interface LineProps {
  readonly entry: TimelineEntry;
  readonly own: 'merchant' | 'studio';
}

/** Who it was: of one's own people by name, of the other side by the side. */
export function useWho({ entry: { event, person, message }, own }: LineProps): string {
  const words = useTexts().trade.order;
  const party = event?.actor ?? message?.sender ?? 'platform';
  if (person !== undefined) return words.by(person);
  const provider = event?.actedBy ?? message?.actedBy;
  if (provider) return words.by(provider);
  return party === own ? words.by(words.you) : words.by(words.parties[party] ?? party);
}

function EventLines({ entry, own }: LineProps) {
  const who = useWho({ entry, own });
  const { event, change, delivered } = entry;
  return (
    <div className="stack-s">
      <span>{who}</span>
      {event?.note && <Quoted>{event.note}</Quoted>}
      {change && <ChangeRows change={change} />}
      {delivered.length > 0 && <DeliveryLine delivered={delivered} />}
    </div>
  );
}

function MessageLines({ entry, own, orderId }: LineProps & { orderId: string }) {
  const words = useTexts().trade.order;
  const who = useWho({ entry, own });
  const { message } = entry;
  if (!message) return null;
  const isOwn = message.sender === own;
  return (
    <div className="stack-s">
      <Quoted>{message.text}</Quoted>
      <OrderFiles orderId={orderId} files={message.attachments} />
      <span>
        {who}
        {isOwn && ` · ${message.readAt ? words.read : words.unread}`}
      </span>
    </div>
  );
}

/** Files that came with a message. */
export function OrderFiles({ orderId, files }: { orderId: string; files: Message['attachments'] }) {
  const here = useHere();
  return (
    <MessageFiles
      files={files}
      addressOf={(fileId) => operationAddress(here, 'getMessageFile', { orderId, fileId })}
    />
  );
}

/** What somebody wrote: their own lines, as text. */
export function Quoted({ children }: { children: ReactNode }) {
  return <blockquote className="prose quoted">{children}</blockquote>;
}

/** Notifications that were never sent are left out: no address, or a filter that does not take them. */
const isSent = ({ status }: Delivered) => status !== 'skipped' && status !== 'unsubscribed';

/** What no event of the history and no message shows. */
const isNews = ({ type }: Delivered) => type === 'review.created' || type === 'order.confirmation_due';

/** Its notifications: their states, with links. */
function DeliveryLine({ delivered }: { delivered: readonly Delivered[] }) {
  const words = useTexts().trade.order;
  const address = useAddress();
  return (
    <span className="row">
      {delivered.filter(isSent).map(({ notificationId, status }) => (
        <Link
          key={notificationId}
          to={address(`/deliveries/${notificationId}`)}
          aria-label={`${words.notification}: ${words.notificationStates[status] ?? status}`}
        >
          <StateBadge
            state={status as State}
            word={`${words.notification}: ${words.notificationStates[status] ?? status}`}
          />
        </Link>
      ))}
    </span>
  );
}
