import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createRandom } from '../../support/random.ts';
import { until } from '../../support/until.ts';
import { type Violation, violations } from '../checks/violation.ts';
import type { Clients } from '../clients.ts';
import { clocksIn } from '../harm/clocks.ts';
import { CONTACT, tripOf } from '../intents.ts';
import { createJournal } from '../journal.ts';
import { metricsOf, type Part, pidOf } from '../parts.ts';
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
      await ground.load(journal, 'jump', LOAD_MS, async (clients) => {
        const kept = await createKept(ground, clients);
        await sleep(BEFORE_MS);
        found.push(...(await processesJump(ground, kept)));
        if (server !== undefined) found.push(...(await databaseJumps(ground, server, kept)));
        found.push(...(await kept.endInTime()));
      });
      found.push(...violations('nothing waits for the time that was', await waitingForAnHour(ground)));
      return [...found, ...(await consequences(ground, journal))];
    },
  };
}

/** What has to outlast the jumps: an order that waits, a hold of a quarter of an hour, tokens, open statements. */
interface Kept {
  /** @returns what ended, or is refused, although its time is not over. */
  look(when: string): Promise<Violation[]>;
  endInTime(): Promise<Violation[]>;
}

async function createKept(ground: Ground, clients: Clients): Promise<Kept> {
  const [agency] = clients.agencies;
  if (agency === undefined) throw new Error('there is no agency');
  const random = createRandom(11);
  const ask = async (path: string, body: object) => {
    const answer = await agency.client.send({ method: 'POST', path: `/open/v1/order/${path}`, body });
    return answer as NonNullable<typeof answer>;
  };
  const granted = async (path: string, body: () => object) =>
    await until(async () => {
      const answer = await ask(path, body());
      return answer.code === 200 ? answer.data : undefined;
    });
  const order = await granted('create', () => ({ ...tripOf(clients, random), ...CONTACT }));
  const hold = await granted('hold', () => ({ ...tripOf(clients, random), holdSeconds: HOLD_SECONDS }));
  const tokens = [await tokenOf(ground)];
  const { database } = ground.platform().info;
  return {
    async look(when) {
      const [state] = await read<{ order: string; hold: string; closed: number }>(
        database,
        `select (select status from orders where id = $1) as order, (select status from hold where id = $2) as hold,
          (select count(*)::int from settlement where status <> 'open') as closed`,
        [String(order.orderId), String(hold.holdId)],
      );
      tokens.push(await tokenOf(ground));
      const refused = (await Promise.all(tokens.map((token) => refusalOf(ground, token)))).flat();
      const { order: orderState, hold: holdState, closed } = state!;
      return [
        ...violations(
          `an order waits for its answer (${when})`,
          orderState === 'pending' ? [] : [orderState],
        ),
        ...violations(`a hold is held (${when})`, holdState === 'held' ? [] : [holdState]),
        ...violations(`no statement is closed (${when})`, closed === 0 ? [] : [`${closed}`]),
        ...violations(`tokens are taken (${when})`, refused),
      ];
    },
    async endInTime() {
      const confirmed = await clients.studio.send({
        method: 'POST',
        path: `/open/v1/order/confirm/${order.orderId}`,
      });
      const booked = await ask('create', { ...CONTACT, holdId: hold.holdId });
      const code = (answer: typeof confirmed) => (answer?.code === 200 ? [] : [`${answer?.code}`]);
      return [
        ...violations('the order that waited is confirmed', code(confirmed)),
        ...violations('what was held is booked', code(booked)),
      ];
    },
  };
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
  const status = await ground.admin('status');
  say(`status: ${/clockAheadMs: .*/.exec(status)?.[0]}, ${/state: \w+/.exec(status)?.[0]}`);
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
    ...violations('status reports it', /clockAheadMs: 36\d{5}\b/.test(status) ? [] : [status]),
    ...(await kept.look('after processes were ahead')),
  ];
}

async function databaseJumps(ground: Ground, server: SkewableServer, kept: Kept): Promise<Violation[]> {
  const { say } = ground;
  server.setAhead(HOUR_S);
  await sleep(MEASURED_MS);
  const ahead = await aheadOf(ground);
  say(`the database is an hour ahead: guidepost_clock_ahead_seconds ${ahead.join(', ')}`);
  say(`status: ${(await ground.admin('status')).replace(/\s+/g, ' ').slice(0, 500)}`);
  const found = await kept.look('while the database is ahead');
  server.setAhead(0);
  await sleep(MEASURED_MS);
  say('its clock is right again');
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

/** What was planned by a clock that was ahead would come an hour late. */
async function waitingForAnHour({ platform }: Ground): Promise<string[]> {
  const later = "now() + interval '20 minutes'";
  const rows = await read<{ what: string; count: number }>(
    platform().info.database,
    `select 'notifications' as what, count(*)::int as count from notification where status = 'pending' and next_attempt_at > ${later}
     union all select 'jobs: ' || kind, count(*)::int from job where run_at > ${later} group by kind`,
    [],
  );
  return rows.filter(({ count }) => count > 0).map(({ what, count }) => `${what}: ${count}`);
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

async function read<Row>(databaseUrl: string, sql: string, values: readonly string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(sql, [...values])).rows as Row[];
  } finally {
    await client.end();
  }
}
