import { Client, Connection } from '@temporalio/client';
import type { Config } from '../lib/config.ts';
import { verifyNamespace } from '../lib/operations/temporal-identity.ts';
import { takingOver } from '../services/reconcile/take-over.ts';
import type { AdminContext } from './context.ts';
import { OperatorError } from './refusal.ts';

/**
 * Connects to this installation's Temporal, works, disconnects.
 * @throws OperatorError when Temporal does not answer, ForeignTemporalError when it is another installation's or has no owner.
 */
export async function withTemporal<Result>(
  { config, installation, orm, now }: Pick<AdminContext, 'config' | 'installation' | 'orm' | 'now'>,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  return await withAnyTemporal(config, async (client) => {
    await verifyNamespace(client, installation);
    const { connection, options } = client;
    const interceptors = { workflow: [takingOver({ orm, now, client })] };
    return await work(new Client({ connection, namespace: options.namespace, interceptors }));
  });
}

/** The same with whatever Temporal answers. */
export async function withAnyTemporal<Result>(
  { temporal: { connection: options, namespace } }: Pick<Config, 'temporal'>,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const connection = await Connection.connect(options).catch((cause: unknown) => {
    const address = options.address ?? 'localhost:7233';
    throw new OperatorError(`Temporal at ${address} does not answer: check TEMPORAL_ADDRESS`, {
      cause,
      exit: 'unavailable',
    });
  });
  try {
    return await work(new Client({ connection, namespace }));
  } finally {
    await connection.close();
  }
}
