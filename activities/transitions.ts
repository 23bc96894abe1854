import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { asyncLocalStorage } from '@temporalio/activity';
import { createDatabaseClock } from '../db/clock.ts';
import { type Order, OrderCommand, type OrderEvent } from '../db/entities/index.ts';
import { post } from '../db/queries/money/post.ts';
import { noteByHand } from '../db/queries/orders/cancelled-by-hand.ts';
import { endWaitingChange, findWaitingChange } from '../db/queries/orders/end-change.ts';
import { moveOrder, type OrderMove } from '../db/queries/orders/move-order.ts';
import { type OrderWithEvents, readWithEvents } from '../db/queries/orders/order-with-events.ts';
import { remindStudio } from '../db/queries/orders/remind-studio.ts';
import { endedByMove, endsChange } from '../domain/order-change.ts';
import { movedBy } from '../domain/order-move.ts';
import { confirmationDueBody, orderEventBodies } from '../domain/order-notification.ts';
import { postingOf } from '../domain/order-posting.ts';
import { DEFAULT_PLATFORM_TERMS } from '../domain/platform-terms.ts';
import type { OrderLine, OrderLog } from '../lib/operations/order-log.ts';
import type { OrderActivities, RecordedMove, Reminder, TransitionRecord } from '../workflows/contract.ts';
import { actedBy } from './acted-by.ts';
import { recordChange } from './changes.ts';
import { dated } from './happening.ts';
import type { Announcer } from './notifications/announcer.ts';
import { snapshotWithSchedule } from './order-snapshot.ts';
import { redacted } from './redacted.ts';
import { recordRefund } from './refunds.ts';

/** A statement of a local activity ends before the activity's own time does (workflows/order-records.ts). */
export const LOCAL_STATEMENT_TIMEOUT_MS = 2_000;

export interface OrderActivityDeps {
  readonly orm: MikroORM;
  /** The same database, with LOCAL_STATEMENT_TIMEOUT_MS; for local activities. */
  readonly localOrm?: MikroORM | undefined;
  /** The platform's, for settlement months; UTC by default. */
  readonly timeZone?: string | undefined;
  /** Without it, nothing is announced: all is found as stalled. */
  readonly announcer?: Pick<Announcer, 'announce'> | undefined;
  readonly log?: Pick<OrderLog, 'moved'> | undefined;
  /** The platform's clock (db/clock.ts); without it, this machine's. */
  readonly now?: (() => Date) | undefined;
}

/** The writes of the order workflow. */
export function createOrderActivities(deps: OrderActivityDeps): OrderActivities {
  const { orm, localOrm = orm, timeZone, announcer, log } = deps;
  const { now = createDatabaseClock({ orm }).now } = deps;
  const forkEm = () => (isLocalActivity() ? localOrm : orm).em.fork();

  /** What this worker has written, or found written, it announces. @param failure what is said where it fails. */
  async function announced<Result>(
    { orderId }: { readonly orderId: string },
    failure: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const result = await work().catch((error) => {
      throw redacted(failure, error);
    });
    announcer?.announce(orderId);
    return result;
  }

  return {
    recordReminder: (reminder) =>
      announced(reminder, 'the reminder could not be written', () => recordReminder(forkEm(), reminder, now)),
    recordChange: (record) =>
      announced(record, 'the change could not be written', () => recordChange(forkEm(), record, now)),
    recordRefund: (record) =>
      announced(record, 'the refund could not be written', () =>
        recordRefund(forkEm(), record, { timeZone: timeZone ?? DEFAULT_PLATFORM_TERMS.timeZone, now }),
      ),
    recordTransition: (record) =>
      announced(record, 'the move could not be written', () =>
        recordTransition(forkEm(), record, { timeZone, log, now }),
      ),
    readStanding: (orderId) =>
      announced({ orderId }, 'the order could not be read', async () => {
        const em = forkEm();
        const { order, events } = await readWithEvents(em, orderId);
        return await snapshotWithSchedule(em, order, events);
      }),
  };
}

function isLocalActivity(): boolean {
  return asyncLocalStorage.getStore()?.info.isLocal ?? false;
}

/**
 * Compare-and-set of the status, the event, its notification; where money is earned, its posting in the ledger in the
 * same transaction. Idempotent by (order, Update id): it runs again when its workflow task is retried or when it ran out
 * of time, and then finds its work done. An event that another move wrote in its place is never taken for its own.
 */
async function recordTransition(
  em: EntityManager,
  asked: TransitionRecord,
  {
    timeZone = DEFAULT_PLATFORM_TERMS.timeZone,
    log,
    now,
  }: Pick<OrderActivityDeps, 'timeZone' | 'log'> & { readonly now: () => Date },
): Promise<RecordedMove> {
  const { order, events, note } = await readForMove(em, asked);
  const record = dated(asked, events, now);
  const isNext = order.status === record.from && order.sequence === record.sequence - 1;
  if (!isNext || eventOfRequest(events, record)) return await recordedMove(em, order, events, record);
  const before = { order, events };
  const waiting = await findWaitingChange(em, order, events);
  const written =
    waiting === undefined
      ? await write(em, before, record, { note, timeZone })
      : await em.transactional(async (inside) => {
          const ending = endedByMove(record.to, record.actor.kind);
          const ended = await endWaitingChange(inside, before, waiting, ending, actedBy(record));
          return ended && (await write(inside, ended, record, { note, timeZone }));
        });
  if (written) {
    log?.moved(lineOf(order, written));
    const { sequence } = written;
    return { status: record.to, sequence, recordedAs: sequence, occurredAt: record.occurredAt };
  }
  // Somebody else moved it meanwhile: a worker that was thought dead, or a restored database.
  const fork = em.fork();
  const current = await readWithEvents(fork, order.id);
  return await recordedMove(fork, current.order, current.events, record);
}

/** @returns the event; undefined where the order is not in the state just before it; then nothing was written. */
async function write(
  em: EntityManager,
  { order, events }: OrderWithEvents,
  record: TransitionRecord,
  { note, timeZone }: { readonly note: string | null; readonly timeZone: string },
): Promise<OrderMove['event'] | undefined> {
  const event = eventOf(record, order.sequence + 1, note);
  const { sequence, occurredAt } = event;
  const change = movedBy(order, { to: record.to, sequence, by: record.actor.kind, occurredAt });
  const moved = { ...order, ...change };
  const bodies = orderEventBodies(moved, [...events, event]);
  const posting = postingOf(moved, sequence, occurredAt);
  const { byHand } = record;
  const move = { event, refundAmount: change.refundAmount, bodies };
  if (posting === undefined && byHand === undefined) return (await moveOrder(em, move)) ? event : undefined;
  return await em.transactional(async (inside) => {
    if (!(await moveOrder(inside, move))) return undefined;
    if (posting !== undefined) await post(inside, posting, timeZone);
    if (byHand !== undefined) await noteByHand(inside, order, byHand);
    return event;
  });
}

async function recordedMove(
  em: EntityManager,
  order: Order,
  events: readonly OrderEvent[],
  record: TransitionRecord,
): Promise<RecordedMove> {
  const own = eventOfRequest(events, record);
  const snapshot = await snapshotWithSchedule(em, order, events, record.sequence);
  return { ...snapshot, recordedAs: own?.sequence ?? null };
}

/** A requested move is known by its Update's id; the platform's own by its place in the history. */
function eventOfRequest(events: readonly OrderEvent[], record: TransitionRecord): OrderEvent | undefined {
  const { updateId, sequence, to, reason } = record;
  if (updateId !== undefined) return events.find((event) => event.updateId === updateId);
  // A change that waited has ended in the same transaction, just before.
  const event = events.find((one) => one.sequence >= sequence && !endsChange(one.reason));
  const isSame = event?.updateId === null && event.toStatus === to && event.reason === reason;
  return isSame ? event : undefined;
}

/** Only if the order still waits for the studio: a move that came first replaces the reminder. */
async function recordReminder(em: EntityManager, reminder: Reminder, now: () => Date): Promise<void> {
  const { orderId, sequence, at } = reminder;
  const { order, events } = await readWithEvents(em, orderId);
  if (order.status !== 'pending' || order.sequence !== sequence) return;
  const body = confirmationDueBody(order, events, at, new Date(dated(reminder, events, now).occurredAt));
  await remindStudio(em, { orderId, sequence, at, body });
}

/** Read without a lock: the write checks the state again. */
async function readForMove(em: EntityManager, { orderId, updateId, byHand }: TransitionRecord) {
  const [{ order, events }, command] = await Promise.all([
    readWithEvents(em, orderId),
    updateId === undefined ? null : em.findOne(OrderCommand, { orderId, updateId }),
  ]);
  return { order, events, note: command?.note ?? byHand?.reason ?? null };
}

function eventOf(record: TransitionRecord, sequence: number, note: string | null) {
  const { orderId, from: fromStatus, to: toStatus, reason, updateId = null } = record;
  return { orderId, sequence, fromStatus, toStatus, reason, updateId, note, ...actedBy(record) };
}

/** For the log. */
function lineOf(
  { id, merchantKey, studioKey, guideId }: Order,
  {
    toStatus,
    sequence,
    reason,
    actorKind,
    requestId,
  }: Omit<OrderMove['event'], 'reason'> & { reason: string },
): OrderLine {
  const parties = { merchant: merchantKey, studio: studioKey, guide: guideId };
  const to = { status: toStatus, sequence, reason, actor: actorKind };
  return { order: id, ...parties, ...to, requestId: requestId ?? undefined };
}
