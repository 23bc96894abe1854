import type { EntityManager } from '@mikro-orm/postgresql';
import { BETWEEN, type ConfirmationReminder, positionOf } from '../../../domain/ids.ts';
import { publishToParties } from '../notifications/notify.ts';

export interface StudioReminder {
  readonly orderId: string;
  /** Of the order's last event. */
  readonly sequence: number;
  readonly at: ConfirmationReminder;
  /** JSON without the notification's id. */
  readonly body: string;
}

/** The order's row is held: a move that comes at the same time is published after the reminder, or instead of it. */
const REMIND = `
with published as (
  select id, studio_key as merchant_key, studio_key, sequence, ?::int as position, ?::text as tag, ?::text as merchant_body,
    ?::text as studio_body, now() as happened_at, null::timestamptz as wake_at
  from orders where id = ? and status = 'pending' and sequence = ?::int for no key update
)${publishToParties('published', 'order.confirmation_due')}
on conflict (subject_id, position, endpoint_id) do nothing`;

/** Notifies the studio, and who acts for it, that its time to confirm runs out. Idempotent. */
export async function remindStudio(em: EntityManager, reminder: StudioReminder): Promise<void> {
  const { orderId, sequence, at, body } = reminder;
  const position = positionOf(sequence, at);
  await em.execute(REMIND, [position, BETWEEN[at], body, body, orderId, sequence]);
}
