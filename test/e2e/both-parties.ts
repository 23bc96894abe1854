/**
 * An agency and a studio with two endpoints each, one of which never answers. The agency books; the studio confirms, starts and
 * completes by what its receiver gets, and knows nothing else.
 */
import pMap from 'p-map';
import { CallbackEndpoint, Notification } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import type { OrderState } from '../../domain/order-state.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import {
  type CallbackReceiver,
  type Reaction,
  reactions,
  startCallbackReceiver,
} from '../support/callback-receiver.ts';
import type { LivePlatform } from '../support/live-platform.ts';
import { until } from '../support/until.ts';

/** What the studio does once it is notified that an order is in this state. */
const NEXT: Partial<Record<OrderState, string>> = {
  pending: 'confirm',
  confirmed: 'start',
  in_progress: 'complete',
};
/** What each healthy endpoint gets of an order. */
export const LIFE: readonly OrderState[] = ['pending', 'confirmed', 'in_progress', 'completed'];
/** Not known whether it was done; still being done. */
const UNKNOWN = [50301, 40904];
const BOOKERS = 8;
const FIRST_DAY = 10;

/** Of one healthy endpoint. */
interface ReceivedBy {
  /** By order: the states that it was notified of, as they arrived, repeats included. */
  readonly orders: ReadonlyMap<string, readonly string[]>;
  /** Requests that brought what had arrived before. */
  readonly repeats: number;
}

export interface Course {
  readonly orderIds: readonly string[];
  readonly agency: ReceivedBy;
  readonly studio: ReceivedBy;
  /** Of the studio's moves. */
  readonly refusals: readonly unknown[];
  /** What waits at the end for the two endpoints that never answer. */
  readonly waiting: number;
  /** From the first booking until both healthy endpoints had acknowledged everything. */
  readonly seconds: number;
}

/** Takes so many orders from their booking to their end; resolves when both healthy endpoints have heard of all of it. */
export async function runOrders(platform: LivePlatform, count: number): Promise<Course> {
  const { agency, studio } = platform.sandbox;
  const receivers = await Promise.all(Array.from({ length: 4 }, startCallbackReceiver));
  const [agencyReceives, agencyHangs, studioReceives, studioHangs] = receivers as FourReceivers;
  const refusals: unknown[] = [];
  studioReceives.react(workingOff(platform, studio, refusals));
  for (const hanging of [agencyHangs, studioHangs]) hanging.react(reactions.hang);
  // The agency's first endpoint works, and the studio's second.
  await saveEndpoints(platform, agency, agencyReceives.url, agencyHangs.url);
  await saveEndpoints(platform, studio, studioHangs.url, studioReceives.url);
  try {
    const begun = performance.now();
    const days = Array.from({ length: count }, (_, index) => FIRST_DAY + index);
    const orderIds = await pMap(days, (day) => book(platform, agency, day), { concurrency: BOOKERS });
    const isNotified = async () =>
      [agencyReceives, studioReceives].every((one) => distinct(one) >= count * LIFE.length) &&
      (await countWaiting(platform, [agencyReceives, studioReceives])) === 0;
    await until(async () => refusals.length > 0 || (await isNotified()));
    const seconds = (performance.now() - begun) / 1_000;
    const waiting = await countWaiting(platform, [agencyHangs, studioHangs]);
    return {
      orderIds,
      agency: arrived(agencyReceives),
      studio: arrived(studioReceives),
      refusals,
      waiting,
      seconds,
    };
  } finally {
    await Promise.all(receivers.map((receiver) => receiver.close()));
  }
}

type FourReceivers = [CallbackReceiver, CallbackReceiver, CallbackReceiver, CallbackReceiver];

/** Acknowledges, and then does what comes next for the order that the body names. */
function workingOff(platform: LivePlatform, studio: ClientCredentials, refusals: unknown[]): Reaction {
  const handled = new Set<string>();
  return (response, { body }) => {
    reactions.acknowledge(response);
    const move = NEXT[body.status as OrderState];
    if (handled.has(body.notificationId) || move === undefined) return;
    handled.add(body.notificationId);
    obey(platform, studio, move, String(body.orderId)).catch((error) => refusals.push(error));
  };
}

/** Asks again under its key while nobody knows whether it was done. @throws where it is refused. */
async function obey(platform: LivePlatform, studio: ClientCredentials, move: string, orderId: string) {
  const url = `/open/v1/order/${move}/${orderId}`;
  const headers = { 'idempotency-key': `${move}-${orderId}` };
  const answer = await until(async () => {
    const { code, msg } = (await platform.as(studio, { method: 'POST', url, headers })).json();
    return UNKNOWN.includes(code) ? undefined : { code, msg };
  });
  if (answer.code !== 200) throw new Error(`${url}: ${JSON.stringify(answer)}`);
}

async function saveEndpoints(
  platform: LivePlatform,
  client: ClientCredentials,
  first: string,
  second: string,
) {
  await ask(platform, client, 'PUT', '/open/v1/callback/config', { url: first });
  await ask(platform, client, 'POST', '/open/v1/callback/endpoint/create', { url: second });
}

async function book(platform: LivePlatform, agency: ClientCredentials, inDays: number): Promise<string> {
  const { orderId } = await ask(platform, agency, 'POST', '/open/v1/order/create', {
    guideId: 'G1001',
    tripDate: addDays(todayIn('Europe/Lisbon', new Date()), inDays),
    tripDays: 1,
    guestCount: 1,
    contactName: 'Ada Lovelace',
    contactPhone: '+351912345678',
  });
  return orderId;
}

async function ask(
  platform: LivePlatform,
  client: ClientCredentials,
  method: 'POST' | 'PUT',
  url: string,
  payload: object,
) {
  const answer = (await platform.as(client, { method, url, payload })).json();
  if (answer.code !== 200) throw new Error(`${url}: ${JSON.stringify(answer)}`);
  return answer.data;
}

/** Notifications that these endpoints have not acknowledged. */
async function countWaiting(platform: LivePlatform, receivers: readonly CallbackReceiver[]): Promise<number> {
  const em = platform.orm.em.fork();
  const endpoints = await em.find(CallbackEndpoint, { url: { $in: receivers.map(({ url }) => url) } });
  const endpointId = { $in: endpoints.map(({ id }) => id) };
  return await em.count(Notification, { endpointId, status: { $ne: 'acknowledged' } });
}

function distinct({ received }: CallbackReceiver): number {
  return new Set(received.map(({ body }) => body.notificationId)).size;
}

function arrived(receiver: CallbackReceiver): ReceivedBy {
  const byOrder = Map.groupBy(receiver.received, ({ body }) => String(body.orderId));
  const orders = new Map(
    [...byOrder].map(([id, notified]) => [id, notified.map(({ body }) => String(body.status))]),
  );
  return { orders, repeats: receiver.received.length - distinct(receiver) };
}
