/** Orders of the release that is tried (docs/decisions/0160), and which of them it fails. */
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import pMap from 'p-map';
import { Gauge, type Registry } from 'prom-client';
import { openOrdersAmong } from '../../db/queries/operators/overdue.ts';
import { polledQueues } from '../../db/queries/platform/heartbeats.ts';
import { readRamp } from '../../db/queries/platform/ramp.ts';
import type { Ramp } from '../../domain/ramp.ts';
import { ORDER_WORKFLOW } from '../../workflows/contract.ts';
import { ofWorkflow, within } from './bounded-calls.ts';
import { failureOf } from './workflow-failure.ts';

/** So many of its open orders are judged in a round: a part of new orders is less. */
const MOST = 1_000;
const AT_ONCE = { concurrency: 16 };
/** A task that is older has a worker that hangs, or none. */
const TASK_LATE_MS = 15_000;
/** The last try of an activity failed, and not only the first one. */
const FAILED_ATTEMPTS = 2;
/** What was not checked for so long is not known. */
const KNOWN_FOR_MS = 180_000;

interface Known extends Ramp {
  readonly at: number;
  readonly failing: number;
}

export function createReleaseWatch({ orm, client }: { readonly orm: MikroORM; readonly client: Client }) {
  let known: Known | undefined;
  return {
    /** Judges its open orders once. @returns how many it fails; undefined where none is tried. @throws when a part is unavailable. */
    async check(): Promise<(Ramp & { readonly failing: number }) | undefined> {
      const ramp = await readRamp(orm.em.fork());
      const failing = ramp === undefined || ramp.percent === 0 ? 0 : await failingOrders(orm, client, ramp);
      known = ramp && { ...ramp, at: performance.now(), failing };
      return known;
    },
    /** What is known of it; undefined where none is tried. @throws when the last check is too long ago. */
    last(): Known | undefined {
      if (known !== undefined && performance.now() - known.at > KNOWN_FOR_MS)
        throw new Error('orders of the release that is tried were not checked for minutes');
      return known;
    },
  };
}

export type ReleaseWatch = ReturnType<typeof createReleaseWatch>;

async function failingOrders(orm: MikroORM, client: Client, { program }: Ramp): Promise<number> {
  const queue = `orders-${program}`;
  const those = (status: 'Running' | 'Failed') =>
    listed(
      client,
      `WorkflowType = '${ORDER_WORKFLOW}' and TaskQueue = '${queue}' and ExecutionStatus = '${status}'`,
    );
  const [running, failed] = await Promise.all([those('Running'), those('Failed')]);
  const open = await openOrdersAmong(orm.em.fork(), [...running, ...failed]);
  const failing = new Set([
    ...failed.filter((id) => open.has(id)),
    ...running.filter((id) => open.get(id)?.isOverdue),
  ]);
  const [polled] = await polledQueues(orm.em.fork(), [queue]);
  if (polled?.live === 0) for (const id of running) failing.add(id);
  await pMap(
    running.filter((id) => !failing.has(id)),
    async (id) => {
      if (await ofWorkflow(client, id, (described) => isFailing(client, described))) failing.add(id);
    },
    AT_ONCE,
  );
  return failing.size;
}

async function listed(client: Client, query: string): Promise<string[]> {
  const { executions } = await within(client, () =>
    client.workflowService.listWorkflowExecutions({
      ...{ namespace: client.options.namespace, query, pageSize: MOST },
    }),
  );
  return (executions ?? []).flatMap(({ execution }) => execution?.workflowId ?? []);
}

/** Its workflow task fails or is not done, or an activity fails again. */
async function isFailing(client: Client, described: WorkflowExecutionDescription): Promise<boolean> {
  if (described.status.name !== 'RUNNING') return false;
  const { pendingWorkflowTask, pendingActivities } = described.raw;
  const since = Number(pendingWorkflowTask?.originalScheduledTime?.seconds ?? Number.POSITIVE_INFINITY);
  if (Date.now() - since * 1_000 > TASK_LATE_MS) return true;
  const fails = ({ attempt, lastFailure }: NonNullable<typeof pendingActivities>[number]) =>
    lastFailure != null && (attempt ?? 0) > FAILED_ATTEMPTS;
  if ((pendingActivities ?? []).some(fails)) return true;
  return (await failureOf(client, described)) !== undefined;
}

/** Both are absent while no release is tried. Every process that checks reports the same: take the maximum. */
export function registerReleaseWatch(registry: Registry, watch: ReleaseWatch): void {
  const gauge = (name: string, help: string, read: (known: Known) => number) =>
    new Gauge({
      ...{ name, help, labelNames: ['program'], registers: [registry] },
      collect() {
        this.reset();
        const known = watch.last();
        if (known !== undefined) this.set({ program: `${known.program}` }, read(known));
      },
    });
  gauge(
    'guidepost_release_percent',
    'Of 100 new orders, how many begin with the release that is tried (admin release); 0: it was withdrawn',
    ({ percent }) => percent,
  );
  gauge(
    'guidepost_release_failing_orders',
    'Open orders that the release that is tried fails: a task or an activity fails or is not done, or their deadline passed',
    ({ failing }) => failing,
  );
}
