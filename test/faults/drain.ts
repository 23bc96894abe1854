import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import pg from 'pg';
import { isAtRest, withTemporal } from './facts.ts';

const POLL_MS = 500;
const RUNNING = "WorkflowType = 'order' and ExecutionStatus = 'Running'";
/** A merchant whose receiver works again saves its address once more: what waits goes out at once. */
const NUDGE_EVERY_MS = 20_000;

export interface DrainOptions {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly temporalNamespace: string;
  readonly nudge: () => Promise<void>;
  /** The first nudge comes after so long: until then everything has to go on by itself. */
  readonly nudgeAfterMs?: number;
  readonly withinMs: number;
}

/**
 * Waits until nothing is under way: every order started, every hold ended, every notification settled, as many workflows running as
 * there are live orders, and those at rest. An order may hear of an acknowledgement some ten seconds after it is in the
 * books: its worker died right then and is missed by its silence, or the order had stopped waiting for it (0047).
 * @returns what is left at the end of the time limit, empty when it is all done; and which notifications nobody had
 * tried, nor planned to, when the first nudge was due.
 */
export async function drain(options: DrainOptions): Promise<{ left: string; forgotten: readonly string[] }> {
  const end = Date.now() + options.withinMs;
  let nextNudge = Date.now() + (options.nudgeAfterMs ?? 0);
  let forgotten: readonly string[] | undefined;
  let left = 'nothing was counted';
  while (Date.now() < end) {
    if (Date.now() > nextNudge) {
      forgotten ??= options.nudgeAfterMs ? await findForgotten(options.databaseUrl) : [];
      await options.nudge();
      nextNudge = Date.now() + NUDGE_EVERY_MS;
    }
    left = await countLeft(options).catch((error: Error) => `not answering: ${error.message}`);
    if (left === '') break;
    await sleep(POLL_MS);
  }
  return { left, forgotten: forgotten ?? [] };
}

async function countLeft({ databaseUrl, ...temporal }: DrainOptions): Promise<string> {
  const { live, waiting, notStarted, held, jobs } = await countInBooks(databaseUrl);
  return await withTemporal(temporal, async (client) => {
    const { count: running } = await client.workflow.count(RUNNING);
    const { count: behind } = await client.workflow.count(
      `${RUNNING} and OrderStatus in ('completed', 'cancelled')`,
    );
    const isDone =
      waiting === 0 && notStarted === 0 && held === 0 && jobs === 0 && running === live && behind === 0;
    const busy = isDone ? await findBusy(client) : undefined;
    return isDone && busy === undefined
      ? ''
      : JSON.stringify({ live, running, behind, waiting, notStarted, held, jobs, busy });
  });
}

/** The first running order with something pending. */
async function findBusy(client: Client): Promise<string | undefined> {
  for await (const { workflowId } of client.workflow.list({ query: RUNNING })) {
    if (!(await isAtRest(client, workflowId))) return workflowId;
  }
  return undefined;
}

interface Counts {
  readonly live: number;
  readonly waiting: number;
  readonly notStarted: number;
  readonly held: number;
  /** Starts that are decided by now, or soon, and waitlists that are looked at. */
  readonly jobs: number;
}

async function countInBooks(databaseUrl: string): Promise<Counts> {
  const [counts] = await read<Counts>(
    databaseUrl,
    `select (select count(*)::int from orders where status in ('pending', 'confirmed', 'in_progress')) as live,
      (select count(*)::int from notification where status = 'pending' and order_id is not null) as waiting,
      (select count(*)::int from orders where workflow_started_at is null) as "notStarted",
      (select count(*)::int from hold where status = 'held') as held,
      (select count(*)::int from job where kind in ('departure', 'waitlist_time', 'waitlist_entry')
        and run_at < now() + interval '3 minutes') as jobs`,
  );
  return counts as Counts;
}

/** Not those that wait for an earlier one that the endpoint is notified of the same. */
async function findForgotten(databaseUrl: string): Promise<string[]> {
  const rows = await read<{ id: string }>(
    databaseUrl,
    `select id from notification n where status = 'pending' and attempts = 0 and next_attempt_at is null
      and not exists (select from notification e where e.subject_id = n.subject_id
        and e.endpoint_id = n.endpoint_id and e.position < n.position and e.status = 'pending')`,
  );
  return rows.map(({ id }) => id);
}

async function read<Row>(databaseUrl: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}
