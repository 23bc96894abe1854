/** An order as an answer shows it, and what such an answer must not say of itself. */
import { availableActions, isLive, type OrderState } from '../../domain/order-state.ts';
import type { Viewer } from '../../domain/order-view.ts';
import type { Answer } from './client.ts';

interface EventSeen {
  readonly sequence: number;
  readonly previousStatus: OrderState | null;
  readonly status: OrderState;
  readonly reason: string;
  readonly actor: string;
}

export interface OrderSeen {
  readonly orderId: string;
  readonly status: OrderState;
  readonly history: readonly EventSeen[];
  readonly availableActions: readonly string[];
  readonly nextDeadline: unknown;
  readonly contactName: string | null;
  readonly contactPhone: string | null;
}

/** The order in an answer of order/detail, or of a move; only what is judged is kept. */
export function orderIn({ data }: Answer): OrderSeen | undefined {
  if (!Array.isArray(data?.history)) return undefined;
  const { orderId, status, history, availableActions, nextDeadline, contactName, contactPhone } =
    data as unknown as OrderSeen;
  return { orderId, status, history, availableActions, nextDeadline, contactName, contactPhone };
}

/** Why this answer can't be of one moment; undefined where it can. */
export function contradictionIn(order: OrderSeen, viewer: Viewer): string | undefined {
  const { status, history, contactName, contactPhone } = order;
  const last = history.at(-1);
  if (last?.status !== status) return `it is ${status}, its history ends with ${last?.status}`;
  const isUnbroken = history.every(
    (event, index) =>
      event.sequence === index + 1 && event.previousStatus === (history[index - 1]?.status ?? null),
  );
  if (!isUnbroken) return `its history is ${namesOf(order)}`;
  const wasConfirmed = history.some((event) => event.status === 'confirmed');
  const isContactDue = viewer === 'merchant' || wasConfirmed;
  const isContactThere = contactName !== null && contactPhone !== null;
  const isContactRight = isContactDue ? isContactThere : contactName === null && contactPhone === null;
  if (!isContactRight) return `contact data ${isContactThere ? 'shown' : 'missing'}: ${namesOf(order)}`;
  const actions = availableActions(status, viewer).join();
  if (order.availableActions.join() !== actions) return `${status}, actions ${order.availableActions.join()}`;
  const isDeadlineRight = isLive(status) === (order.nextDeadline !== null);
  return isDeadlineRight ? undefined : `${status}, next deadline ${JSON.stringify(order.nextDeadline)}`;
}

/** Whether `later` goes on where `earlier` ended. */
export function goesOn(earlier: OrderSeen, later: OrderSeen): boolean {
  return namesOf(later).startsWith(namesOf(earlier));
}

function namesOf({ history }: OrderSeen): string {
  return history.map(({ sequence, reason }) => `${sequence} ${reason};`).join(' ');
}
