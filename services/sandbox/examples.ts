import { setTimeout as sleep } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import pMap from 'p-map';
import type { OrderCreate } from '../../contract/schemas/orders.ts';
import type { SandboxExamples } from '../../contract/schemas/sandbox.ts';
import { Guide, Order, Settlement } from '../../db/entities/index.ts';
import { readClock } from '../../db/queries/orders/sandbox-clock.ts';
import { addSingleJob } from '../../db/queries/platform/jobs.ts';
import { MerchantKindForbidden, PlatformError, ReferenceTaken } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { LIVE_STATES, type OrderAction } from '../../domain/order-state.ts';
import { ROOMY_GUIDES, SANDBOX_AGENCY_KEY, SANDBOX_STUDIO_KEY, timeFor } from '../../domain/sandbox.ts';
import { type ExampleTrip, exampleTrips } from '../../domain/sandbox-examples.ts';
import { monthOf, previousMonth } from '../../domain/settlement-month.ts';
import { todayIn } from '../../domain/trip.ts';
import { recordAudit } from '../audit.ts';
import { once } from '../commands.ts';
import type { MerchantDirectory } from '../merchants.ts';
import type { MessageService } from '../messages.ts';
import type { OrderService } from '../orders/index.ts';
import type { ReviewService } from '../reviews.ts';
import { refuseLive } from './clock.ts';
import { partyOf } from './parties.ts';
import type { SandboxStatements } from './statements.ts';

/** Trips are shared out over so many guides. */
const GUIDES = 6;
/** Orders at once: as many as a busy agency sends. */
const CONCURRENCY = 4;
/** How long an answer waits for trips to be over by their own clocks. */
const PATIENCE_MS = 12_000;
const POLL_MS = 50;
/** Where the process ends in the middle, what it has made comes into the present after that. */
const ABANDONED_AFTER_MS = 60_000;
/** Made up: the examples of docs have it too. */
const CONTACT_PHONE = '+351912345678';
const CREATED = 'sandbox.examples_created';

export interface ExampleDeps {
  readonly orm: MikroORM;
  /** The real time. */
  readonly now: () => Date;
  readonly merchants: Pick<MerchantDirectory, 'find'>;
  readonly orders: Pick<OrderService, 'create' | 'move'>;
  readonly messages: Pick<MessageService, 'send'>;
  readonly reviews: ReviewService;
  /** Without it, no statement is issued. */
  readonly statements?: Pick<SandboxStatements, 'issue'> | undefined;
  /** Orders have to be signalled. */
  readonly onClockMoved?: (() => void) | undefined;
}

export interface SandboxExampleService {
  /**
   * Fills a sandbox with trips: last month's, which are over, and some of the coming weeks. An agency's are with guides of the sandbox
   * studio, a studio's are of the sandbox agency with its own. What an earlier request has made is not made again.
   * @throws MerchantKindForbidden for a provider, and for who is not in the sandbox
   */
  create(merchant: CallingMerchant): Promise<SandboxExamples>;
}

interface Scene {
  readonly agency: CallingMerchant;
  readonly studio: CallingMerchant;
  /** By the agency's clock. */
  readonly now: Date;
  readonly month: string;
  readonly guideIds: readonly string[];
  /** Where the first of them is. */
  readonly today: string;
}

interface Made {
  readonly trip: ExampleTrip;
  readonly orderId: string;
}

/**
 * Each trip of the past is an order like all others whose clock is behind: it is booked and confirmed on the days before it, and then
 * the clock is moved to the present, so that it begins and ends at its own times.
 */
export function createSandboxExamples(deps: ExampleDeps): SandboxExampleService {
  return {
    async create(merchant) {
      refuseLive(merchant);
      const scene = await sceneOf(deps, merchant);
      const trips = scene.guideIds.length === 0 ? [] : tripsOf(scene);
      await comeToThePresent(deps, scene, ABANDONED_AFTER_MS);
      const tried = await pMap(trips, (trip) => make(deps, scene, trip), { concurrency: CONCURRENCY });
      const made = tried.filter((one) => one !== undefined);
      await comeToThePresent(deps, scene, 0);
      deps.onClockMoved?.();
      const isOver = await untilOver(deps, made);
      for (const one of made) await review(deps, scene, one);
      // A statement without some of its lines would be worse than none. The other side is the sandbox's own, whose people may look as well.
      if (isOver) for (const side of [scene.agency, scene.studio]) await issue(deps, side, scene.month);
      const settlementIds = await issuedOf(deps, merchant, scene.month);
      await note(deps, merchant, { month: scene.month, orders: made.length });
      return { month: scene.month, orderIds: made.map(({ orderId }) => orderId), settlementIds };
    },
  };
}

async function sceneOf({ orm, now, merchants }: ExampleDeps, merchant: CallingMerchant): Promise<Scene> {
  if (merchant.kind === 'provider') throw new MerchantKindForbidden('only for agencies and studios');
  const other = merchant.kind === 'studio' ? SANDBOX_AGENCY_KEY : SANDBOX_STUDIO_KEY;
  const { via: _, ...own } = merchant;
  const party = await partyOf(merchants, other);
  const [agency, studio] = merchant.kind === 'studio' ? [party, own] : [own, party];
  const em = orm.em.fork();
  const clock = { clockAheadMs: await readClock(em, agency.key) };
  const offered = { studioKey: studio.key, status: 'active', visibility: 'public', deletedAt: null } as const;
  const guides = await em.find(
    Guide,
    { ...offered, sandboxBehaviour: null, id: { $nin: [...ROOMY_GUIDES] } },
    { fields: ['id', 'timeZone'], orderBy: { id: 'asc' }, limit: GUIDES },
  );
  const present = timeFor(clock, now());
  return {
    agency: { ...agency, ...clock },
    studio,
    now: present,
    month: previousMonth(monthOf(present, 'UTC')),
    guideIds: guides.map(({ id }) => id),
    today: todayIn(guides[0]?.timeZone ?? 'UTC', present),
  };
}

/** Those that were booked first are made first. */
function tripsOf({ month, now, today, guideIds }: Scene): readonly ExampleTrip[] {
  const trips = exampleTrips(month, today, guideIds.length);
  return trips.toSorted((one, other) => bookedAt(one, now) - bookedAt(other, now));
}

const DAY_MS = 86_400_000;
/** In the morning of a day before the trip, by UTC; now for those to come. */
function bookedAt({ tripDate, bookedDaysBefore }: ExampleTrip, now: Date): number {
  if (bookedDaysBefore === undefined) return now.getTime();
  return Date.parse(`${tripDate}T09:20:00Z`) - bookedDaysBefore * DAY_MS;
}

/** @returns undefined where no guide could be booked for it: somebody else has the days. */
async function make(deps: ExampleDeps, scene: Scene, trip: ExampleTrip): Promise<Made | undefined> {
  for (const guideId of candidatesFor(scene, trip)) {
    const found = await unlessRefused(() => book(deps, scene, trip, guideId));
    if (found === undefined) continue;
    if (!found.isOld) await live(deps, scene, { trip, orderId: found.orderId });
    return { trip, orderId: found.orderId };
  }
  return undefined;
}

/** The next ones where somebody else has the first; at last one that goes with any number of parties. */
function candidatesFor({ guideIds, studio }: Scene, { guide }: ExampleTrip): readonly string[] {
  const next = (by: number) => guideIds[(guide + by) % guideIds.length]!;
  const some = [...new Set([next(0), next(1), next(2)])];
  return studio.key === SANDBOX_STUDIO_KEY ? [...some, ROOMY_GUIDES[1]] : some;
}

interface Booked {
  readonly orderId: string;
  /** By an earlier request. */
  readonly isOld: boolean;
}

async function book(
  { orders, now }: ExampleDeps,
  { agency, studio, now: present }: Scene,
  trip: ExampleTrip,
  guideId: string,
): Promise<Booked> {
  const behind = { clockAheadMs: bookedAt(trip, present) - now().getTime() };
  const buyer = trip.bookedDaysBefore === undefined ? agency : { ...agency, ...behind };
  const { tripDate, tripDays, guestCount, contactName } = trip;
  const request: OrderCreate = {
    ...{ guideId, tripDate, tripDays, guestCount, contactName, contactPhone: CONTACT_PHONE },
    clientReference: studio.key === SANDBOX_STUDIO_KEY ? trip.reference : `${trip.reference} ${studio.key}`,
    uniqueReference: true,
  };
  try {
    const { created } = await orders.create(buyer, request, undefined);
    return { orderId: created.orderId, isOld: false };
  } catch (error) {
    if (!(error instanceof ReferenceTaken)) throw error;
    return { orderId: String(error.data.orderId), isOld: true };
  }
}

/** What both sides do about it before the trip. */
async function live(deps: ExampleDeps, { agency, studio }: Scene, { trip, orderId }: Made): Promise<void> {
  const move = (who: CallingMerchant, action: OrderAction) =>
    unlessRefused(() => deps.orders.move(who, orderId, action, {}));
  const say = (who: CallingMerchant, text: string | undefined) =>
    text === undefined ? undefined : unlessRefused(() => deps.messages.send(who, orderId, { text }));
  await say(agency, trip.question);
  if (trip.ending === 'rejected') await move(studio, 'reject');
  else if (trip.ending !== 'pending') await move(studio, 'confirm');
  await say(studio, trip.answer);
  if (trip.ending === 'cancelled') await move(agency, 'cancel');
}

/** The orders whose clock is behind go on to the agency's, after so many milliseconds at the latest. */
async function comeToThePresent({ orm }: ExampleDeps, { agency }: Scene, inMs: number): Promise<void> {
  await addSingleJob(orm.em.fork(), 'clock', agency.key, inMs);
}

/** Those that take longer follow by themselves. @returns whether all are over. */
async function untilOver({ orm }: ExampleDeps, made: readonly Made[]): Promise<boolean> {
  const past = made.filter(({ trip }) => trip.ending === 'completed').map(({ orderId }) => orderId);
  const left = () => orm.em.fork().count(Order, { id: { $in: past }, status: { $in: [...LIVE_STATES] } });
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(POLL_MS)) {
    if ((await left()) === 0) return true;
  }
  return false;
}

async function review({ reviews }: ExampleDeps, { agency }: Scene, { trip, orderId }: Made): Promise<void> {
  const said = trip.review;
  if (said) await unlessRefused(() => reviews.review(agency, orderId, said));
}

/** None where an earlier month has to be settled first, or this one is not over by the merchant's clock. */
async function issue({ statements }: ExampleDeps, merchant: CallingMerchant, month: string): Promise<void> {
  await unlessRefused(async () => await statements?.issue(merchant, month));
}

/** Now or before. */
async function issuedOf({ orm }: ExampleDeps, { key }: CallingMerchant, month: string): Promise<string[]> {
  const issued = { merchantKey: key, month, status: { $ne: 'open' } } as const;
  const rows = await orm.em.fork().find(Settlement, issued, { fields: ['id'], orderBy: { id: 'asc' } });
  return rows.map(({ id }) => id);
}

async function note({ orm }: ExampleDeps, merchant: CallingMerchant, details: object): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await once(em, merchant, CREATED, async () => {
      const subject = `merchant:${merchant.key}`;
      await recordAudit(em, merchant, { action: CREATED, subject, details: { ...details } });
      return {};
    });
  });
}

/** Undefined where it was done before, or others are in the way: an example less. */
async function unlessRefused<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlatformError && error.status < 500) return undefined;
    throw error;
  }
}
