/**
 * What was read last, on this device, for when there is no connection: who is signed in, today's page, the inbox, and the orders that
 * somebody looked at. What this rules out (docs/security.md, "What a browser keeps"):
 *
 * - Somebody else reads it: it goes with signing out, with the end of the session, and with another person's sign-in; an answer goes with a
 *   later refusal of it.
 * - It grows: the oldest go, and whatever is older than three days.
 */

const CACHE = 'guidepost-seen';
const READ_AT = 'x-read-at';
const PERSON = '/api/account/me';
const MOST = 100;
const LONGEST_MS = 3 * 86_400_000;

const KEPT = [
  /^\/api\/account\/me$/,
  /^\/api\/[^/]+\/[^/]+\/console\/(home|inbox|orders\/[^/?]+\/(people|notes))$/,
  /^\/api\/[^/]+\/[^/]+\/open\/v1\/(order|guide)\/detail\/[^/?]+$/,
  /^\/api\/[^/]+\/[^/]+\/open\/v1\/order\/(messages?|changes?)\b/,
  /^\/api\/[^/]+\/[^/]+\/open\/v1\/notification\/list\?orderId=/,
  /^\/api\/[^/]+\/[^/]+\/open\/v1\/sandbox\/clock$/,
];

interface Seen {
  readonly data: unknown;
  readonly readAt: Date;
}

/** @param address path and query of a GET. */
export const isKept = (address: string): boolean => KEPT.some((pattern) => pattern.test(address));

let hasLeft = false;

/** Keeps an answer; a device without room, or a browser that may not, works all the same. */
export async function keepSeen(address: string, data: unknown): Promise<void> {
  if (hasLeft || !isPossible()) return;
  try {
    if (address === PERSON && !(await isSamePerson(data))) await dropSeen();
    const cache = await caches.open(CACHE);
    const headers = { [READ_AT]: new Date().toISOString() };
    await cache.put(address, Response.json(data, { headers }));
    await trim(cache);
    // Somebody has signed out meanwhile.
    if (hasLeft) await dropSeen();
  } catch {
    await dropSeen();
  }
}

/** @returns undefined where it was not read, or too long ago. */
export async function readSeen(address: string): Promise<Seen | undefined> {
  const kept = await match(address);
  if (kept === undefined || isOld(kept)) return undefined;
  return { data: await kept.json(), readAt: readAtOf(kept) };
}

/** The server shows it to this person no longer. */
export async function forgetSeen(address: string): Promise<void> {
  if ((await match(address)) !== undefined) await (await caches.open(CACHE)).delete(address);
}

export async function dropSeen(): Promise<void> {
  if (isPossible()) await caches.delete(CACHE).catch(() => false);
}

/** The person signs out: answers that are on their way are not kept any more. */
export async function leaveSeen(): Promise<void> {
  hasLeft = true;
  await dropSeen();
}

/** Browsers have it where a page came by https or from this machine. */
const isPossible = () => 'caches' in globalThis;

async function match(address: string): Promise<Response | undefined> {
  return isPossible() ? await caches.match(address, { cacheName: CACHE }).catch(() => undefined) : undefined;
}

async function isSamePerson(data: unknown): Promise<boolean> {
  const known = await match(PERSON);
  return known === undefined || idOf(await known.json()) === idOf(data);
}

function idOf(me: unknown): number | undefined {
  return (me as { person?: { id: number } | null }).person?.id;
}

/** The oldest come first: what is read again is put last. */
async function trim(cache: Cache): Promise<void> {
  const addresses = await cache.keys();
  for (const [index, address] of addresses.entries()) {
    const kept = await cache.match(address);
    if (addresses.length - index <= MOST && kept !== undefined && !isOld(kept)) return;
    await cache.delete(address);
  }
}

const readAtOf = (kept: Response) => new Date(kept.headers.get(READ_AT) ?? 0);
const isOld = (kept: Response) => readAtOf(kept).getTime() < Date.now() - LONGEST_MS;
