import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import pMap from 'p-map';
import { Gauge, type Registry } from 'prom-client';
import { ORDER_WORKFLOW, PROGRAM, TASK_QUEUES } from '../../workflows/contract.ts';
import { failureOf } from './workflow-failure.ts';

/** Others may live in the same namespace: only what has all the marks of an order's workflow is read. */
export const OPEN_ORDERS =
  `WorkflowType = '${ORDER_WORKFLOW}' and TaskQueue = '${TASK_QUEUES.orders}' and ` +
  `ExecutionStatus = 'Running'`;

const KNOWN_QUEUES = Array.from({ length: PROGRAM + 1 }, (_, number) => `'orders-${number}'`).join(', ');
/** A newer release began them, whose workers have gone: a rollback (docs/decisions/0160). */
const ORDERS_OF_NEWER =
  `WorkflowType = '${ORDER_WORKFLOW}' and TaskQueue starts_with 'orders-' and TaskQueue not in (${KNOWN_QUEUES}) and ` +
  `ExecutionStatus = 'Running'`;

/** Workflows that one check reads, and calls at once. */
const PAGE = 100;
const AT_ONCE = 10;
/** Between two checks, however often Prometheus asks. */
const INTERVAL_MS = 30_000;

/**
 * Counts running workflows whose workflow task keeps failing, and those that wait for a newer release. Temporal's list does not show them (a server from 1.30 on
 * has `TemporalReportedProblems`; 1.29 has not), so each check describes the next hundred, and again those that failed
 * before: with up to a hundred open orders the number is whole each time, with more it becomes whole over several checks.
 */
export function createFailingWorkflows(client: Client) {
  const failing = new Set<string>();
  let nextPageToken: Uint8Array | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let ofNewer = 0;

  async function judge(workflowId: string): Promise<void> {
    const failure = await client.workflow
      .getHandle(workflowId)
      .describe()
      .then((described) => failureOf(client, described))
      .catch((error: unknown) => {
        if (error instanceof WorkflowNotFoundError) return undefined;
        throw error;
      });
    if (failure === undefined) failing.delete(workflowId);
    else failing.add(workflowId);
  }

  async function check(): Promise<void> {
    const { namespace } = client.options;
    const page = await client.workflowService.listWorkflowExecutions({
      namespace,
      query: OPEN_ORDERS,
      pageSize: PAGE,
      ...(nextPageToken?.length ? { nextPageToken } : {}),
    });
    nextPageToken = page.nextPageToken ?? undefined;
    const listed = (page.executions ?? []).flatMap(({ execution }) => execution?.workflowId ?? []);
    const ids = [...new Set([...[...failing].slice(0, PAGE), ...listed])];
    await pMap(ids, judge, { concurrency: AT_ONCE });
    ({ count: ofNewer } = await client.workflow.count(ORDERS_OF_NEWER));
  }

  return {
    /** How many are known. @throws when Temporal is unavailable. */
    async count(): Promise<number> {
      if (performance.now() - checkedAt >= INTERVAL_MS) {
        await check();
        checkedAt = performance.now();
      }
      return failing.size + ofNewer;
    },
  };
}

/** Adds the counts to a registry: every order worker reports the same, so take the maximum. */
export function registerFailingWorkflows(registry: Registry, client: Client): void {
  const workflows = createFailingWorkflows(client);
  new Gauge({
    name: 'guidepost_orders_unreplayable',
    help: 'Open orders whose workflow task keeps failing, or that a newer release began: they are stuck (admin reconcile)',
    registers: [registry],
    async collect() {
      this.set(await workflows.count());
    },
  });
}
