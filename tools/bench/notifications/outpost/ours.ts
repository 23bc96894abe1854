import { createOrderNumbers, makeDeliveryBacklog, untilDelivered } from '../../support/delivery-backlog.ts';
import { createGuidepost } from '../../support/guidepost.ts';
import type { Side } from './side.ts';

/** Notifications through Temporal, as scenario `deliveries` has them: no first attempts by the order worker. */
export async function startOurs(urls: readonly string[]): Promise<Side> {
  const guidepost = await createGuidepost();
  const { temporal, postgresPid } = guidepost.backends;
  const orders = await guidepost.startWorker('orders', { PROMPT_DELIVERIES: '0' });
  const numbers = createOrderNumbers();
  return {
    name: 'ours',
    parts: {
      "Temporal's server": temporal.pid,
      'workflow worker': () => orders.pid,
      PostgreSQL: postgresPid,
    },
    makeBacklog: (count) => makeDeliveryBacklog(guidepost, urls, numbers.next(count)),
    startDelivery: async () => ({
      name: 'activity worker',
      ...(await guidepost.startWorker('notifications')),
    }),
    untilDelivered: () => untilDelivered(guidepost),
    close: () => guidepost.close(),
  };
}
