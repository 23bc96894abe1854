import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createRandom, type Random } from '../../support/random.ts';
import { until } from '../../support/until.ts';
import { type Violation, violations } from '../checks/violation.ts';
import type { MerchantClient } from '../client.ts';
import type { Clients } from '../clients.ts';
import { clocksIn } from '../harm/clocks.ts';
import { holdIn } from '../holding.ts';
import { CONTACT, outcomeOf, tripOf } from '../intents.ts';
import { createJournal, type HoldIntent, type Journal, type Outcome } from '../journal.ts';
import { requestOf } from '../mix.ts';
import { take } from '../moving.ts';
import { metricsOf, type Part, pidOf } from '../parts.ts';
import { receiversOf } from '../world.ts';
import { migrate } from './another-server.ts';
import { consequences } from './consequences.ts';
import type { Ground, Plan } from './drill.ts';
import { type SkewableServer, startSkewableServer } from './skewable-server.ts';

const HOUR_S = 3_600;
const HOLD_SECONDS = 900;
const BEFORE_MS = 5_000;
const AHEAD_MS = 10_000;
/** Every process has measured the database's clock, which it does each half minute. */
const MEASURED_MS = 35_000;
const LOAD_MS = 135_000;
/** The page's own statements, as an operator pastes them. */
const RECOVERY = readFileSync(new URL('../../../docs/recovery.md', import.meta.url), 'utf8');
const PLANNED_AHEAD = /^## A clock that jumps$.*?```sql\n(.*?)```/ms.exec(RECOVERY)?.[1] ?? '';
const SIGNED = 'every notification is signed';
const SKEWED: readonly Part[] = ['api', 'order-worker'];

/**
 * While merchants work, the clocks of an API and an order worker are an hour ahead and right again; then the database's, where it can be
 * set. Nothing ends before its time, or twice.
 */
export function clockJump(): Plan {
  let server: SkewableServer | undefined;
  return {
    async prepare(ground) {
      server = await startSkewableServer(ground);
      if (server === undefined) return {};
      await migrate(server.urls);
      return { DATABASE_URL: server.urls.application, DATABASE_MIGRATION_URL: server.urls.migration };
    },
    async drill(ground) {
      const journal = createJournal();
      const found: Violation[] = [];
      const misdated = new Set<string>();
      await ground.load(journal, 'jump', LOAD_MS, async (clients) => {
        const kept = await createKept(ground, clients, journal);
        await sleep(BEFORE_MS);
        found.push(...(await processesJump(ground, kept)));
        if (server !== undefined) found.push(...(await databaseJumps(ground, server, kept, misdated)));
        found.push(...(await kept.endInTime()));
      });
      await releaseHolds(ground, journal);
      found.push(...(await consequences(ground, journal)));
      ground.say(`notifications that arrived while the database was ahead, dated so: ${misdated.size}`);
      return found.filter(({ rule, evidence }) => rule !== SIGNED || !misdated.has(evidence));
    },
  };
}

/** What has to outlast the jumps: an order that waits for its studio, a hold of a quarter of an hour, tokens, the month's statements. */
interface Kept {
  /** @returns what ended, or is refused, although its time is not over. */
  look(when: string): Promise<Violation[]>;
  endInTime(): Promise<Violation[]>;
}

async function createKept(ground: Ground, clients: Clients, journal: Journal): Promise<Kept> {
  const { creates, holds } = journal;
  const [agency] = clients.agencies;
  if (agency === undefined) throw new Error('there is no agency');
  const random = createRandom(11);
  const { database } = ground.platform().info;
  const order = await bookWaiting(database, clients, agency, creates, random);
  const hold = await holdGuide(clients, agency, holds, random);
  const tokens = [await tokenOf(ground)];
  return {
    async look(when) {
      const [state] = await read<{ order: string; hold: string }>(
        database,
        'select (select status from orders where id = $1) as order, (select status from hold where id = $2) as hold',
        [order, hold.id],
      );
      tokens.push(await tokenOf(ground));
      const refused = (await Promise.all(tokens.map((token) => refusalOf(ground, token)))).flat();
      const overdue = /^guidepost_settlements_overdue (.+)$/m.exec(await reported(ground))?.[1];
      return [
        ...violations(`an order waits (${when})`, state?.order === 'pending' ? [] : [`${state?.order}`]),
        ...violations(`a hold is held (${when})`, state?.hold === 'held' ? [] : [`${state?.hold}`]),
        ...violations(`tokens are taken (${when})`, refused),
        ...violations(`no statement is due (${when})`, overdue === '0' ? [] : [`${overdue}`]),
      ];
    },
    async endInTime() {
      const { outcome: confirmed } = await take({ ...clients, journal }, random, agency, order, 'confirm');
      const reference = 'kept-hold';
      const key = `create-${reference}`;
      const body = { ...CONTACT, holdId: hold.id, clientReference: reference };
      const booked = await agency.client.send({ ...requestOf('createOrder'), body, key });
      hold.intent.booked = outcomeOf(booked);
      creates.push({ agency: agency.key, key, reference, outcome: outcomeOf(booked) });
      const isTaken = ({ kind }: Outcome) => (kind === 'acknowledged' ? [] : [kind]);
      return [
        ...violations('the order that waited is confirmed', isTaken(confirmed)),
        ...violations('what was held is booked', isTaken(hold.intent.booked)),
      ];
    },
  };
}

/** Of a guide that does not confirm at once. @returns its id. */
async function bookWaiting(
  database: string,
  clients: Clients,
  { key: merchant, client }: MerchantClient,
  creates: Journal['creates'],
  random: Random,
): Promise<string> {
  for (let number = 1; ; number++) {
    const reference = `kept-${number}`;
    const key = `create-${reference}`;
    const body = { ...tripOf(clients, random), ...CONTACT, clientReference: reference };
    const outcome = outcomeOf(await client.send({ ...requestOf('createOrder'), body, key }));
    creates.push({ agency: merchant, key, reference, outcome });
    if (outcome.kind !== 'acknowledged') continue;
    const sql = 'select instant_confirmation as instant from orders where id = $1';
    const [row] = await read<{ instant: boolean }>(database, sql, [outcome.orderId]);
    if (row?.instant === false) return outcome.orderId;
  }
}

async function holdGuide(
  clients: Clients,
  { key: merchant, client }: MerchantClient,
  holds: Journal['holds'],
  random: Random,
) {
  for (let number = 1; ; number++) {
    const key = `hold-kept-${number}`;
    const body = { ...tripOf(clients, random), holdSeconds: HOLD_SECONDS };
    const outcome = holdIn(await client.send({ ...requestOf('holdGuide'), body, key }));
    const intent: HoldIntent = { agency: merchant, key, outcome, extended: [] };
    holds.push(intent);
    if (outcome.kind === 'acknowledged') return { id: outcome.holdId, intent };
  }
}

/** Those of the time that was ahead last until then, as their answers say: up to an hour longer. */
async function releaseHolds(ground: Ground, journal: Journal): Promise<void> {
  const { fresh } = await ground.connect(journal, new AbortController().signal);
  const left = await read<{ id: string }>(
    ground.platform().info.database,
    "select id from hold where status = 'held' and created_at > now()",
    [],
  );
  ground.say(`holds that were taken while the database was ahead, and are held: ${left.length}`);
  for (const { id } of left) {
    const intent = journal.holds.find(
      ({ outcome }) => outcome.kind === 'acknowledged' && outcome.holdId === id,
    );
    const owner = fresh.find(({ key }) => key === intent?.agency);
    if (intent === undefined || owner === undefined) continue;
    const answer = await owner.client.send({ ...requestOf('releaseHold', id), key: `end-${id}`, body: {} });
    intent.released = holdIn(answer);
  }
}

async function processesJump(ground: Ground, kept: Kept): Promise<Violation[]> {
  const { folder, say } = ground;
  const files = await Promise.all(
    SKEWED.map(async (part) => join(clocksIn(folder), String(await pidOf(folder, part)))),
  );
  for (const file of files) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${HOUR_S * 1_000}`);
  }
  await sleep(AHEAD_MS);
  const ahead = await aheadOf(ground);
  say(`${SKEWED.join(' and ')} are an hour ahead: guidepost_clock_ahead_seconds ${ahead.join(', ')}`);
  const status = await ground.admin('--json', 'status');
  say(`status: ${stateIn(status)}`);
  const found = await kept.look('while processes are ahead');
  for (const file of files) rmSync(file);
  await until(async () => (await aheadOf(ground)).every((seconds) => Math.abs(seconds) < 1));
  say('their clocks are right again');
  return [
    ...found,
    ...violations(
      'a process reports that its clock is wrong',
      ahead.filter((seconds) => Math.abs(seconds - HOUR_S) > 1).map(String),
    ),
    ...violations('status reports it', /"clockAheadMs": ?3[56]\d{5}\b/.test(status) ? [] : [status]),
    ...(await kept.look('after processes were ahead')),
  ];
}

/** @param misdated gets the notifications that arrive meanwhile: their signatures are of a time that merchants refuse. */
async function databaseJumps(
  ground: Ground,
  server: SkewableServer,
  kept: Kept,
  misdated: Set<string>,
): Promise<Violation[]> {
  const { say, world } = ground;
  const from = Date.now();
  server.setAhead(HOUR_S);
  await sleep(MEASURED_MS);
  const ahead = await aheadOf(ground);
  say(`the database is an hour ahead: guidepost_clock_ahead_seconds ${ahead.join(', ')}`);
  say(`status: ${stateIn(await ground.admin('--json', 'status'))}`);
  const found = await kept.look('while the database is ahead');
  server.setAhead(0);
  await sleep(MEASURED_MS);
  for (const { receipts } of receiversOf(world))
    for (const { notificationId, at } of receipts) if (at >= from) misdated.add(notificationId);
  say('its clock is right again');
  const late = await plannedAhead(server);
  say(`planned in the time that was ahead: ${late.join(', ') || 'none'}`);
  const begun = Date.now();
  await paste(server.urls.migration, PLANNED_AHEAD);
  await until(async () => (await plannedAhead(server)).length === 0);
  say(`done ${((Date.now() - begun) / 1_000).toFixed(1)} s after they were brought forward`);
  return [
    ...found,
    ...violations(
      'every process reports that clocks differ',
      ahead.filter((seconds) => Math.abs(seconds + HOUR_S) > 2).map(String),
    ),
    ...(await kept.look('after the database was ahead')),
  ];
}

/** Of the processes that jump. */
async function aheadOf({ folder }: Ground): Promise<number[]> {
  return await Promise.all(
    SKEWED.map(async (part) => {
      const text = await metricsOf(await pidOf(folder, part));
      return Number(/^guidepost_clock_ahead_seconds (.+)$/m.exec(text)?.[1]);
    }),
  );
}

/** Of the platform as a whole. */
async function reported({ folder }: Ground): Promise<string> {
  return await metricsOf(await pidOf(folder, 'order-worker'));
}

/** Nobody would do them for up to an hour. */
async function plannedAhead({ urls }: SkewableServer): Promise<string[]> {
  const rows = await read<{ kind: string; count: number }>(
    urls.migration,
    `select kind, count(*)::int as count from (
       select kind from job where added_at > now()
       union all select 'notification' from notification where status = 'pending' and wake_at > now()
       union all select 'start' from orders where workflow_started_at is null and launch_after > now() + interval '1 minute') planned
     group by kind order by kind`,
    [],
  );
  return rows.map(({ kind, count }) => `${kind} ${count}`);
}

function stateIn(status: string): string {
  const { platform, parts } = JSON.parse(status);
  return JSON.stringify({ state: platform.state, clockAheadMs: platform.clockAheadMs, parts: parts.list });
}

async function tokenOf({ platform, world }: Ground): Promise<string> {
  const [{ clientId, clientSecret }] = world.agencies as [(typeof world.agencies)[number]];
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const answer = await fetch(`${platform().info.api}/open/v1/auth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function refusalOf({ platform }: Ground, token: string): Promise<string[]> {
  const answer = await fetch(`${platform().info.api}/open/v1/guide/list`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return answer.status === 401 ? [await answer.text()] : [];
}

async function paste(databaseUrl: string, statements: string): Promise<void> {
  if (statements === '') throw new Error('docs/recovery.md has no statements');
  await read(databaseUrl, statements, []);
}

async function read<Row>(databaseUrl: string, sql: string, values: readonly string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await (values.length > 0 ? client.query(sql, [...values]) : client.query(sql))).rows as Row[];
  } finally {
    await client.end();
  }
}
