/**
 * A worker that crashes with an Update under way may have written its move; the server drops the Update with it, and the order's workflow believes
 * the order as it was before (docs/decisions/0071). Whoever notices has the workflow look at the database, by a job (jobs/order-follow.ts): nobody
 * waits for it, and no crash forgets it. What this rules out (test/workflows/catching-up.test.ts):
 *
 * - No answer came, the caller never repeats the command, and a delivery announces the move before its workflow knows of it.
 * - The caller repeats it, and it is found done: nothing else would have the workflow follow.
 */
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { addSingleJob } from '../../db/queries/platform/jobs.ts';
import { Unavailable } from '../../domain/errors.ts';
import type { OrderGateway } from '../../lib/temporal/order-gateway.ts';

/** Has an order's workflow follow the database. */
export async function haveFollow(em: EntityManager, orderId: string): Promise<void> {
  await addSingleJob(em, 'order_follow', orderId);
}

/** The same gateway; an order whose command got no answer is followed. */
export function following(orm: MikroORM, gateway: OrderGateway): OrderGateway {
  async function watch<Result>(orderId: string, command: Promise<Result>): Promise<Result> {
    try {
      return await command;
    } catch (error) {
      // Where this fails as well, the order's next timer or command finds out.
      if (error instanceof Unavailable) await haveFollow(orm.em.fork(), orderId).catch(() => undefined);
      throw error;
    }
  }
  return {
    ...gateway,
    move: (order, move) => watch(order.id, gateway.move(order, move)),
    change: (order, change) => watch(order.id, gateway.change(order, change)),
    refund: (order, refund) => watch(order.id, gateway.refund(order, refund)),
  };
}
