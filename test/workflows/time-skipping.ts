import { TestWorkflowEnvironment } from '@temporalio/testing';
import { timeSkippingProgram } from '../support/servers/index.ts';
import { searchAttributes } from '../support/servers/search-attributes.ts';

/** The SDK gives the server 5 seconds, and a busy machine takes longer to load its Java at times. */
const TRIES = 5;

/** Temporal's server that skips time, with our search attributes. */
export async function startTimeSkipping(): Promise<TestWorkflowEnvironment> {
  const env = await started();
  const namespace = env.namespace ?? 'default';
  await env.connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
  return env;
}

async function started(): Promise<TestWorkflowEnvironment> {
  const { path } = await timeSkippingProgram();
  const server = { executable: { type: 'existing-path', path } } as const;
  for (let tries = 1; ; tries++) {
    try {
      return await TestWorkflowEnvironment.createTimeSkipping({ server });
    } catch (error) {
      if (tries === TRIES || !/did not start within/.test(String(error))) throw error;
    }
  }
}
