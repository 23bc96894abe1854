/**
 * `npm run proof -- fire`: 500 bookings, each sent three times at once, while the API is killed (SIGKILL) at random moments and
 * started again; whatever had no answer is sent again. Then exactly 500 orders must stand, each with one event and one
 * notification, and every answer for one key must name the same order.
 *
 * Needs DATABASE_URL (an empty database that it may fill) and ENCRYPTION_KEY; Temporal may be away.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrateToLatest } from '../../db/migrate.ts';
import { seedSandbox } from '../../db/seed/index.ts';
import { loadConfig } from '../../lib/config.ts';
import { drawPort } from '../support/ports.ts';

const ORDERS = 500;
const TWINS = 3;
const CONCURRENT = 24;
const GIVE_UP_MS = 240_000;
const SERVER = fileURLToPath(new URL('../../api/server.ts', import.meta.url));

interface Booking {
  readonly key: string;
  readonly body: string;
}

const config = loadConfig();
await migrateToLatest({ databaseUrl: config.databaseUrl, migrationUrl: config.databaseMigrationUrl });
const { agency } = await seedSandbox(config);
const database = new pg.Pool({ connectionString: config.databaseUrl, max: 2 });
const port = await drawPort();
const base = `http://127.0.0.1:${port}`;
let kills = 0;
let api = start();
await reachable();
const guides = await database.query<{ id: string }>(
  `select id from guide where visibility = 'public' and status = 'active' order by id limit 20`,
);
const bookings = Array.from({ length: ORDERS }, (_, number) => bookingOf(number, guides.rows));
const answers = new Map<string, Set<string>>();
const killing = setInterval(() => void killAndRestart(), 2_000);
let token = await newToken();
const deadline = Date.now() + GIVE_UP_MS;
const queue = bookings.flatMap((booking) => Array<Booking>(TWINS).fill(booking));
const began = performance.now();
await Promise.all(Array.from({ length: CONCURRENT }, worker));
clearInterval(killing);
const seconds = (performance.now() - began) / 1_000;
await report();
api.kill('SIGKILL');
await database.end();

function start(): ChildProcess {
  const env = {
    ...process.env,
    PORT: `${port}`,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_MERCHANT: '0',
  };
  return spawn(process.execPath, [SERVER], { env, stdio: 'ignore' });
}

async function killAndRestart(): Promise<void> {
  // Not at the same phase of every round.
  await new Promise((resolve) => setTimeout(resolve, randomInt(500)));
  if (!(await isReachable()) || queue.length === 0) return;
  api.kill('SIGKILL');
  kills++;
  api = start();
}

async function isReachable(): Promise<boolean> {
  return fetch(`${base}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  );
}

async function reachable(): Promise<void> {
  while (!(await isReachable())) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Twenty guides, days of their own for each order: only a double booking could overlap. */
function bookingOf(number: number, list: readonly { id: string }[]): Booking {
  const day = new Date(Date.now() + (10 + Math.floor(number / list.length)) * 86_400_000);
  const body = JSON.stringify({
    guideId: list[number % list.length]!.id,
    tripDate: day.toISOString().slice(0, 10),
    tripDays: 1,
    guestCount: 1,
    contactName: 'Ana',
    contactPhone: '+351912345678',
  });
  return { key: `fire-${number}`, body };
}

async function newToken(): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: agency.clientId,
    client_secret: agency.clientSecret,
  });
  for (;;) {
    await reachable();
    const answer = await fetch(`${base}/open/v1/auth/token`, { method: 'POST', body: form }).catch(
      () => undefined,
    );
    if (answer?.ok) return ((await answer.json()) as { access_token: string }).access_token;
  }
}

async function worker(): Promise<void> {
  for (let booking = queue.shift(); booking !== undefined; booking = queue.shift())
    await untilAnswered(booking);
}

async function untilAnswered(booking: Booking): Promise<void> {
  while (Date.now() < deadline) {
    const orderId = await send(booking).catch(() => undefined);
    if (orderId === undefined) {
      await reachable();
      continue;
    }
    answers.set(booking.key, (answers.get(booking.key) ?? new Set()).add(orderId));
    return;
  }
}

async function send({ key, body }: Booking): Promise<string | undefined> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  };
  const answer = await fetch(`${base}/open/v1/order/create`, { method: 'POST', headers, body });
  const { code, msg, data } = (await answer.json()) as {
    code: number;
    msg: string;
    data: { orderId: string };
  };
  if (code === 40101) token = await newToken();
  if (code >= 40001 && code < 50000 && code !== 40101) throw new Error(`${code} ${msg}`);
  return code === 200 ? data.orderId : undefined;
}

async function report(): Promise<void> {
  const { rows } = await database.query<{ orders: number; events: number; notifications: number }>(
    `select (select count(*)::int from orders) as orders, (select count(*)::int from order_event) as events,
       (select count(*)::int from notification) as notifications`,
  );
  const { orders, events, notifications } = rows[0]!;
  const answered = bookings.filter(({ key }) => answers.get(key)?.size === 1).length;
  // One notification for each side.
  const isRight = [orders, events, notifications / 2, answered].every((count) => count === ORDERS);
  console.log(
    `${ORDERS} bookings x ${TWINS}, API killed ${kills} times in ${seconds.toFixed(1)} s: ${orders} orders, ` +
      `${events} events, ${notifications} notifications, ${answered} keys with one order each`,
  );
  console.log(isRight ? '4 passed, 0 failed' : '0 passed, 1 failed');
  if (!isRight) process.exitCode = 1;
}
