/**
 * What somebody did without a connection: it waits on this device, is shown as such, and is sent in its order once there is one.
 * What this rules out (test/console/browser/offline.test.ts):
 *
 * - It is done twice: each has the `Idempotency-Key` of its first attempt, and one tab sends at a time.
 * - It is lost: it outlives the page and the browser; what the server refuses stays until its person has read why.
 * - Somebody else sends it: each person has their own, and signing out ends them.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { call, type Place, type World } from '../api/client.ts';
import { useConnection } from '../api/connection.ts';
import { Refusal, refusalOf } from '../api/errors.ts';
import { useMe } from './session.ts';

const PREFIX = 'guidepost.waiting';
const RETRY_MS = 20_000;

const OPERATIONS = {
  confirm: 'confirmOrder',
  reject: 'rejectOrder',
  start: 'startOrder',
  complete: 'completeOrder',
  message: 'sendMessage',
} as const;

/** What can wait: what a studio does on the way, and messages. */
export type WaitingAction = keyof typeof OPERATIONS;

export interface Waiting {
  /** Its `Idempotency-Key`. */
  readonly key: string;
  readonly company: string;
  readonly world: World;
  readonly action: WaitingAction;
  readonly orderId: string;
  readonly body: { readonly reason?: string; readonly text?: string };
  /** Why the server does not do it. */
  readonly refused?: Pick<Refusal, 'message' | 'status' | 'code' | 'reason'>;
}

export const mayWait = (action: string): action is WaitingAction => action in OPERATIONS;

function isWaiting(one: unknown): one is Waiting {
  const { key, company, world, action, orderId, body } = (one ?? {}) as Partial<
    Record<keyof Waiting, unknown>
  >;
  const isNamed = [key, company, world, action, orderId].every((name) => typeof name === 'string');
  return isNamed && mayWait(action as string) && typeof body === 'object' && body !== null;
}

/** What was not written in this form is not there. */
function parse(text: string | null): readonly Waiting[] {
  try {
    const read: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(read) ? read.filter(isWaiting) : [];
  } catch {
    return [];
  }
}

let known: { readonly text: string | null; readonly list: readonly Waiting[] } = { text: null, list: [] };
const listeners = new Set<() => void>();

function read(personId: number): readonly Waiting[] {
  const text = localStorage.getItem(`${PREFIX}/${personId}`);
  if (text !== known.text) known = { text, list: parse(text) };
  return known.list;
}

/** @throws where the browser keeps nothing. */
function write(personId: number, list: readonly Waiting[]): void {
  const name = `${PREFIX}/${personId}`;
  if (list.length === 0) localStorage.removeItem(name);
  else localStorage.setItem(name, JSON.stringify(list));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Does it now; where there is no connection it waits. @throws Refusal, also where the browser keeps nothing. */
export async function sendOrKeep(personId: number, waiting: Waiting): Promise<'sent' | 'kept'> {
  try {
    await send(waiting);
    return 'sent';
  } catch (error) {
    if (refusalOf(error).reason !== 'offline' || !keep(personId, waiting)) throw error;
    return 'kept';
  }
}

function keep(personId: number, waiting: Waiting): boolean {
  try {
    const others = read(personId).filter((one) => !isSame(one, waiting));
    write(personId, [...others, waiting]);
    return true;
  } catch {
    return false;
  }
}

/** An order is confirmed once, however often somebody presses; each message is one of its own. */
function isSame(one: Waiting, other: Waiting): boolean {
  if (one.key === other.key) return true;
  return one.action !== 'message' && one.action === other.action && one.orderId === other.orderId;
}

export function takeBack(personId: number, key: string): void {
  write(
    personId,
    read(personId).filter((one) => one.key !== key),
  );
}

/** What the reader did that was not sent yet, the first of it first. */
export function useWaiting(): readonly Waiting[] {
  const { person } = useMe();
  return useSyncExternalStore(subscribe, () => read(person.id));
}

/** What of it is about one order, and not refused. */
export function useWaitingAt(orderId: string): readonly Waiting[] {
  return useWaiting().filter((one) => one.orderId === orderId && one.refused === undefined);
}

/** Before somebody signs out. */
export async function sendBeforeLeaving(personId: number, client: QueryClient): Promise<void> {
  if (read(personId).length > 0) await sendAll(personId, client);
}

/** Somebody has signed out: what the server did not take ends with it. */
export function dropWaiting(personId: number): void {
  write(personId, []);
}

/** Sends what waits: at once, when the connection is back, and from time to time. */
export function useSending(): void {
  const client = useQueryClient();
  const { person } = useMe();
  const { isAway } = useConnection();
  const open = useWaiting().filter(({ refused }) => refused === undefined).length;
  useEffect(() => {
    if (open === 0) return;
    const work = () => void sendAll(person.id, client);
    if (!isAway) work();
    const timer = setInterval(work, RETRY_MS);
    window.addEventListener('online', work);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', work);
    };
  }, [client, person.id, isAway, open]);
}

/** One tab of the browser at a time; where another one sends, it sends everything. */
async function sendAll(personId: number, client: QueryClient): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  const work = () => sendInOrder(personId, client);
  if (locks === undefined) await work();
  else await locks.request(PREFIX, { ifAvailable: true }, async (lock) => void (lock && (await work())));
}

async function sendInOrder(personId: number, client: QueryClient): Promise<void> {
  const next = () => read(personId).find(({ refused }) => refused === undefined);
  for (let one = next(); one !== undefined; one = next()) {
    const refusal = await send(one).then(() => undefined, refusalOf);
    if (refusal?.isPassing || refusal?.reason === 'not_signed_in') return;
    if (refusal === undefined) takeBack(personId, one.key);
    else markRefused(personId, one.key, refusal);
    const { company, world } = one;
    await client.invalidateQueries({ queryKey: [company, world] });
  }
}

/** @throws Refusal */
async function send({ company, world, action, orderId, body, key }: Waiting): Promise<void> {
  const place: Place = { company, world };
  const parts = { params: { orderId }, body, idempotencyKey: key };
  await call(place, OPERATIONS[action], parts as never);
}

function markRefused(personId: number, key: string, { message, status, code, reason }: Refusal): void {
  const refused = { message, status, code, reason };
  write(
    personId,
    read(personId).map((one) => (one.key === key ? { ...one, refused } : one)),
  );
}

/** To be shown as any other. */
export function refusalIn({ refused }: Waiting): Refusal | undefined {
  return refused && new Refusal(refused.message, refused);
}
