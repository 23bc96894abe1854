import { Client } from '@temporalio/client';
import { connectLazily } from '../../../lib/temporal/lazy-connection.ts';
import { newNamespace } from './index.ts';

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
  const { name: namespace, address } = await newNamespace();
  const { connection, close } = connectLazily({ address });
  const client = new Client({ connection, namespace });
  return { client, namespace, address, close };
}
