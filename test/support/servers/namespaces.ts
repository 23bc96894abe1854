import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import type { Parts } from './index.ts';
import { searchAttributes } from './search-attributes.ts';

/** So many are made before anybody asks, once somebody has. */
const AHEAD = 2;

/**
 * Namespaces for test files. The server knows a new one only after a while: nobody waits for that but the first, since the next ones are
 * made meanwhile.
 */
export function createNamespaces(temporal: () => Promise<Parts['temporal']>) {
  const ready: Promise<Parts['namespace']>[] = [];
  let connected: Promise<Connection> | undefined;
  const make = async () => {
    const { address } = await temporal();
    connected ??= Connection.connect({ address });
    return { name: await register(await connected), address };
  };
  return {
    async next(): Promise<Parts['namespace']> {
      const mine = ready.shift() ?? make();
      while (ready.length < AHEAD) {
        const one = make();
        // Whoever gets it is told; at the end of the run nobody does.
        one.catch(() => undefined);
        ready.push(one);
      }
      return await mine;
    },
    close: async () => await (await connected)?.close(),
  };
}

/** @returns its name, when the server takes workflows with our search attributes in it. */
async function register(connection: Connection): Promise<string> {
  const namespace = `test-${randomUUID()}`;
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
  });
  await untilIt(() => connection.operatorService.addSearchAttributes({ namespace, searchAttributes }));
  const client = new Client({ connection, namespace });
  await untilIt(() => client.workflow.count("OrderStatus = 'pending'"));
  return namespace;
}

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
