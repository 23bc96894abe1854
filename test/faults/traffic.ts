import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderState } from '../../domain/order-state.ts';
import type { Random } from '../support/random.ts';
import { changeOrder } from './changing.ts';
import type { MerchantClient, PatientClient } from './client.ts';
import { bookByHold, bookTurn } from './holding.ts';
import { book } from './intents.ts';
import type { Journal, MoveName, Outcome } from './journal.ts';
import { requestOf } from './mix.ts';
import { askAgain, take } from './moving.ts';
import type { Offers } from './offers.ts';
import { watchOrder } from './reading.ts';
import { write } from './writing.ts';

export type Agency = MerchantClient;

export interface TrafficOptions {
  readonly agencies: readonly Agency[];
  readonly studio: PatientClient;
  readonly studioKey: string;
  readonly guides: readonly string[];
  /** Guides of the run's own; without them only the sandbox's are booked. */
  readonly offers?: Offers;
  readonly journal: Journal;
  readonly random: Random;
  /** Names this run's idempotency keys. */
  readonly run: string;
  readonly busy: BusyOrders;
}

/** The orders that are worth a fault. */
export interface BusyOrders {
  /** They are being moved now. */
  readonly live: Set<string>;
  /** Several move them at once. */
  readonly racing: Set<string>;
}

export function noBusyOrders(): BusyOrders {
  return { live: new Set(), racing: new Set() };
}

/** The share of bookings that begin with a hold, and of those that look for a turn first. */
const HELD = 0.35;
const TURNS = 0.15;
/** How often an order is changed before it moves on. */
const CHANGED = 0.25;
/** How often something else is written before it moves on. */
const WRITTEN = 0.35;
const THINK_MS = [20, 400] as const;
/** How far apart the moves of a race are at most: long enough for a fault to come between them. */
const STAGGER_MS = 2_500;
/** At what was asked for again, until it has arrived. */
const LOOKS = 20;

/** What happens next to an order in a state: several moves at once are a race. */
const PLANS: Partial<Record<OrderState, readonly (readonly MoveName[])[]>> = {
  pending: [
    ...Array.from({ length: 7 }, () => ['confirm'] as const),
    ['advance'],
    ['reject'],
    ['cancel'],
    ['confirm', 'cancel'],
    ['reject', 'cancel'],
    ['reject', 'cancel'],
    ['reject', 'advance'],
    ['confirm', 'reject', 'cancel'],
    [],
  ],
  confirmed: [
    ['start'],
    ['start'],
    ['advance'],
    ['advance'],
    ['cancel'],
    ['withdraw'],
    ['withdraw', 'cancel'],
    ['start', 'cancel'],
    ['start', 'advance'],
    [],
  ],
  in_progress: [
    ['complete'],
    ['complete'],
    ['advance'],
    ['complete', 'advance'],
    ['complete', 'advance'],
    ['advance', 'advance'],
    [],
  ],
};

/** Books orders and takes them through their lives until `signal` says that it is enough. */
export async function walk(options: TrafficOptions, name: string, signal: AbortSignal): Promise<void> {
  const random = options.random.fork(name);
  for (let number = 1; !signal.aborted; number++) {
    const way = wayOf(random);
    const { agency, outcome } = await way(options, random, `${options.run}-${name}-${number}`);
    if (outcome.kind !== 'acknowledged') continue;
    options.busy.live.add(outcome.orderId);
    try {
      await live(options, random, agency, outcome, signal);
    } finally {
      options.busy.live.delete(outcome.orderId);
    }
  }
}

function wayOf(random: Random) {
  if (random.chance(TURNS)) return bookTurn;
  return random.chance(HELD) ? bookByHold : book;
}

/** Takes one order as far as its dice allow. */
async function live(
  options: TrafficOptions,
  random: Random,
  agency: Agency,
  created: Extract<Outcome, { kind: 'acknowledged' }>,
  signal: AbortSignal,
): Promise<void> {
  const { orderId } = created;
  const wait = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});
  let outcome: Outcome = created;
  while (outcome.kind === 'acknowledged') {
    await wait(random.between(...THINK_MS));
    if (random.chance(CHANGED)) await changeOrder(options, random, agency, orderId);
    if (random.chance(WRITTEN)) await write(options, random, agency, orderId);
    const moves: readonly MoveName[] = random.pick(PLANS[outcome.status] ?? [[]]);
    if (moves.length === 0) break;
    const settled = new AbortController();
    const isWatched = moves.length > 1 || random.chance(0.2);
    const watching = isWatched ? watchOrder(options, agency, orderId, settled.signal) : undefined;
    if (moves.length > 1) options.busy.racing.add(orderId);
    const isSpread = moves.length > 1 && random.chance(0.5);
    const starts = moves.map(() => (isSpread ? random.between(0, STAGGER_MS) : 0));
    const intents = await Promise.all(
      moves.map(async (move, index) => {
        await wait(starts[index] as number);
        return await take(options, random, agency, orderId, move);
      }),
    );
    options.busy.racing.delete(orderId);
    settled.abort();
    await watching;
    for (const intent of intents) if (random.chance(0.2)) await askAgain(options, intent);
    const outcomes: Outcome[] = intents.map((intent) => intent.outcome);
    outcome = outcomes.find(({ kind }) => kind === 'acknowledged') ?? outcomes[0] ?? outcome;
    if (random.chance(0.1)) await redeliver(options, agency, orderId, random);
  }
}

interface Listed {
  readonly notificationId: string;
  readonly status: string;
}

/** One side asks for one of its notifications once more, whether or not it has arrived; and again as soon as it has. */
async function redeliver(
  { studio, journal }: TrafficOptions,
  agency: Agency,
  orderId: string,
  random: Random,
): Promise<void> {
  const client = random.pick([agency.client, studio]);
  const path = '/open/v1/notification';
  const answer = await client.send({ method: 'GET', path: `${path}/list?orderId=${orderId}` }, 1);
  const listed = answer?.code === 200 ? (answer.data.list as Listed[]) : [];
  if (listed.length === 0) return;
  const { notificationId, status } = random.pick(listed);
  const ask = async (wasAcknowledged: boolean) => {
    const redelivery = { notificationId, at: Date.now(), wasAcknowledged, isGranted: false };
    journal.redeliveries.push(redelivery);
    const granted = await client.send(requestOf('redeliverNotification', notificationId), 1);
    redelivery.isGranted = granted?.code === 200;
  };
  await ask(status === 'acknowledged');
  const detail = { method: 'GET', path: `${path}/detail/${notificationId}` } as const;
  for (let look = 0; look < LOOKS; look++) {
    if ((await client.send(detail, 1))?.data.status === 'acknowledged') return await ask(true);
  }
}
