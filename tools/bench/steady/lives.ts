import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, orderNumber } from '../support/guidepost.ts';

/** What merchants do between two calls. */
const THINK_MS = 1_000;
/** Of twenty orders: so many are cancelled while they are pending, and so many once they are confirmed. */
const CANCELLED_PENDING = 2;
const CANCELLED_CONFIRMED = 3;
/** One life in so many reads the lists as well. */
const LISTS_EVERY = 5;

export interface Merchants {
  readonly agency: Caller;
  readonly studio: Caller;
}

interface Counts {
  readonly begun: number;
  readonly ended: number;
  /** Calls that were answered with success; those that were not end their order's life. */
  readonly answered: number;
  readonly errors: number;
}

export interface Lives {
  /** A whole order: created, read, confirmed, started and completed, or cancelled on the way. Never rejects. */
  live(): Promise<void>;
  /** Milliseconds of each answered call since the last `take`, by kind. */
  take(): Map<string, number[]>;
  counts(): Counts;
  /** What went wrong, in words, with how often. */
  readonly errors: ReadonlyMap<string, number>;
}

/** Order lives over HTTP, every call timed. */
export function createLives({ agency, studio }: Merchants): Lives {
  const errors = new Map<string, number>();
  const counts = { begun: 0, ended: 0, answered: 0, errors: 0 };
  let times = new Map<string, number[]>();

  async function timed<T>(kind: string, call: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const answer = await call();
    const list = times.get(kind) ?? [];
    times.set(kind, list);
    list.push(performance.now() - start);
    counts.answered++;
    return answer;
  }

  async function move(caller: Caller, action: string, orderId: string): Promise<void> {
    await sleep(THINK_MS);
    const key = { 'idempotency-key': `${action}-${orderId}` };
    await timed(action, () => caller.post(`order/${action}/${orderId}`, {}, key));
  }

  async function lifeOf(index: number): Promise<void> {
    const key = { 'idempotency-key': `create-${index}` };
    const order = await timed('create', () => agency.post('order/create', orderNumber(index), key));
    const orderId = String(order.orderId);
    await timed('detail', () => agency.get(`order/detail/${orderId}`));
    if (index % LISTS_EVERY === 0) {
      await timed('guide list', () => agency.get('guide/list?area=Lisbon'));
      await timed('order list', () => agency.get('order/list'));
    }
    const turn = index % 20;
    if (turn < CANCELLED_PENDING) return await move(agency, 'cancel', orderId);
    await move(studio, 'confirm', orderId);
    if (turn < CANCELLED_PENDING + CANCELLED_CONFIRMED) return await move(agency, 'cancel', orderId);
    await move(studio, 'start', orderId);
    await move(studio, 'complete', orderId);
  }

  return {
    errors,
    counts: () => ({ ...counts }),
    take: () => {
      const taken = times;
      times = new Map();
      return taken;
    },
    async live() {
      try {
        await lifeOf(counts.begun++);
        counts.ended++;
      } catch (error) {
        counts.errors++;
        // Orders have numbers of their own, which would make every message another one.
        const said = String(error).replace(/ORD\d+/g, 'ORD…');
        errors.set(said, (errors.get(said) ?? 0) + 1);
      }
    },
  };
}

/**
 * Open loop: `rate` lives begin each second until `forMs` are over or `signal` is aborted; then those under way end.
 * @returns the seconds in which lives began.
 */
export async function beginLives(
  lives: Lives,
  { rate, forMs, signal }: { rate: number; forMs: number; signal: AbortSignal },
): Promise<number> {
  const underWay = new Set<Promise<void>>();
  const begin = performance.now();
  const sleepUntil = async (ms: number) => {
    await sleep(Math.max(0, begin + ms - performance.now()), undefined, { signal }).catch(() => {});
  };
  for (let index = 0; index < (forMs / 1_000) * rate; index++) {
    await sleepUntil((index * 1_000) / rate);
    if (signal.aborted) break;
    const life: Promise<void> = lives.live().finally(() => underWay.delete(life));
    underWay.add(life);
  }
  await sleepUntil(forMs);
  const seconds = (performance.now() - begin) / 1_000;
  await Promise.all(underWay);
  return seconds;
}
