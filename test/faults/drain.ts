import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import pg from 'pg';
import type { PatientClient } from './client.ts';
import { isAtRest, withTemporal } from './facts.ts';

const POLL_MS = 500;
const RUNNING = "WorkflowType = 'order' and ExecutionStatus = 'Running'";
/** A merchant whose receiver works again saves its address once more: what waits goes out at once. */
const NUDGE_EVERY_MS = 20_000;

export interface DrainOptions {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly nudge: () => Promise<void>;
  readonly withinMs: number;
}

/**
 * Waits until nothing is under way: every order launched, every notification settled, as many workflows running as
 * there are live orders, and those at rest. An order may hear of an acknowledgement some ten seconds after it is in the
 * books: its worker died right then and is missed by its silence, or the order had stopped waiting for it (0047).
 * @returns what is left at the end of the time limit; empty when it is all done.
 */
export async function drain(options: DrainOptions): Promise<string> {
  const end = Date.now() + options.withinMs;
  let nextNudge = 0;
  let left = 'nothing was counted';
  while (Date.now() < end) {
    if (Date.now() > nextNudge) {
      await options.nudge();
      nextNudge = Date.now() + NUDGE_EVERY_MS;
    }
    left = await countLeft(options).catch((error: Error) => `not answering: ${error.message}`);
    if (left === '') return left;
    await sleep(POLL_MS);
  }
  return left;
}

async function countLeft({ databaseUrl, temporalAddress }: DrainOptions): Promise<string> {
  const { live, waiting, unlaunched } = await countInBooks(databaseUrl);
  return await withTemporal(temporalAddress, async (client) => {
    const { count: running } = await client.workflow.count(RUNNING);
    const { count: behind } = await client.workflow.count(
      `${RUNNING} and OrderStatus in ('completed', 'cancelled')`,
    );
    const isDone = waiting === 0 && unlaunched === 0 && running === live && behind === 0;
    const busy = isDone ? await findBusy(client) : undefined;
    return isDone && busy === undefined
      ? ''
      : JSON.stringify({ live, running, behind, waiting, unlaunched, busy });
  });
}

/** The first running order with something pending. */
async function findBusy(client: Client): Promise<string | undefined> {
  for await (const { workflowId } of client.workflow.list({ query: RUNNING })) {
    if (!(await isAtRest(client, workflowId))) return workflowId;
  }
  return undefined;
}

async function countInBooks(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select (select count(*)::int from orders where status in ('pending', 'confirmed', 'in_progress')) as live,
        (select count(*)::int from notification where status = 'pending' and order_id is not null) as waiting,
        (select count(*)::int from orders where workflow_started_at is null) as unlaunched`,
    );
    return rows[0] as { live: number; waiting: number; unlaunched: number };
  } finally {
    await client.end();
  }
}

/** Saves a callback address. @returns the secret, which the first time shows. */
export async function saveCallback(client: PatientClient, url: string): Promise<string | undefined> {
  const answer = await client.send({ method: 'PUT', path: '/open/v1/callback/config', body: { url } });
  if (answer?.code !== 200) throw new Error(`the callback address was not saved: ${JSON.stringify(answer)}`);
  return answer.data.secret as string | undefined;
}
