import { expect, test } from '@jest/globals';
import type { Client } from '@temporalio/client';
import { createFailingWorkflows } from '../../lib/operations/failing-workflows.ts';

/** A server that marks workflows whose task fails: seven of orders; one order waits for a newer release. */
function markingServer(asked: string[]): Client {
  return {
    options: { namespace: 'guidepost' },
    withDeadline: (_deadline: number, call: () => Promise<unknown>) => call(),
    workflow: {
      count: async (query: string) => {
        asked.push(query);
        return { count: query.includes('TemporalReportedProblems is not null') ? 7 : 1 };
      },
    },
    workflowService: {
      describeNamespace: async () => ({
        namespaceInfo: { capabilities: { reportedProblemsSearchAttribute: true } },
      }),
    },
  } as unknown as Client;
}

test('a server that marks workflows whose task fails is asked once for all of them, and no order is described', async () => {
  const asked: string[] = [];
  const workflows = createFailingWorkflows(markingServer(asked));
  expect(() => workflows.count()).toThrow('not checked');
  await workflows.check();
  expect(workflows.count()).toBe(8);
  expect(asked).toHaveLength(2);
});
