import type { MikroORM } from '@mikro-orm/postgresql';
import { createDeliveryStore } from '../../activities/notifications/delivery-store.ts';
import type { AnnounceActivities, Announced, InlineDelivery } from '../../workflows/contract.ts';

/** Announces what the database has; first attempts are the test's. */
export function announceWith(
  orm: MikroORM,
  firstAttempt: (notificationId: string) => Promise<InlineDelivery | undefined> = async () => undefined,
): AnnounceActivities['announce'] {
  const store = createDeliveryStore(orm);
  return async ({ subjectId, after }) => {
    const { waiting, until } = await store.readWaiting(subjectId, after);
    const notifications = waiting.map(
      async ({ sequence, status, type, isFirst, ...one }): Promise<Announced> => {
        const outcome = isFirst ? await firstAttempt(one.notificationId).catch(() => undefined) : undefined;
        const { notificationId, endpointId, merchantKey } = one;
        const label = `#${sequence} ${status ?? type}`;
        return { notificationId, endpointId, merchantKey, label, ...(outcome && { firstAttempt: outcome }) };
      },
    );
    return { notifications: await Promise.all(notifications), until };
  };
}
