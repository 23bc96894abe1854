/**
 * `npm run proof -- unread`: clients that pipeline requests and never read, against an API process of its own with a small heap.
 *
 *   npm run proof -- unread [--seconds 60] [--connections 2] [--rate 1450] [--heap 256] [--path /openapi.json]
 *
 * Prints the process's memory and what honest clients (10 a second, /.well-known and guide/list) wait for, quiet
 * and under attack. Ends with 1 when the process died, an honest request failed, memory kept growing, or the
 * honest p99 is more than twice the quiet one. `--rate` is requests a minute over all connections (1,450 stays below
 * RATE_LIMIT_MERCHANT).
 *
 * Needs DATABASE_URL (an empty database that it may fill) and ENCRYPTION_KEY; Temporal may be away.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { migrateToLatest } from '../../db/migrate.ts';
import { seedSandbox } from '../../db/seed/index.ts';
import { loadConfig } from '../../lib/config.ts';
import { drawPort } from '../support/ports.ts';

const SERVER = fileURLToPath(new URL('../../api/server.ts', import.meta.url));
const QUIET_SECONDS = 20;
const HONEST_PER_SECOND = 10;
const TICK_MS = 1_000;
/** A batch fits one read of the server, which is what hands out all its requests at once. */
const REQUESTS_PER_READ = 1_000;
/** Of the second half of the attack over the first; the collector's own ups and downs are smaller. */
const FLAT = 1.25;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    connections: { type: 'string', default: '2' },
    rate: { type: 'string', default: '1450' },
    heap: { type: 'string', default: '256' },
    path: { type: 'string', default: '/openapi.json' },
  },
});
const seconds = Number(values.seconds);
const config = loadConfig();
await migrateToLatest({ databaseUrl: config.databaseUrl, migrationUrl: config.databaseMigrationUrl });
const { agency } = await seedSandbox(config);
const port = await drawPort();
const base = `http://127.0.0.1:${port}`;
const api = start();
let ended: string | undefined;
api.once('exit', (code, signal) => {
  ended = `${code ?? signal}`;
});
let failed = 0;
await reachable();
const token = await newToken();

const quiet = await measure(QUIET_SECONDS);
const rss: number[] = [];
let dropped = 0;
const attack = new AbortController();
const attackers = Array.from({ length: Number(values.connections) }, () => attackFor(attack.signal));
const watching = setInterval(() => rss.push(residentMegabytes()), TICK_MS);
const attacked = await measure(seconds);
attack.abort();
clearInterval(watching);
await Promise.all(attackers);
report();
api.kill('SIGKILL');
process.exit();

function start(): ChildProcess {
  // Nobody listens there: a Temporal that runs here belongs to another installation.
  const own = { PORT: `${port}`, HOST: '127.0.0.1', TEMPORAL_ADDRESS: '127.0.0.1:1', LOG_LEVEL: 'silent' };
  const env = { ...process.env, ...own };
  const args = [`--max-old-space-size=${values.heap}`, SERVER];
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function reachable(): Promise<void> {
  while (ended === undefined && !(await fetch(`${base}/healthz`).catch(() => undefined))?.ok) await sleep(50);
}

async function newToken(): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: agency.clientId,
    client_secret: agency.clientSecret,
  });
  const answer = await fetch(`${base}/open/v1/auth/token`, { method: 'POST', body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** What honest clients wait for, in ms, sorted. */
async function measure(forSeconds: number): Promise<number[]> {
  const waits: number[] = [];
  const asked: Promise<void>[] = [];
  const until = Date.now() + forSeconds * 1_000;
  for (let number = 0; Date.now() < until && ended === undefined; number++) {
    asked.push(ask(number, waits));
    await sleep(1_000 / HONEST_PER_SECOND);
  }
  await Promise.all(asked);
  return waits.sort((a, b) => a - b);
}

async function ask(number: number, waits: number[]): Promise<void> {
  const isPublic = number % 2 === 0;
  const began = performance.now();
  try {
    const answer = isPublic
      ? await fetch(`${base}/.well-known/oauth-authorization-server`)
      : await fetch(`${base}/open/v1/guide/list`, { headers: { authorization: `Bearer ${token}` } });
    await answer.text();
    // The attacker's own address may run into its limit; that is no failure of the process.
    if (!answer.ok && answer.status !== 429) failed++;
    waits.push(performance.now() - began);
  } catch {
    failed++;
  }
}

/** One connection that writes and never reads; opened anew whenever the server ends it. */
async function attackFor(signal: AbortSignal): Promise<void> {
  const perConnection = Number(values.rate) / 60 / Number(values.connections);
  const batch = Math.min(REQUESTS_PER_READ, Math.max(1, Math.round(perConnection * 10)));
  const request = `GET ${values.path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const isPublic = !values.path.startsWith('/open/v1/');
  const text = isPublic ? `GET ${values.path} HTTP/1.1\r\nHost: a\r\n\r\n` : request;
  let socket = open();
  while (!signal.aborted && ended === undefined) {
    if (socket.destroyed) {
      dropped++;
      socket = open();
    }
    socket.write(text.repeat(batch));
    await sleep((batch / perConnection) * 1_000, undefined, { signal }).catch(() => undefined);
  }
  socket.destroy();
}

function open(): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  return socket;
}

/** Of the process, as Linux says; elsewhere nothing is told. */
function residentMegabytes(): number {
  try {
    const pages = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${api.pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(pages ?? 0) / 1_024);
  } catch {
    return 0;
  }
}

function report(): void {
  const half = Math.floor(rss.length / 2);
  const [before, after] = [median(rss.slice(0, half)), median(rss.slice(half))];
  const isFlat = after <= before * FLAT;
  const isPrompt = percentile(attacked, 99) <= Math.max(2 * percentile(quiet, 99), 20);
  console.log(
    `${values.connections} connections, ${values.rate} requests of ${values.path} a minute, never read, for ${seconds} s, heap of ${values.heap} MB`,
  );
  console.log(
    `process: ${ended === undefined ? 'lives' : `ended with ${ended}`}; connections ended: ${dropped}`,
  );
  console.log(`memory (MB): ${rss.filter((_value, at) => at % Math.ceil(rss.length / 12) === 0).join(' ')}`);
  console.log(`  median of the first half ${before}, of the second ${after}, highest ${Math.max(0, ...rss)}`);
  console.log(`honest clients: ${failed} failed; quiet ${wait(quiet)}; under attack ${wait(attacked)}`);
  const checks = [ended === undefined, failed === 0, isFlat, isPrompt];
  console.log(`${checks.filter(Boolean).length} passed, ${checks.filter((held) => !held).length} failed`);
  if (!checks.every(Boolean)) process.exitCode = 1;
}

function wait(waits: readonly number[]): string {
  return `p50 ${percentile(waits, 50).toFixed(1)} ms, p99 ${percentile(waits, 99).toFixed(1)} ms (${waits.length})`;
}

function percentile(sorted: readonly number[], percent: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}

function median(values: readonly number[]): number {
  return percentile(
    [...values].sort((a, b) => a - b),
    50,
  );
}
