/** Calls of watches, bounded each: a Temporal that is frozen answers nothing. */
import { type Client, type WorkflowExecutionDescription, WorkflowNotFoundError } from '@temporalio/client';

const DEADLINE_MS = 5_000;

/** Calls Temporal, for 5 s at most. */
export async function within<T>(client: Client, call: () => Promise<T>): Promise<T> {
  return await client.withDeadline(Date.now() + DEADLINE_MS, call);
}

/** What is read from a workflow's description, for 5 s at most with all calls of `read`; undefined where there is no such workflow any more. */
export async function ofWorkflow<T>(
  client: Client,
  workflowId: string,
  read: (described: WorkflowExecutionDescription) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await within(
      client,
      async () => await read(await client.workflow.getHandle(workflowId).describe()),
    );
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}
