/**
 * What workflows do with holds and orders, at once and without Temporal: each step is written by the platform's own activities, and time
 * passes where a test says so.
 */
import { createOrderActivities } from '../../activities/transitions.ts';
import { Hold, Order, OrderChange } from '../../db/entities/index.ts';
import { endDueHold } from '../../db/queries/orders/holds.ts';
import { isLive, type Trigger, transitionFor } from '../../domain/order-state.ts';
import { CommandRefusedError } from '../../lib/temporal/calling.ts';
import type { OrderGateway } from '../../lib/temporal/order-gateway.ts';
import type { Actor } from '../../workflows/contract.ts';
import type { TestApp } from '../support/app.ts';

const PLATFORM = { kind: 'platform' } as const;

export type Clockwork = ReturnType<typeof createClockwork>;

export function createClockwork({ orm, clock }: Pick<TestApp, 'orm' | 'clock'>) {
  const activities = createOrderActivities({ orm, now: () => clock.now });
  const current = async (id: string) => await orm.em.fork().findOneOrFail(Order, id);

  async function take(id: string, trigger: Trigger, actor: Actor, updateId?: string) {
    const { status: from, sequence } = await current(id);
    const move = transitionFor(from, trigger);
    if (!move) throw new CommandRefusedError(`the order is ${from}`);
    return await activities.recordTransition({
      ...{ orderId: id, sequence: sequence + 1, from, to: move.to, reason: move.reason, actor },
      ...{ occurredAt: clock.now.toISOString(), ...(updateId && { updateId }) },
    });
  }

  async function refuseEnded(id: string): Promise<void> {
    const { status } = await current(id);
    if (!isLive(status)) throw new CommandRefusedError(`the order is ${status}`);
  }

  const gateway = {
    move: async ({ id }, { trigger, actor, updateId }) =>
      await take(id, trigger as Trigger, actor ?? PLATFORM, updateId),
    change: async ({ id: orderId }, command) => {
      await refuseEnded(orderId);
      return await activities.recordChange({ ...command, orderId, occurredAt: clock.now.toISOString() });
    },
    refund: async ({ id: orderId }, command) => {
      await refuseEnded(orderId);
      const { sequence } = await current(orderId);
      const occurredAt = clock.now.toISOString();
      return await activities.recordRefund({ ...command, orderId, sequence: sequence + 1, occurredAt });
    },
  } satisfies Pick<OrderGateway, 'move' | 'change' | 'refund'>;

  async function passTime(id: string): Promise<void> {
    const waiting = await orm.em.fork().findOne(OrderChange, { orderId: id, status: 'requested' });
    if (waiting?.answerBy && waiting.answerBy <= clock.now) {
      const step = { changeId: waiting.id, step: 'expire', actor: PLATFORM } as const;
      await activities.recordChange({ ...step, orderId: id, occurredAt: clock.now.toISOString() });
    }
    for (let due = dueOf(await current(id), clock.now); due; due = dueOf(await current(id), clock.now))
      await take(id, due, PLATFORM);
  }

  return {
    gateway,
    /** What a new order's workflow does first. */
    begin: async (id: string): Promise<void> => {
      if ((await current(id)).instantConfirmation) await take(id, 'confirmInstantly', PLATFORM);
      await passTime(id);
    },
    /** What is due of an order, at the time that the clock has. */
    passTime,
    /** What is due of all that is held and ordered of a guide. */
    async passTimeOf(guideId: string): Promise<void> {
      const em = orm.em.fork();
      for (const { id } of await em.find(Hold, { guideId, status: 'held' }))
        await endDueHold(em, id, clock.now, false);
      const live = await em.find(Order, {
        guideId,
        status: { $in: ['pending', 'confirmed', 'in_progress'] },
      });
      for (const { id } of live) await passTime(id);
    },
    /** Nobody keeps anything of the guide any more. */
    async releaseHolds(guideId: string): Promise<void> {
      const em = orm.em.fork();
      for (const { id } of await em.find(Hold, { guideId, status: 'held' }))
        await endDueHold(em, id, clock.now, true);
    },
  };
}

function dueOf(order: Order, now: Date): Trigger | undefined {
  if (order.status === 'pending' && order.confirmBy <= now) return 'expire';
  if (order.status === 'confirmed' && order.tripStartAt <= now) return 'beginTrip';
  if (order.status === 'in_progress' && order.tripEndAt <= now) return 'endTrip';
  return undefined;
}
