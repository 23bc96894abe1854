import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Platform } from '../../../tools/embedded/run.ts';
import { ORDER_WORKFLOW, TASK_QUEUES } from '../../../workflows/contract.ts';
import { databaseAddress } from '../../faults/database-address.ts';
import { withTemporal } from '../../faults/facts.ts';
import { familyOf, send } from '../../faults/parts.ts';

/** Lets what was struck go on. */
type Heal = () => Promise<void>;

const AGAIN_MS = 100;

export async function freeze(pids: readonly number[]): Promise<Heal> {
  const families = pids.flatMap(familyOf);
  send(families, 'SIGSTOP');
  return async () => send(families, 'SIGCONT');
}

/** What is killed is started again by the supervisor, and killed again, until it may go on. */
export async function killAgain(pidsNow: () => readonly number[]): Promise<Heal> {
  const stop = new AbortController();
  const killing = (async () => {
    while (!stop.signal.aborted) {
      send(pidsNow(), 'SIGKILL');
      await sleep(AGAIN_MS);
    }
  })();
  return async () => {
    stop.abort();
    await killing;
  };
}

/** Every new transaction may only read: as a server is that was made read-only, or is a standby. */
export async function makeReadOnly(platform: Platform): Promise<Heal> {
  const alter = async (what: string) => {
    const client = new pg.Client({ connectionString: databaseAddress(platform, 'guidepost') });
    await client.connect();
    await client.query('set default_transaction_read_only = off');
    await client.query(`alter system ${what}`);
    await client.query('select pg_reload_conf()');
    await client.end();
  };
  await alter('set default_transaction_read_only = on');
  return async () => await alter('reset default_transaction_read_only');
}

/** An order's workflow without its order: its code throws, and its task fails again and again. */
export async function failAnOrder({ info }: Platform): Promise<Heal> {
  const workflowId = `ORD${Date.now()}000000`;
  await withTemporal(info, async ({ workflow }) => {
    await workflow.start(ORDER_WORKFLOW, { workflowId, taskQueue: TASK_QUEUES.orders, args: [] });
  });
  return async () =>
    await withTemporal(info, async ({ workflow }) => {
      await workflow.getHandle(workflowId).terminate('it was made to fail');
    });
}
