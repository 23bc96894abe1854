/** What was said and what happened, the oldest first as in any conversation, with the form for what is said next. */
import { useEffect, useRef } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { Section } from '../../parts/page.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { ChangeRows } from './change-view.tsx';
import { Composer } from './composer.tsx';
import { useMayTrade, useOwnSide } from './data.ts';
import { conversationOf, useOrderNotes } from './note-data.ts';
import { NoteEntry } from './order-notes.tsx';
import { iconOf, OrderFiles, Quoted, useTimeline, useWho } from './order-timeline.tsx';
import type { OrderDetail, TimelineEntry } from './timeline.ts';

export function OrderConversation({ order }: { order: OrderDetail }) {
  const words = useTexts().trade;
  const mayTrade = useMayTrade();
  return (
    <Section title={words.messages.title}>
      <ConversationLog order={order} />
      {mayTrade && (
        <div className="no-print">
          <Composer order={order} />
        </div>
      )}
    </Section>
  );
}

/** The newest entry is in sight. */
export function ConversationLog({ order }: { order: OrderDetail }) {
  const words = useTexts().trade.messages;
  const timeline = useTimeline(order);
  const notes = useOrderNotes(order.orderId);
  const entries = timeline && conversationOf(timeline, notes);
  const log = useRef<HTMLDivElement>(null);
  const last = entries?.at(-1)?.key;
  // The newest is what one comes for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each new entry
  useEffect(() => void log.current?.scrollTo({ top: log.current.scrollHeight }), [last]);
  if (!entries) return <Skeleton lines={6} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <div className="conversation" role="log" aria-label={words.title} tabIndex={0} ref={log}>
      <ol>
        {entries.map((one) => (
          <li key={one.key} className="conversation-entry">
            {'note' in one ? (
              <NoteEntry note={one.note} orderId={order.orderId} />
            ) : (
              <SaidOrHappened entry={one.entry} orderId={order.orderId} />
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

interface EntryProps {
  readonly entry: TimelineEntry;
  readonly orderId: string;
}

function SaidOrHappened({ entry, orderId }: EntryProps) {
  return entry.message ? <Said entry={entry} orderId={orderId} /> : <Happened entry={entry} />;
}

function Said({ entry, orderId }: EntryProps) {
  const words = useTexts().trade.order;
  const own = useOwnSide();
  const who = useWho({ entry, own });
  const { message } = entry;
  if (!message) return null;
  const isOwn = message.sender === own;
  return (
    <div className={isOwn ? 'bubble own' : 'bubble'}>
      <p className="prose">{message.text}</p>
      <OrderFiles orderId={orderId} files={message.attachments} />
      <p className="bubble-by">
        {who} · <When at={entry.at} hasHappened />
        {isOwn && ` · ${message.readAt ? words.read : words.unread}`}
      </p>
    </div>
  );
}

function Happened({ entry }: { entry: TimelineEntry }) {
  const words = useTexts().trade.order;
  const own = useOwnSide();
  const who = useWho({ entry, own });
  const { event, change } = entry;
  if (!event) return null;
  const { icon, tone = 'grey' } = iconOf(event);
  return (
    <div className={`happened ${tone}`}>
      <Icon name={icon} size={16} />
      <div>
        <p>
          <strong>{words.reasons[event.reason]}</strong> <span className="soft">{who}</span>{' '}
          <span className="soft">
            · <When at={entry.at} hasHappened />
          </span>
        </p>
        {event.note && <Quoted>{event.note}</Quoted>}
        {change && <ChangeRows change={change} />}
      </div>
    </div>
  );
}
