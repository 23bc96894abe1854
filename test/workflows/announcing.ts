import type { MikroORM } from '@mikro-orm/postgresql';
import type { Client } from '@temporalio/client';
import { type Announcer, createAnnouncer } from '../../activities/notifications/announcer.ts';
import { announceBy, type Wake } from '../../activities/notifications/announcing.ts';
import { createDeliveryStore } from '../../activities/notifications/delivery-store.ts';
import { Notification } from '../../db/entities/index.ts';
import { createNotificationGateway } from '../../lib/temporal/notification-gateway.ts';
import type {
  DeliveryActivities,
  ResolvedDelivery,
  StuckDelivery,
} from '../../workflows/delivery-contract.ts';

/** Wakes deliveries at a test's Temporal. */
export const wakeAt = (client: Client): Wake => createNotificationGateway(client, () => new Date()).wake;

const announcers = new WeakMap<MikroORM, Announcer[]>();

/** What is announced awaited by nobody ends before the database does. */
export async function closeAnnouncers(orm: MikroORM): Promise<void> {
  await Promise.all((announcers.get(orm) ?? []).map((announcer) => announcer.close()));
}

/** Announces what the database has; first attempts are the test's. Its world closes it. */
export function announcerWith(
  orm: MikroORM,
  wake: Wake,
  firstAttempt: (notificationId: string) => Promise<ResolvedDelivery | undefined> = async () => undefined,
): Announcer {
  const attempt = async (id: string) => {
    const resolved = await firstAttempt(id).catch(() => undefined);
    return resolved && ({ is: 'resolved', ...resolved } as const);
  };
  const onError = (error: unknown) => process.emitWarning(String(error));
  const announcer = createAnnouncer({ announce: announceBy(orm, attempt, wake), onError });
  announcers.set(orm, [...(announcers.get(orm) ?? []), announcer]);
  return announcer;
}

type Stuck = { readonly outcome: 'stuck' } & Omit<StuckDelivery, 'notificationId'>;
/** One attempt, by its notification. @param options as the workflow asks */
export type TestAttempt = (
  notificationId: string,
  options: { readonly isReported: boolean },
) => Promise<ResolvedDelivery | Stuck>;

/** Delivers what waits in the database, one after the other; attempts are the test's. */
export function deliverWith(orm: MikroORM, attempt: TestAttempt): DeliveryActivities['deliver'] {
  const store = createDeliveryStore(orm);
  return async (queue, reported) => {
    for (const resolved = []; ; ) {
      const delivery = await store.readNext(queue, new Date());
      if (delivery === undefined) return { is: 'resolved', resolved, isMore: false };
      const { id: notificationId } = delivery;
      const result = await attempt(notificationId, { isReported: reported === notificationId });
      if (result.outcome === 'stuck') {
        const { outcome: _, ...stuck } = result;
        return { is: 'stuck', notificationId, ...stuck };
      }
      const { outcome: status } = result;
      await orm.em.fork().nativeUpdate(Notification, { id: notificationId, status: 'pending' }, { status });
      resolved.push({ notificationId, ...result });
      if (reported !== undefined) return { is: 'resolved', resolved, isMore: true };
    }
  };
}
