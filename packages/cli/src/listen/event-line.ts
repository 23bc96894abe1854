import { printable } from '../terminal/printable.ts';
import type { Style } from '../terminal/style.ts';

/** What most events have, and what of it is shown. */
interface Shown {
  readonly type: string;
  readonly sequence?: number | null;
  readonly occurredAt: string;
  readonly orderId?: string | null;
  readonly settlementId?: string;
  readonly guideId?: string;
  readonly endpointId?: string;
  readonly merchantKey?: string;
  readonly status?: string | null;
  readonly reason?: string | null;
}

/** `10:42:07  order.status_changed  confirmed  ORD… #2` */
export function eventLine(event: object, style: Style): string {
  const { type, sequence, occurredAt, status, reason, ...about } = event as Shown;
  const subject =
    about.orderId ?? about.settlementId ?? about.guideId ?? about.endpointId ?? about.merchantKey;
  const what = [status, reason === undefined || reason === null ? undefined : `(${reason})`]
    .filter(Boolean)
    .join(' ');
  const number = typeof sequence === 'number' ? ` #${sequence}` : '';
  return [
    style.dim(new Date(occurredAt).toTimeString().slice(0, 8)),
    style.accent(printable(type)),
    ...(what === '' ? [] : [printable(what, 60)]),
    style.dim(`${printable(subject ?? '')}${number}`),
  ].join('  ');
}
