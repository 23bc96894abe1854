/**
 * What workflows do with holds and orders, at once and without Temporal: each step is written by the platform's own activities, and time
 * passes where a test says so.
 */
import { createOrderActivities } from '../../activities/transitions.ts';
import { Hold, Job, Order, OrderChange } from '../../db/entities/index.ts';
import { startOf } from '../../db/queries/orders/departures.ts';
import { endDueHold } from '../../db/queries/orders/holds.ts';
import { isLive, LIVE_STATES, type Trigger, transitionFor } from '../../domain/order-state.ts';
import { CommandRefusedError } from '../../lib/temporal/calling.ts';
import type { OrderGateway } from '../../lib/temporal/order-gateway.ts';
import { decideStart } from '../../services/orders/departing.ts';
import type { OrderServiceDeps } from '../../services/orders/deps.ts';
import type { Actor } from '../../workflows/contract.ts';
import type { TestApp } from '../support/app.ts';

/** Everything that happens by itself, of a guide. */
const NEXT = `select min(at) as next from (
  select expires_at from hold where guide_id = ? and status = 'held'
  union all select case status when 'pending' then confirm_by when 'confirmed' then trip_start_at else trip_end_at end
    from orders where guide_id = ? and status in ('pending', 'confirmed', 'in_progress')
  union all select answer_by from order_change join orders on orders.id = order_id
    where guide_id = ? and orders.status = 'confirmed' and order_change.status = 'requested'
  union all select run_at from job where kind = 'departure' and subject like ? || '@%') due (at)`;

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

  /** What a new order's workflow does first. */
  async function begin(id: string): Promise<void> {
    if ((await current(id)).instantConfirmation) await take(id, 'confirmInstantly', PLATFORM);
    await passTime(id);
  }
  let begun: Promise<unknown> = Promise.resolve();

  async function passAll(guideId: string): Promise<void> {
    const em = orm.em.fork();
    for (const { id } of await em.find(Hold, { guideId, status: 'held' }))
      await endDueHold(em, id, clock.now, false);
    const live = await em.find(
      Order,
      { guideId, status: { $in: [...LIVE_STATES] } },
      { orderBy: { id: 'asc' } },
    );
    for (const { id } of live) await passTime(id);
    await decide(guideId);
  }

  /** Carries out the jobs that decide whether starts go. */
  async function decide(guideId: string): Promise<void> {
    const em = orm.em.fork();
    const due = await em.find(Job, {
      kind: 'departure',
      subject: { $like: `${guideId}@%` },
      runAt: { $lte: clock.now },
    });
    for (const { subject } of due) {
      const again = await decideStart({ orm, gateway, now: () => clock.now }, startOf(subject));
      const job = { kind: 'departure', subject } as const;
      await (again ? em.nativeUpdate(Job, job, { runAt: again }) : em.nativeDelete(Job, job));
    }
  }

  /** When something is due of a guide that has not happened; undefined where nothing is. */
  async function nextOf(guideId: string): Promise<Date | undefined> {
    const [row] = await orm.em
      .fork()
      .execute<[{ next: string | null }]>(NEXT, [guideId, guideId, guideId, guideId]);
    return row.next === null ? undefined : new Date(row.next);
  }

  return {
    gateway,
    starter: {
      start: (...orders) => {
        begun = Promise.all([begun, ...orders.map(({ id }) => begin(id))]);
      },
    } satisfies OrderServiceDeps['starter'],
    /** New orders have begun. */
    settled: async (): Promise<void> => void (await begun),
    /** What is due of an order, at the time that the clock has. */
    passTime,
    /** Lets time pass until then: whatever is due of a guide's holds, orders and starts happens in its turn. */
    async passTimeOf(guideId: string, end: Date): Promise<void> {
      for (let next = await nextOf(guideId); next && next <= end; next = await nextOf(guideId)) {
        clock.now = new Date(Math.max(clock.now.getTime(), next.getTime()));
        await passAll(guideId);
      }
      clock.now = end;
    },
    /** What a studio's edit has decided at once. */
    decide,
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
