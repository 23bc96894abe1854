import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import pMap from 'p-map';
import { Gauge, type Registry } from 'prom-client';
import type { Ramp } from '../../domain/ramp.ts';
import { ORDER_WORKFLOW, PROGRAM, TASK_QUEUES } from '../../workflows/contract.ts';
import { ofWorkflow, within } from './bounded-calls.ts';
import { failureOf, REPORTED_PROBLEMS } from './workflow-failure.ts';

/** Others may live in the same namespace: only what has all the marks of an order's workflow is read. */
export const OPEN_ORDERS =
  `WorkflowType = '${ORDER_WORKFLOW}' and TaskQueue = '${TASK_QUEUES.orders}' and ` +
  `ExecutionStatus = 'Running'`;

/** A newer release began them, whose workers have gone: a rollback (docs/decisions/0160). Not those of one that is tried: release-watch.ts. */
function ordersOfNewer(ramp: Ramp | undefined): string {
  const numbers = Array.from({ length: PROGRAM + 1 }, (_, number) => number);
  const known = ramp !== undefined && ramp.percent > 0 ? [...numbers, ramp.program] : numbers;
  const queues = known.map((number) => `'orders-${number}'`).join(', ');
  return `WorkflowType = '${ORDER_WORKFLOW}' and TaskQueue starts_with 'orders-' and TaskQueue not in (${queues}) and ExecutionStatus = 'Running'`;
}

/** Workflows that are described in each second at most: other calls have most of the server. */
const PER_SECOND = 500;
const AT_ONCE = 16;
const SECOND_MS = 1_000;
/** What was not checked for so long is not known. */
const KNOWN_FOR_MS = 180_000;
const NEVER = new AbortController().signal;

/**
 * Counts running workflows whose workflow task keeps failing, and those that wait for a newer release. A server from 1.30 on can mark
 * them (`TemporalReportedProblems`): then one call counts them. Else every open order is described, 500 a second at most, since no list of
 * Temporal shows them, and no table of ours (how long that takes: docs/monitoring.md).
 */
export function createFailingWorkflows(
  client: Client,
  knownRamp: () => Promise<Ramp | undefined> = async () => undefined,
) {
  const scan = createScan(client);
  let found: { readonly at: number; readonly failing: () => number; readonly ofNewer: number } | undefined;
  return {
    /** Judges all of them once. @throws when Temporal is unavailable. */
    async check(stopping: AbortSignal = NEVER): Promise<void> {
      const ofNewer = await countOf(client, ordersOfNewer(await knownRamp()));
      const onPage = () => {
        if (found !== undefined) found = { ...found, at: performance.now() };
      };
      const failing = (await isMarked(client))
        ? await countMarked(client)
        : await scan.round(stopping, onPage);
      if (!stopping.aborted) found = { at: performance.now(), failing, ofNewer };
    },
    /** How many are known. @throws when the last check is too long ago. */
    count(): number {
      if (found === undefined || performance.now() - found.at > KNOWN_FOR_MS)
        throw new Error('open orders were not checked for minutes');
      return found.failing() + found.ofNewer;
    },
  };
}

export type FailingWorkflows = ReturnType<typeof createFailingWorkflows>;

async function countOf(client: Client, query: string): Promise<number> {
  return (await within(client, () => client.workflow.count(query))).count;
}

/** Whether the server marks workflows whose task fails. */
async function isMarked(client: Client): Promise<boolean> {
  const { namespace } = client.options;
  const { namespaceInfo } = await within(client, () =>
    client.workflowService.describeNamespace({ namespace }),
  );
  return namespaceInfo?.capabilities?.reportedProblemsSearchAttribute === true;
}

async function countMarked(client: Client): Promise<() => number> {
  const count = await countOf(client, `${OPEN_ORDERS} and ${REPORTED_PROBLEMS} is not null`);
  return () => count;
}

function createScan(client: Client) {
  const failing = new Set<string>();

  async function judge(workflowId: string): Promise<void> {
    const failure = await ofWorkflow(client, workflowId, (described) => failureOf(client, described));
    if (failure === undefined) failing.delete(workflowId);
    else failing.add(workflowId);
  }

  return {
    /** @param onPage called after each that was judged. @returns how many fail, which the next round keeps right while it is under way. */
    async round(stopping: AbortSignal, onPage: () => void): Promise<() => number> {
      const listed = new Set<string>();
      for await (const page of pagesOf(client)) {
        const second = sleep(SECOND_MS, undefined, { signal: stopping }).catch(() => undefined);
        await pMap(page, async (id) => stopping.aborted || (await judge(id)), { concurrency: AT_ONCE });
        onPage();
        for (const id of page) listed.add(id);
        if (stopping.aborted) break;
        if (page.length === PER_SECOND) await second;
      }
      if (!stopping.aborted) for (const id of failing) if (!listed.has(id)) failing.delete(id);
      return () => failing.size;
    },
  };
}

async function* pagesOf(client: Client): AsyncGenerator<string[]> {
  const request = { namespace: client.options.namespace, query: OPEN_ORDERS, pageSize: PER_SECOND };
  for (let nextPageToken: Uint8Array | undefined; ; ) {
    const asked = { ...request, ...(nextPageToken && { nextPageToken }) };
    const page = await within(client, () => client.workflowService.listWorkflowExecutions(asked));
    yield (page.executions ?? []).flatMap(({ execution }) => execution?.workflowId ?? []);
    if (!page.nextPageToken?.length) return;
    nextPageToken = page.nextPageToken;
  }
}

/** Adds the count to a registry; every process that checks reports the same, so take the maximum. */
export function registerFailingWorkflows(registry: Registry, workflows: FailingWorkflows): void {
  new Gauge({
    name: 'guidepost_orders_unreplayable',
    help: 'Open orders whose workflow task keeps failing, or that a newer release began: they are stuck (admin reconcile)',
    registers: [registry],
    collect() {
      this.set(workflows.count());
    },
  });
}
