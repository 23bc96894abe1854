import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { NotificationDetail } from '../../contract/schemas/notifications.ts';
import type { Notification } from '../../db/entities/index.ts';
import { askFor, reopen } from '../../db/queries/notifications/reopen.ts';
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

type Sent = Pick<Notification, 'id' | 'subjectId' | 'endpointId' | 'merchantKey'>;

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
  const { isRepeat } = await em.transactional((tx) =>
    once(tx, merchant, REDELIVERED, async () => {
      await ask(tx, id);
      await recordProviderAct(tx, merchant, { action: REDELIVERED, subject: `notification:${id}` });
      return {};
    }),
  );
  // What an earlier try had sent, and was resolved since, is not sent again.
  const isSent = isRepeat && notification.status !== 'pending';
  if (!isSent) await wake(deps, notification);
  return await readNotification(deps.orm.em.fork(), merchant.key, id, deps.now());
}

/**
 * Has a notification tried at once: the one before it that it waits for, or, where it was resolved, itself once more.
 * @throws Unavailable
 */
export async function sendNow(deps: SendingDeps, notification: Sent): Promise<void> {
  await deps.orm.em.fork().transactional((tx) => ask(tx, notification.id));
  await wake(deps, notification);
}

/** It waits in the database first (docs/decisions/0120). */
async function ask(em: EntityManager, id: string): Promise<void> {
  await reopen(em, id);
  await askFor(em, id);
}

/** Has its delivery read the database again. @throws Unavailable: then it is found as stalled. */
export async function wake({ gateway }: SendingDeps, one: Omit<Sent, 'id'>): Promise<void> {
  const { subjectId, endpointId, merchantKey } = one;
  try {
    if (gateway === undefined) throw new Error('this process has no connection to Temporal');
    await gateway.wake({ subjectId, endpointId, merchantKey });
  } catch (error) {
    throw new Unavailable('the notification could not be sent now, try again', RETRY_AFTER_SECONDS, error);
  }
}
