import type { MikroORM } from '@mikro-orm/postgresql';
import type { NotificationDetail } from '../../contract/schemas/notifications.ts';
import { type Notification, Order } from '../../db/entities/index.ts';
import { reopen } from '../../db/queries/notifications/reopen.ts';
import { markAsked, waitingIds } from '../../db/queries/notifications/retry-requests.ts';
import { NotificationStateForbids, Unavailable } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import type { NotificationGateway } from '../../lib/temporal/notification-gateway.ts';
import { recordProviderAct } from '../audit.ts';
import { once } from '../commands.ts';
import { findOwn, readNotification } from './reading.ts';

const RETRY_AFTER_SECONDS = 2;
const REDELIVERED = 'notification.redelivered';
const UNSUBSCRIBED =
  'the endpoint does not take events of this type; change its `eventTypes`, or read the event feed';

export interface SendingDeps {
  readonly orm: MikroORM;
  readonly now: () => Date;
  /** Without it nothing can be sent from here. */
  readonly gateway?: NotificationGateway;
}

type SentNotification = Pick<
  Notification,
  'id' | 'subjectId' | 'endpointId' | 'merchantKey' | 'orderId' | 'status' | 'resentAt'
>;

/**
 * Sends one notification now: one that waits is tried at once (it, or the one before it that it waits for), one that
 * was resolved is sent again, also when its order's workflow has ended.
 * @throws NotificationNotFound, NotificationStateForbids for one that its endpoint does not take, Unavailable
 */
export async function redeliverNotification(
  deps: SendingDeps,
  merchant: CallingMerchant,
  id: string,
): Promise<NotificationDetail> {
  const em = deps.orm.em.fork();
  const notification = await findOwn(em, merchant.key, id);
  if (notification.status === 'unsubscribed') throw new NotificationStateForbids(UNSUBSCRIBED);
  const { result, isRepeat } = await em.transactional((tx) =>
    once(tx, merchant, REDELIVERED, async () => {
      const reopened = await reopen(tx, id);
      await recordProviderAct(tx, merchant, { action: REDELIVERED, subject: `notification:${id}` });
      return { reopenedAt: reopened?.toISOString() ?? null };
    }),
  );
  // What an earlier try had sent, and was resolved since, is not sent again.
  const isSent = isRepeat && notification.status !== 'pending';
  if (!isSent) await send(deps, notification, instantOf(result.reopenedAt));
  return await readNotification(deps.orm.em.fork(), merchant.key, id, deps.now());
}

/**
 * Has a notification tried at once: the one before it that it waits for, or, where it was resolved, itself once more.
 * @throws Unavailable
 */
export async function sendNow(deps: SendingDeps, notification: SentNotification): Promise<void> {
  await send(deps, notification, await reopen(deps.orm.em.fork(), notification.id));
}

/** @param reopenedAt when it was opened again; undefined where it waited already. */
async function send(
  { orm, now, gateway }: SendingDeps,
  { id, subjectId, endpointId, merchantKey, orderId, status, resentAt }: SentNotification,
  reopenedAt: Date | undefined,
): Promise<void> {
  const em = orm.em.fork();
  const queue = { subjectId, endpointId, merchantKey };
  try {
    if (gateway === undefined) throw new Error('this process has no connection to Temporal');
    if (reopenedAt !== undefined) {
      const again = { notificationIds: [id], reopenedIds: [id], requestedAt: reopenedAt };
      return await gateway.resend({ ...queue, ...again });
    }
    const resend = (notificationIds: readonly string[]) =>
      gateway.resend({ ...queue, notificationIds, requestedAt: now() });
    await markAsked(em, id);
    const isQueued = status === 'pending' && resentAt == null;
    if (!isQueued) await resend([id]);
    else if (
      !(await gateway.retryNow({ subjectId, endpointId, isResent: false })) &&
      (await wasStarted(orm, orderId))
    ) {
      // Its order's workflow is gone: what waits goes out in order.
      await resend(await waitingIds(em, subjectId, endpointId));
    }
  } catch (error) {
    throw new Unavailable('the notification could not be sent now, try again', RETRY_AFTER_SECONDS, error);
  }
}

const instantOf = (text: string | null) => (text === null ? undefined : new Date(text));

/** One that was not is about to be, and brings its notifications with it. */
async function wasStarted(orm: MikroORM, orderId: string | null | undefined): Promise<boolean> {
  if (orderId == null) return true;
  const order = await orm.em.fork().findOne(Order, orderId, { fields: ['workflowStartedAt'] });
  const isSettlement = order === null;
  return isSettlement || order.workflowStartedAt != null;
}
