import { expect, test } from '@jest/globals';
import { connectLazily } from '../../lib/temporal/lazy-connection.ts';
import { drawPort } from '../support/ports.ts';
import { until } from '../support/until.ts';

test('a call that is about to be tried again fails as it did, and ends nothing, when its connection is closed', async () => {
  const { connection, close } = connectLazily({ address: `127.0.0.1:${await drawPort()}` });
  let failure: unknown;
  connection.workflowService.getSystemInfo({}).catch((error: unknown) => {
    failure = error;
  });
  // Nobody listens: it has failed by now, and is tried again after 170 ms.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(failure).toBeUndefined();
  await close();
  await until(() => failure !== undefined);
  expect(failure).toMatchObject({ message: expect.stringContaining('UNAVAILABLE') });
});
