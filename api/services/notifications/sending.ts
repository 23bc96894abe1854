import type { MikroORM } from '@mikro-orm/postgresql';
import { Order } from '../../../db/entities/index.ts';
import { markAsked, requestRetry, waitingSequences } from '../../../db/queries/retry-requests.ts';
import { Unavailable } from '../../../domain/errors.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import type { NotificationGateway } from '../../../temporal/notification-gateway.ts';
import type { NotificationDetail, RecoverBody, RecoverData } from '../../schemas/notifications.ts';
import { recordProviderAct } from '../audit.ts';
import { findOwn, readNotification } from './reading.ts';

const RETRY_AFTER_SECONDS = 2;

export interface SendingDeps {
  readonly orm: MikroORM;
  readonly now: () => Date;
  /** Without it nothing can be sent from here. */
  readonly gateway?: NotificationGateway;
  /** There is a request to retry what waits. */
  readonly onRetryRequested?: () => void;
}

/**
 * Sends one notification now: one that waits is tried at once (it, or the one before it that it waits for), one that
 * was resolved is sent again, also when its order's workflow has ended.
 * @throws NotificationNotFound, Unavailable
 */
export async function redeliverNotification(
  { orm, now, gateway }: SendingDeps,
  merchant: CallingMerchant,
  id: string,
): Promise<NotificationDetail> {
  const em = orm.em.fork();
  const { key: merchantKey } = merchant;
  const { subjectId, orderId, sequence, status, resentAt } = await findOwn(em, merchantKey, id);
  const resend = (sequences: readonly number[]) =>
    gateway?.resend({ subjectId, merchantKey, sequences, requestedAt: now() });
  try {
    if (gateway === undefined) throw new Error('this process has no connection to Temporal');
    await markAsked(em, id);
    const isQueued = status === 'pending' && resentAt == null;
    if (!isQueued) await resend([sequence]);
    else if (!(await gateway.retryNow(subjectId)) && (await wasStarted(orm, orderId))) {
      // Its order's workflow is gone: what waits goes out in order.
      await resend(await waitingSequences(em, subjectId));
    }
  } catch (error) {
    throw new Unavailable('the notification could not be sent now, try again', RETRY_AFTER_SECONDS, error);
  }
  await recordProviderAct(em, merchant, {
    action: 'notification.redelivered',
    subject: `notification:${id}`,
  });
  return await readNotification(orm.em.fork(), merchantKey, id, now());
}

/** One that was not is about to be, and brings its notifications with it. */
async function wasStarted(orm: MikroORM, orderId: string | null | undefined): Promise<boolean> {
  if (orderId == null) return true;
  const order = await orm.em.fork().findOne(Order, orderId, { fields: ['workflowStartedAt'] });
  const isSettlement = order === null;
  return isSettlement || order.workflowStartedAt != null;
}

/** Counts everything since an instant that is not acknowledged and, unless it is a dry run, has it sent. */
export async function recoverNotifications(
  { orm, onRetryRequested }: SendingDeps,
  merchant: CallingMerchant,
  { since, dryRun = false }: RecoverBody,
): Promise<RecoverData> {
  const { key: merchantKey } = merchant;
  const em = orm.em.fork();
  const [counted] = await em.execute<Omit<RecoverData, 'dryRun'>[]>(COUNT, [merchantKey, since]);
  const counts = counted ?? { count: 0, pending: 0, skipped: 0, abandoned: 0 };
  if (!dryRun && counts.count > 0) {
    await requestRetry(em, merchantKey, 'recover', since);
    const subject = `merchant:${merchantKey}`;
    await recordProviderAct(em, merchant, { action: 'notification.recovered', subject, details: { since } });
    onRetryRequested?.();
  }
  return { ...counts, dryRun };
}

const COUNT = `
  select count(*)::int as count, count(*) filter (where status = 'pending')::int as pending,
    count(*) filter (where status = 'skipped')::int as skipped,
    count(*) filter (where status = 'abandoned')::int as abandoned
  from notification where merchant_key = ? and status <> 'acknowledged' and created_at >= ?::timestamptz`;
