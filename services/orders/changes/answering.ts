import type { Changed } from '../../../contract/schemas/order-changes.ts';
import { OrderChange, OrderCommand, OrderEvent } from '../../../db/entities/index.ts';
import { OrderStateForbids } from '../../../domain/errors.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import type { Viewer } from '../../../domain/order-view.ts';
import { timeFor } from '../../../domain/sandbox.ts';
import { CommandRefusedError } from '../../../lib/temporal/calling.ts';
import type { ChangeCommand } from '../../../lib/temporal/order-gateway.ts';
import type { ChangeRefusal } from '../../../workflows/contract.ts';
import type { OrderServiceDeps } from '../deps.ts';
import { haveFollow } from '../following.ts';
import { forbids, updateIdOf } from '../moving.ts';
import { findVisibleOrder } from '../reading.ts';
import { findOpenChange } from './open.ts';
import { actorOf, refuseOtherThan } from './parties.ts';
import { readChanged } from './reading.ts';
import { changeTaken } from './taken.ts';

/** What becomes of a change that waits for the studio. */
export type AnswerStep = Exclude<ChangeCommand['step'], 'submit'>;

export interface AnswerOptions {
  /** Only this one: by default the one that waits. */
  readonly changeId?: string | undefined;
  /** What the caller wrote; kept out of every workflow history. */
  readonly note?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

const SIDES: Record<AnswerStep, Viewer> = { accept: 'studio', decline: 'studio', withdraw: 'merchant' };

/**
 * Accepts, declines or withdraws the change that waits for the studio. What was agreed on holds: the price is that of the
 * request; the guide's time has to be free still.
 * @throws OrderNotFound, MerchantKindForbidden, OrderStateForbids, GuideUnavailable, Unavailable
 */
export async function answerChange(
  deps: OrderServiceDeps,
  merchant: CallingMerchant,
  orderId: string,
  step: AnswerStep,
  { changeId, note, idempotencyKey }: AnswerOptions = {},
): Promise<Changed> {
  const em = deps.orm.em.fork();
  const { order } = await findVisibleOrder(em, merchant, orderId);
  refuseOtherThan(SIDES[step], order, merchant);
  const updateId = updateIdOf(merchant, `change-${step} ${orderId}`, idempotencyKey);
  /** Refuses, unless an earlier try of the same request got through. */
  const refuse = async (error: Error): Promise<Changed> => {
    const done = await findDone(deps, orderId, updateId);
    if (done === undefined) throw error;
    return await readChanged(deps.orm.em.fork(), merchant, orderId, done, deps.now());
  };
  const done = await findDone(deps, orderId, updateId);
  if (done) return await readChanged(em, merchant, orderId, done, deps.now());
  const open = await findOpenChange(em, order, timeFor(order, deps.now()));
  const { data } = forbids(order, merchant);
  if (!open) return await refuse(new OrderStateForbids(REFUSALS.closed, { data }));
  if (changeId !== undefined && changeId !== open.id) {
    return await refuse(new OrderStateForbids(`that change no longer waits; ${open.id} does`, { data }));
  }
  if (note) await em.upsert(OrderCommand, { orderId, updateId, note });
  try {
    const command = { changeId: open.id, step, updateId, actor: actorOf(SIDES[step], merchant) };
    const { refusal } = await deps.gateway.change(order, command);
    if (refusal === 'taken')
      throw await changeTaken(deps.orm.em.fork(), order, open.after, timeFor(order, deps.now()));
    if (refusal !== undefined) throw new OrderStateForbids(REFUSALS[refusal], { data });
  } catch (error) {
    if (!(error instanceof CommandRefusedError)) throw error;
    const current = await findVisibleOrder(deps.orm.em.fork(), merchant, orderId);
    return await refuse(forbids(current.order, merchant, error));
  }
  return await readChanged(deps.orm.em.fork(), merchant, orderId, open.id, deps.now());
}

const REFUSALS: Record<Exclude<ChangeRefusal, 'taken'>, string> = {
  closed: 'no change of the order waits for the studio',
  expired: 'the time to answer the change is over',
  stale: 'more of the price was given back than the changed trip costs',
};

/** The change that an earlier try of the same request answered. */
async function findDone(
  deps: OrderServiceDeps,
  orderId: string,
  updateId: string,
): Promise<string | undefined> {
  const em = deps.orm.em.fork();
  const event = await em.findOne(OrderEvent, { orderId, updateId });
  if (!event) return undefined;
  await haveFollow(em, orderId);
  return (await em.findOne(OrderChange, { orderId, sequence: event.sequence }))?.id;
}
