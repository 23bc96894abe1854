import { randomInt } from 'node:crypto';
import { ConflictError, type Data, type Guidepost } from '@guidepost/sdk';
import { EXIT } from '../exit-codes.ts';
import { CommandFailure } from '../failure.ts';
import type { Side, Sides } from './sides.ts';

/** What is to become of an order: the sandbox has guides that see to it by themselves (docs/sandbox.md). */
const BEHAVING_GUIDES = {
  confirm: 'G9000001',
  reject: 'G9000002',
  expire: 'G9000003',
  stay: 'G9000004',
} as const;
export type Intent = keyof typeof BEHAVING_GUIDES;

const DAYS_AHEAD = { from: 40, to: 220 } as const;
const DAY_MS = 86_400_000;
const TRIES = 5;
const POLL_MS = 500;
const PATIENCE_MS = 30_000;

export type Order = Data<'getOrder'>;

export interface WorldOptions {
  readonly sides: Sides;
  readonly signal: AbortSignal;
  readonly step: (text: string) => void;
}

/** What a trigger does, step by step, with the real requests of both sides. */
export function createWorld({ sides, signal, step }: WorldOptions) {
  const { own, agency, studio } = sides;
  /** @throws CommandFailure where nobody is logged in on that side */
  const sideOf = (side: Side, what: string): Guidepost => {
    const found = sides[side];
    if (found !== undefined) return found;
    const remedy = `Log in there and name the profile: --other ${side}.`;
    throw new CommandFailure(`${what} takes the ${side}'s side, too`, EXIT.usage, remedy);
  };

  /** An order on a free day: of the studio's own guide where it is there, else of one that behaves as intended. */
  async function book(intent: Intent): Promise<Order> {
    const guideId = studio === undefined ? BEHAVING_GUIDES[intent] : await ownGuide(studio, signal);
    for (let tries = 1; ; tries += 1) {
      const tripDate = await freeDay(own, guideId, signal);
      step(`An order of guide ${guideId} for ${tripDate}`);
      const trip = { guideId, tripDate, tripDays: 1, guestCount: 1 };
      const contact = { contactName: 'Guidepost CLI', contactPhone: '+351912345678' };
      const booking = { ...trip, ...contact, remark: 'Made by "guidepost trigger"' };
      try {
        const make =
          agency === undefined
            ? studio!.sandbox.createOrder(booking, { signal })
            : agency.orders.create(booking, { signal });
        const { orderId } = await make;
        return await own.orders.get(orderId, { signal });
      } catch (error) {
        // Others use the sandbox's guides, too.
        const isTaken = error instanceof ConflictError && error.code === 40902;
        if (!isTaken || tries === TRIES) throw error;
      }
    }
  }

  async function until(orderId: string, status: Order['status']): Promise<void> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const order = await own.orders.get(orderId, { signal });
      if (order.status === status) return;
      if (Date.now() > end) {
        throw new CommandFailure(
          `the order ${orderId} is still ${order.status}`,
          EXIT.unavailable,
          "Are the platform's workers up?",
        );
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      signal.throwIfAborted();
    }
  }

  return {
    ...sides,
    step,
    signal,
    book,
    sideOf,
    /** By its studio: where nobody is logged in there, by the sandbox's guide itself. */
    async confirmed(): Promise<Order> {
      const order = await book('confirm');
      step('The studio confirms it');
      if (studio === undefined) await until(order.orderId, 'confirmed');
      else await studio.orders.confirm(order.orderId, undefined, { signal });
      return order;
    },
    async rejected(): Promise<Order> {
      const order = await book('reject');
      step('The studio rejects it');
      if (studio === undefined) await until(order.orderId, 'cancelled');
      else await studio.orders.reject(order.orderId, undefined, { signal });
      return order;
    },
    /** The order's next deadline, now: expiry, start or end of the trip. */
    async advance(orderId: string, what: string): Promise<void> {
      step(what);
      await own.sandbox.advanceOrder(orderId, { signal });
    },
  };
}

export type World = ReturnType<typeof createWorld>;

/** One that sells whole days, and takes one guest. */
async function ownGuide(studio: Guidepost, signal: AbortSignal): Promise<string> {
  for await (const { guideId, status } of studio.guides.list({ own: true, size: 100 }, { signal })) {
    const behaves = guideId.startsWith('G9000');
    if (status === 'active' && !behaves) return guideId;
  }
  const remedy = 'Create one, or trigger it as an agency.';
  throw new CommandFailure('this studio has no active guide to be booked', EXIT.refused, remedy);
}

/** A day on which the guide can be booked; one of many, so that two who trigger at once seldom meet. */
async function freeDay(guidepost: Guidepost, guideId: string, signal: AbortSignal): Promise<string> {
  const { now } = await guidepost.sandbox.getClock({ signal });
  const dayIn = (days: number) => new Date(Date.parse(now) + days * DAY_MS).toISOString().slice(0, 10);
  const [from, to] = [dayIn(DAYS_AHEAD.from), dayIn(DAYS_AHEAD.to)];
  const { list } = await guidepost.guides.calendars({ guideIds: guideId, from, to }, { signal });
  const free = list[0]?.days.filter(({ state }) => state === 'available') ?? [];
  if (free.length > 0) return free[randomInt(free.length)]!.date;
  throw new CommandFailure(
    `guide ${guideId} has no free day from ${from} to ${to}`,
    EXIT.refused,
    'Cancel some of your orders.',
  );
}
