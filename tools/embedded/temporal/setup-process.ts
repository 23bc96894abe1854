/** Sets up the namespace of a Temporal server that is starting. A separate process (tools/embedded/os/one-shot.ts). */
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { answerOnce } from '../os/one-shot.ts';
import { ensureRetention, ensureSearchAttributes, type SearchAttributeTypes } from './setup.ts';

export interface SetUp {
  readonly address: string;
  readonly namespace: string;
  readonly searchAttributes: SearchAttributeTypes;
  readonly retentionDays: number;
}

/** The server opens its port before its namespace is there. The time limit is the supervisor's. */
answerOnce(async (wanted: SetUp): Promise<void> => {
  while (!(await isSetUp(wanted))) await sleep(100);
});

async function isSetUp({ address, namespace, searchAttributes, retentionDays }: SetUp): Promise<boolean> {
  try {
    const connection = await Connection.connect({ address, connectTimeout: '2s' });
    try {
      await ensureSearchAttributes(connection, namespace, searchAttributes);
      await ensureRetention(connection, namespace, retentionDays);
      return true;
    } finally {
      await connection.close();
    }
  } catch {
    return false;
  }
}
