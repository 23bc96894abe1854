/**
 * A search for orders that can't be replayed. Each order is asked to do things at random moments, while each of its
 * activities takes a random time, up to beyond every timeout; the workflow task is short, so that nearly everything
 * outlasts it. No worker keeps a workflow in memory: each workflow task replays all that came before. Afterwards the
 * history is replayed from every length that a worker can have died at.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { Wake } from '../../activities/notifications/announcing.ts';
import { createOrderActivities } from '../../activities/transitions.ts';
import { Notification, OrderEvent } from '../../db/entities/index.ts';
import type { NewOrder } from '../../db/queries/orders/insert-order.ts';
import { catchUpSignal, type OrderActivities } from '../../workflows/contract.ts';
import type { DeliveryActivities } from '../../workflows/delivery-contract.ts';
import { createRandom, type Random } from '../support/random.ts';
import { announcerWith, deliverWith, wakeAt } from './announcing.ts';
import { submit } from './changing.ts';
import { createLiveWorld, type History, type LiveOptions, type LiveWorld, replayAll } from './live-world.ts';
import { AGENCY_KEY, addEndpoint, addGuide, placeOrder, STUDIO_KEY, setAddress } from './order-data.ts';

export interface Storm extends Pick<LiveOptions, 'workflowTaskTimeout'> {
  readonly seed: number;
  readonly orders: number;
  /** Local activities take up to this long, and again as long. */
  readonly slowestMs: number;
}

type KeepHistory = (orderId: string, history: History) => void;

export interface StormReport {
  /** `ORD… length 17: [TMPRL1100] Nondeterminism error …` */
  readonly unreplayable: readonly string[];
  /** Orders that did not reach their end, or whose database has another story than their callers. */
  readonly wrong: readonly string[];
  readonly histories: number;
  /** Lengths of histories that were replayed, in all. */
  readonly killPoints: number;
  /** Workflow tasks that were renewed while a local activity was under way. */
  readonly heartbeats: number;
  /** Writes and reads that went on as regular activities. */
  readonly continued: number;
}

/** temporal.api.enums.v1.WorkflowTaskFailedCause: something came while the workflow was about to end; it looks again. */
const CAME_TOO_LATE = 1;
/** An order that has not ended by then never will. */
const END_MS = 300_000;

/** @param keep is given the history of each order that can't be replayed. */
export async function raiseStorm(storm: Storm, keep: KeepHistory = () => {}): Promise<StormReport> {
  const random = createRandom(storm.seed);
  const moods = random.fork('activities');
  const world = await createLiveWorld({
    ...storm,
    orderActivities: (orm, wake) => slowActivities(orm, wake, storm, moods),
    notificationActivities: (orm) => moodyMerchant(orm, moods),
  });
  // Three endpoints hear of each order.
  await setAddress(world.orm, STUDIO_KEY);
  await addEndpoint(world.orm, AGENCY_KEY);
  try {
    const lives = Array.from({ length: storm.orders }, (_, index) =>
      live({ ...world, storm }, random.fork(`order ${index}`), index),
    );
    await Promise.allSettled(lives);
    const outcomes = await Promise.all(lives);
    const histories = outcomes.map(({ history }) => history);
    const replayed = await replayAll(outcomes);
    const unreplayable = [...replayed.failures, ...outcomes.flatMap(failedTasks)];
    for (const { orderId, history } of outcomes) {
      if (unreplayable.some((failure) => failure.startsWith(orderId))) keep(orderId, history);
    }
    return {
      unreplayable,
      wrong: outcomes.flatMap(({ wrong }) => wrong),
      histories: outcomes.length,
      killPoints: replayed.killPoints,
      heartbeats: sum(histories.map(heartbeatsIn)),
      continued: sum(histories.map(continuedIn)),
    };
  } finally {
    await world.close();
  }
}

type World = LiveWorld & { readonly storm: Storm };

interface Outcome {
  readonly orderId: string;
  readonly history: History;
  readonly wrong: readonly string[];
}

/** Some seconds of an order's life, and what came of it. */
async function live(world: World, random: Random, index: number): Promise<Outcome> {
  const { orm, gateway, storm } = world;
  await sleep(random.between(0, 40 * storm.orders));
  const now = Date.now();
  const start = now + random.between(1_000, 6_000);
  const order = await placeOrder(orm, new Date(now), {
    guideId: await addGuide(orm, index),
    instantConfirmation: random.chance(0.2),
    confirmBy: new Date(now + random.between(500, 5_000)),
    tripStartAt: new Date(start),
    tripEndAt: new Date(start + random.between(100, 4_000)),
  });
  await gateway.start(order);
  const handle = world.handleOf(order.id);
  const notified = await notify(world, handle, order, random);
  const isOver = await endsIn(handle, END_MS);
  const history = await handle.fetchHistory();
  const wrong = isOver ? await compare(orm, order, notified) : [`${order.id} did not end`];
  return { orderId: order.id, history, wrong };
}

const TRIGGERS = ['confirm', 'reject', 'cancel', 'withdraw', 'start', 'complete', 'advance'] as const;

/** @returns the ids of the Updates that were answered with success. */
async function notify(
  world: World,
  handle: WorkflowHandle,
  order: NewOrder,
  random: Random,
): Promise<string[]> {
  const done: string[] = [];
  const asked: Promise<unknown>[] = [];
  const moves = random.between(2, 9);
  for (let index = 0; index < moves; index++) {
    await sleep(random.between(0, 1_200));
    if (random.chance(0.15)) asked.push(handle.signal(catchUpSignal));
    if (random.chance(0.25)) asked.push(wakeOne(world, order));
    if (random.chance(0.03)) asked.push(handle.cancel());
    const trigger = index === 0 && random.chance(0.6) ? 'confirm' : random.pick(TRIGGERS);
    const updateId = `${trigger}-${index}`;
    const actor =
      trigger === 'cancel'
        ? ({ kind: 'merchant', key: AGENCY_KEY } as const)
        : ({ kind: 'studio', key: STUDIO_KEY } as const);
    if (random.chance(0.25)) {
      const shift = {
        laterMs: random.between(0, 2_000),
        ...(random.chance(0.5) && { answerBy: soon(random) }),
      };
      asked.push(submit(world, order.id, shift));
    }
    if (random.chance(0.2)) asked.push(refund(world, order, `refund-${index}`, done));
    asked.push(world.gateway.move(order, { trigger, updateId, actor }).then(() => done.push(updateId)));
  }
  // Refused, too late, or not in time: all of that is part of the storm.
  await Promise.allSettled(asked);
  return done;
}

async function refund({ gateway }: World, order: NewOrder, updateId: string, done: string[]): Promise<void> {
  const actor = { kind: 'studio', key: STUDIO_KEY } as const;
  const { refusal } = await gateway.refund(order, { amount: 1, updateId, actor });
  if (refusal === undefined) done.push(updateId);
}

/** As a merchant does that saves its address. */
async function wakeOne({ orm, place }: World, { id: subjectId }: NewOrder): Promise<void> {
  const { endpointId, merchantKey } = await orm.em.fork().findOneOrFail(Notification, { subjectId });
  await wakeAt(place.client)({ subjectId, endpointId, merchantKey });
}

const soon = (random: Random) => new Date(Date.now() + random.between(100, 2_000));

async function endsIn(handle: WorkflowHandle, limitMs: number): Promise<boolean> {
  const end = Date.now() + limitMs;
  while (Date.now() < end) {
    const { status } = await handle.describe();
    if (status.name !== 'RUNNING') return status.name === 'COMPLETED';
    await sleep(500);
  }
  return false;
}

/** Each success has an event of its own; the notifications are all resolved. */
async function compare(orm: MikroORM, { id }: NewOrder, done: readonly string[]): Promise<string[]> {
  const em = orm.em.fork();
  const events = await em.find(OrderEvent, { orderId: id }, { orderBy: { sequence: 'asc' } });
  const own = events.map(({ updateId }) => updateId);
  const lost = done.filter((updateId) => own.filter((one) => one === updateId).length !== 1);
  const waiting = await waitingAfter(em, id);
  const gaps = events.filter(({ sequence }, index) => sequence !== index + 1);
  return [
    ...lost.map((updateId) => `${id}: ${updateId} was answered with success and has no event of its own`),
    ...(waiting > 0 ? [`${id}: ${waiting} notifications wait`] : []),
    ...gaps.map(({ sequence }) => `${id}: a gap before event ${sequence}`),
  ];
}

/** Deliveries go on when the order has ended. */
async function waitingAfter(em: EntityManager, orderId: string): Promise<number> {
  for (const end = Date.now() + END_MS; ; ) {
    const waiting = await em.count(Notification, { orderId, status: 'pending' });
    if (waiting === 0 || Date.now() > end) return waiting;
    await sleep(500);
  }
}

/** Slow before the write or after it: what is written may be lost with its workflow task. */
function slowActivities(orm: MikroORM, wake: Wake, { slowestMs }: Storm, random: Random) {
  const announcer = announcerWith(orm, wake, async (id) => {
    await pause(random, slowestMs);
    return random.chance(0.5) ? undefined : await acknowledge(orm, id);
  });
  const real = createOrderActivities({ orm, announcer });
  const slowly = async <T>(work: () => Promise<T>): Promise<T> => {
    await pause(random, slowestMs);
    const result = await work();
    await pause(random, slowestMs);
    if (random.chance(0.05)) throw ApplicationFailure.retryable('lost');
    return result;
  };
  return {
    recordTransition: (record) => slowly(() => real.recordTransition(record)),
    readStanding: (orderId) => slowly(() => real.readStanding(orderId)),
    recordChange: (record) => slowly(() => real.recordChange(record)),
    recordRefund: (record) => slowly(() => real.recordRefund(record)),
    recordReminder: (reminder) => slowly(() => real.recordReminder(reminder)),
  } satisfies OrderActivities;
}

async function pause(random: Random, slowestMs: number): Promise<void> {
  if (random.chance(0.7)) await sleep(random.between(0, slowestMs));
}

function moodyMerchant(orm: MikroORM, random: Random): DeliveryActivities {
  return {
    deliver: deliverWith(orm, async (id, { isReported }) => {
      await pause(random, 1_500);
      if (random.chance(0.3)) {
        throw ApplicationFailure.create({ message: 'timeout', type: 'timeout', nextRetryDelay: '300 ms' });
      }
      if (random.chance(0.1) && !isReported) {
        const since = new Date(0).toISOString();
        return { outcome: 'stuck', attempts: 9, since, nextAttemptAt: since, cause: 'timeout' };
      }
      return await acknowledge(orm, id);
    }),
  };
}

async function acknowledge(orm: MikroORM, id: string) {
  await orm.em.fork().nativeUpdate(Notification, { id, status: 'pending' }, { status: 'acknowledged' });
  return { outcome: 'acknowledged', attempts: 1 } as const;
}

/** While it ran: a worker without memory replays at each workflow task. */
function failedTasks({ orderId, history }: Outcome): string[] {
  return (history.events ?? []).flatMap(({ workflowTaskFailedEventAttributes: failed }, index) =>
    failed && failed.cause !== CAME_TOO_LATE
      ? [`${orderId} task at ${index + 1}: ${failed.failure?.message}`]
      : [],
  );
}

/** A task that ends with a new one at once, and nothing between. */
function heartbeatsIn({ events }: History): number {
  return (events ?? []).filter(
    (event, index) =>
      event.workflowTaskCompletedEventAttributes && events?.[index + 1]?.workflowTaskScheduledEventAttributes,
  ).length;
}

const REGULAR = ['recordTransition', 'readStanding', 'recordReminder'];

function continuedIn({ events }: History): number {
  return (events ?? []).filter(({ activityTaskScheduledEventAttributes: scheduled }) =>
    REGULAR.includes(scheduled?.activityType?.name ?? ''),
  ).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
