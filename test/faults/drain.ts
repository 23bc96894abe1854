import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { PatientClient } from './client.ts';
import { withTemporal } from './facts.ts';

const POLL_MS = 500;
/** A merchant whose receiver works again saves its address once more: what waits goes out at once. */
const NUDGE_EVERY_MS = 20_000;

export interface DrainOptions {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly nudge: () => Promise<void>;
  readonly withinMs: number;
}

/**
 * Waits until nothing is under way: every order launched, every notification settled, and as many workflows running as
 * there are live orders.
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
  const [running, behind] = await withTemporal(temporalAddress, async (client) => [
    (await client.workflow.count("WorkflowType = 'order' and ExecutionStatus = 'Running'")).count,
    (
      await client.workflow.count(
        "WorkflowType = 'order' and ExecutionStatus = 'Running' and OrderStatus in ('completed', 'cancelled')",
      )
    ).count,
  ]);
  const isDone = waiting === 0 && unlaunched === 0 && running === live && behind === 0;
  return isDone ? '' : JSON.stringify({ live, running, behind, waiting, unlaunched });
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
