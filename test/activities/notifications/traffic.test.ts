import { expect, test } from '@jest/globals';
import { createTraffic } from '../../../activities/notifications/traffic.ts';
import type { CallbackResult } from '../../../callbacks/exchange.ts';
import { NoSlot } from '../../../callbacks/semaphore.ts';

const { signal } = new AbortController();
const failed: CallbackResult = {
  error: 'timeout',
  status: null,
  excerpt: null,
  retryAfterMs: 0,
  durationMs: 1,
};
const hang = () => new Promise<CallbackResult>(() => {});

test('a merchant that saves its address again and again has no more requests at once', async () => {
  const { through } = createTraffic({ limits: { startWidth: 2, maxWaiting: 0 }, now: () => 0 });
  for (const version of ['1', '2'])
    void through({ merchantKey: 'mk_1', version, isFailing: true }, true, signal, hang);

  await expect(
    through({ merchantKey: 'mk_1', version: '3', isFailing: true }, true, signal, hang),
  ).rejects.toThrow(NoSlot);
  await expect(
    through({ merchantKey: 'mk_2', version: '3', isFailing: true }, true, signal, async () => failed),
  ).resolves.toBe(failed);
});

test('an address that was saved anew does not rest for what the old one did', async () => {
  const { through } = createTraffic({ limits: { failuresToRest: 1 }, now: () => 0 });
  const send = (version: string) =>
    through({ merchantKey: 'mk_1', version, isFailing: true }, false, signal, async () => failed);
  await send('1');
  await expect(send('1')).rejects.toMatchObject({ name: 'EndpointResting' });
  await expect(send('2')).resolves.toBe(failed);
});
