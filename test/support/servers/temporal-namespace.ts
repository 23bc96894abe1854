import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { SEARCH_ATTRIBUTE_TYPES } from '../../../workflows/contract.ts';
import { testTemporal } from './index.ts';

/** `IndexedValueType` of the server's API. */
export const INDEXED_VALUE_TYPES = { Keyword: 2, Datetime: 6 } as const;

export interface TestNamespace {
  readonly client: Client;
  readonly namespace: string;
  readonly address: string;
  close(): Promise<void>;
}

/**
 * A namespace of one's own on the run's Temporal server: task queues have fixed names, so two test files would
 * otherwise serve each other's orders.
 */
export async function createTestNamespace(): Promise<TestNamespace> {
  const { address } = await testTemporal();
  const connection = await Connection.connect({ address });
  const namespace = `test-${randomUUID()}`;
  const searchAttributes = Object.fromEntries(
    Object.entries(SEARCH_ATTRIBUTE_TYPES).map(([name, type]) => [name, INDEXED_VALUE_TYPES[type]]),
  );
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
  });
  await untilIt(() => connection.operatorService.addSearchAttributes({ namespace, searchAttributes }));
  const client = new Client({ connection, namespace });
  await untilIt(() => client.workflow.count("OrderStatus = 'pending'"));
  return { client, namespace, address, close: () => connection.close() };
}

/** The server's caches learn of a new namespace within seconds. */
async function untilIt(works: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await works();
      return;
    } catch (error) {
      if (tries > 200) throw error;
      await sleep(100);
    }
  }
}
