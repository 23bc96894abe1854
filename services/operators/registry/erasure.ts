import type { MikroORM } from '@mikro-orm/postgresql';
import { AuditEntry, Order } from '../../../db/entities/index.ts';
import { countDueOrders, eraseDueOrders, eraseOrder } from '../../../db/queries/operators/erasure.ts';
import { OrderNotFound, OrderStateForbids } from '../../../domain/errors.ts';
import { type AuditActor, recordAudit } from '../../audit.ts';

const BATCH = 200;
const DAY_MS = 86_400_000;

/** The merchant's orders with that reference. */
export async function ordersOfReference(
  orm: MikroORM,
  merchantKey: string,
  clientReference: string,
): Promise<string[]> {
  const orders = await orm.em.fork().find(Order, { merchantKey, clientReference }, { fields: ['id'] });
  return orders.map(({ id }) => id);
}

/**
 * Empties what travellers and parties wrote of one order (docs/security.md, "Erasing personal data"). Repeating it does no harm.
 * @throws OrderNotFound; OrderStateForbids while the studio may still need it.
 */
export async function erase(
  orm: MikroORM,
  actor: AuditActor,
  orderId: string,
  request?: ErasureRequest,
): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    const order = await em.findOne(Order, orderId);
    if (order === null) throw new OrderNotFound();
    if (!(await eraseOrder(em, orderId)))
      throw new OrderStateForbids('the order is not over: cancel it first');
    const entry = { action: 'order.erased', subject: `order:${orderId}`, merchantKey: order.merchantKey };
    // It was done, and the process ended before its request was closed.
    if (request && (await em.count(AuditEntry, { ...entry, details: { request: request.id } })) > 0) return;
    const details = request && { request: request.id, reason: request.reason };
    await recordAudit(em, actor, { ...entry, ...(details && { details }) });
  });
}

/** Why an order is erased, where it takes two operators: under its id it is one entry of the audit log. */
export interface ErasureRequest {
  readonly id: string;
  readonly reason: string;
}

export interface EraseDueDeps {
  readonly orm: MikroORM;
  readonly now: () => Date;
  readonly onProgress: (erased: number) => void;
}

/** The same for all orders whose trip ended so many days ago; a batch is a transaction, so it may be killed and repeated. */
export async function eraseDue(deps: EraseDueDeps, actor: AuditActor, days: number): Promise<number> {
  const { orm, now, onProgress } = deps;
  const endedBefore = daysAgo(now(), days);
  let erased = 0;
  for (let count = BATCH; count === BATCH; onProgress(erased)) {
    count = await orm.em.fork().transactional(async (em) => {
      const done = await eraseDueOrders(em, endedBefore, BATCH);
      const details = { orders: done, endedBefore: endedBefore.toISOString() };
      if (done > 0) await recordAudit(em, actor, { action: 'orders.erased', subject: 'orders', details });
      return done;
    });
    erased += count;
  }
  return erased;
}

/** How many that would be. */
export async function countDue(
  { orm, now }: Pick<EraseDueDeps, 'orm' | 'now'>,
  days: number,
): Promise<number> {
  return await countDueOrders(orm.em.fork(), daysAgo(now(), days));
}

function daysAgo(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
