/** One line of all that happened to an order: states, notifications with their attempts, messages, changes, people. */
import { type ReactNode, useState } from 'react';
import type { OperatorOrder, OrderNotification } from '../../../../server/operators/answers.ts';
import { request } from '../../api/client.ts';
import { colorOf, StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { When } from '../../parts/time.tsx';
import type { TimelineEntry } from '../../parts/timeline.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import type { Texts } from '../../texts/index.ts';
import { AskDialog } from './ask.tsx';
import { useMay } from './data.ts';

export function useOrderTimeline(order: OperatorOrder): { entries: TimelineEntry[]; asked: ReactNode } {
  const { operators: words, trade } = useTexts();
  const { reasons } = trade.order;
  const mayHelp = useMay()('operator.orders.write');
  const [abandoning, setAbandoning] = useState<string>();
  const entries = [
    ...order.events.map((event) => eventEntry(event, order, reasons)),
    ...order.notifications.map((notification) =>
      deliveryEntry(notification, order, words, mayHelp ? setAbandoning : undefined),
    ),
    ...order.messages.map(({ id, senderKey, createdAt, readAt }) => ({
      id: `message ${id}`,
      at: createdAt,
      icon: 'message' as const,
      title: words.order.message(nameOf(senderKey, order)),
      children: readAt === null ? words.order.unread : words.order.read,
    })),
    ...order.changes.map(({ changeId, status, fields, createdAt }) => ({
      id: changeId,
      at: createdAt,
      icon: 'tools' as const,
      title: `${words.order.change}: ${status}`,
      children: fields.join(', '),
    })),
    ...order.audit.map(({ id, occurredAt, action, actor, actorName, details }) => ({
      id: `audit ${id}`,
      at: occurredAt,
      icon: 'audit' as const,
      title: action,
      children: `${words.order.by} ${actorName ?? actor}${typeof details.reason === 'string' ? ` · ${details.reason}` : ''}`,
    })),
  ];
  const asked = abandoning && (
    <AskDialog
      title={words.order.abandonTitle}
      consequence={words.order.abandonText}
      verb={words.order.abandon}
      tone="danger"
      reasonHelp={words.order.abandonHelp}
      onClose={() => setAbandoning(undefined)}
      said={() => words.merchant.done}
      act={(reason) =>
        request('POST /api/operator/notifications/{notificationId}/abandon', {
          params: { notificationId: abandoning },
          body: { reason },
        })
      }
    />
  );
  return { entries: entries.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)), asked };
}

type Words = Texts['operators'];

function nameOf(key: string, { merchant, studio }: OperatorOrder): string {
  return [merchant, studio].find(({ merchantKey }) => merchantKey === key)?.name ?? key;
}

function eventEntry(
  event: OperatorOrder['events'][number],
  order: OperatorOrder,
  reasons: Texts['trade']['order']['reasons'],
): TimelineEntry {
  const { sequence, status, reason, actorKey, actedBy, note, occurredAt } = event;
  return {
    id: `event ${sequence}`,
    at: occurredAt,
    icon: 'orders',
    tone: colorOf(status),
    title: reasons[reason],
    children: [actorKey && nameOf(actorKey, order), actedBy, note].filter(Boolean).join(' · '),
  };
}

function deliveryEntry(
  notification: OrderNotification,
  order: OperatorOrder,
  words: Words,
  abandon: ((id: string) => void) | undefined,
): TimelineEntry {
  const { notificationId, merchantKey, endpointId, type, status, createdAt, attempts, nextAttemptAt } =
    notification;
  const last = notification.lastAttempts[0];
  return {
    id: notificationId,
    at: createdAt,
    icon: 'deliveries',
    tone: colorOf(status),
    title: (
      <span className="words">
        {type} {words.order.recipient(nameOf(merchantKey, order))} <StateBadge state={status} />
      </span>
    ),
    children: (
      <span className="words">
        {endpointId} · {words.order.attempts(attempts)}
        {last &&
          ` · ${words.why.errors[last.error ?? 'none'] ?? last.error}${last.httpStatus === null ? '' : ` (${last.httpStatus})`}`}
        {status === 'pending' && nextAttemptAt !== null && (
          <>
            <span>·</span> {words.why.next} <When at={nextAttemptAt} />
          </>
        )}
        {notification.abandonReason}
        {status === 'pending' && abandon && (
          <Button small onPress={() => abandon(notificationId)}>
            {words.order.abandon}
          </Button>
        )}
      </span>
    ),
  };
}
