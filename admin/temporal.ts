import { Client, Connection } from '@temporalio/client';
import type { Config } from '../config.ts';
import { OperatorError } from './refusal.ts';

/** Connects, works, disconnects. @throws OperatorError when Temporal does not answer. */
export async function withTemporal<Result>(
  { temporal: { connection: options, namespace } }: Pick<Config, 'temporal'>,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const connection = await Connection.connect(options).catch((cause: unknown) => {
    const address = options.address ?? 'localhost:7233';
    throw new OperatorError(`Temporal at ${address} does not answer: look at TEMPORAL_ADDRESS`, { cause });
  });
  try {
    return await work(new Client({ connection, namespace }));
  } finally {
    await connection.close();
  }
}
