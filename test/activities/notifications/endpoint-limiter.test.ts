import { expect, test } from '@jest/globals';
import {
  CircuitOpen,
  createLimiter,
  ENDPOINT_LIMITS,
  EndpointLimiter,
  type EndpointLimits,
} from '../../../activities/notifications/endpoint-limiter.ts';
import { NoCapacity } from '../../../lib/callbacks/semaphore.ts';

const PATIENT_MS = 60_000;
const { signal } = new AbortController();

function limiter(limits: Partial<EndpointLimits> = {}) {
  const clock = { now: 0 };
  const made = new EndpointLimiter({ ...ENDPOINT_LIMITS, waitMs: PATIENT_MS, ...limits }, () => clock.now);
  const acquire = (isUrgent = false) => made.acquire(isUrgent, signal);
  const fail = async (times: number) => {
    for (let failure = 0; failure < times; failure += 1) {
      await acquire();
      made.release('timeout');
    }
  };
  return { clock, acquire, fail, release: made.release.bind(made) };
}

test('what finds no place waits for one, first come first served', async () => {
  const { acquire, release } = limiter({ startConcurrency: 1, maxConcurrency: 1 });
  const turns: string[] = [];
  await acquire();
  const first = acquire().then(() => turns.push('first'));
  const second = acquire().then(() => turns.push('second'));
  release(null);
  await first;
  release(null);
  await second;
  expect(turns).toEqual(['first', 'second']);
});

test('grows with each answer, and shrinks to one with failures', async () => {
  const { acquire, release } = limiter({ startConcurrency: 1, maxWaiting: 0, failuresToOpen: 99 });
  await acquire();
  await expect(acquire()).rejects.toThrow(NoCapacity);
  release(null);
  await acquire();
  await acquire();
  release('timeout');
  release('timeout');
  await acquire();
  await expect(acquire()).rejects.toThrow(NoCapacity);
});

test('nobody waits behind requests that have not been answered for a while', async () => {
  const { clock, acquire } = limiter({ startConcurrency: 1, waitMs: 1_000 });
  await acquire();
  clock.now = 1_000;
  await expect(acquire()).rejects.toThrow(NoCapacity);
});

test('no more than a share of the worker waits', async () => {
  const { acquire, release } = limiter({ startConcurrency: 1, maxWaiting: 1 });
  await acquire();
  const waiting = acquire();
  await expect(acquire()).rejects.toThrow(NoCapacity);
  release(null);
  await waiting;
});

test('who waits too long gives way; an aborted wait ends with its reason', async () => {
  const { acquire, release } = limiter({ startConcurrency: 1, waitMs: 1 });
  await acquire();
  await expect(acquire()).rejects.toThrow(NoCapacity);
  const stop = new AbortController();
  const held = new EndpointLimiter({ ...ENDPOINT_LIMITS, startConcurrency: 1, waitMs: PATIENT_MS }, () => 0);
  await held.acquire(false, stop.signal);
  const waiting = held.acquire(false, stop.signal);
  stop.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  release(null);
  await acquire();
});

test('an endpoint that was not reached several times in a row is sent nothing, longer each time', async () => {
  const { clock, acquire, fail, release } = limiter({ failuresToOpen: 3, openMs: 5_000, maxOpenMs: 8_000 });
  await fail(3);
  await expect(acquire()).rejects.toMatchObject({ name: 'CircuitOpen', waitMs: 5_000 });
  clock.now = 5_000;
  await acquire();
  await expect(acquire()).rejects.toThrow(CircuitOpen);
  release('timeout');
  await expect(acquire()).rejects.toMatchObject({ waitMs: 8_000 });
  clock.now += 8_000;
  await acquire();
  release('connect_failed');
  await expect(acquire()).rejects.toMatchObject({ waitMs: 8_000 });
});

test('requests that were under way when the circuit opened do not keep it open for longer', async () => {
  const { clock, acquire, release } = limiter({ failuresToOpen: 1, openMs: 5_000 });
  await Promise.all([acquire(), acquire(), acquire()]);
  release('timeout');
  clock.now = 1_000;
  release('timeout');
  release('timeout');
  await expect(acquire()).rejects.toMatchObject({ waitMs: 4_000 });
});

test('one answer closes the circuit', async () => {
  const { clock, acquire, fail, release } = limiter({ failuresToOpen: 3, openMs: 5_000 });
  await fail(3);
  clock.now = 5_000;
  await acquire();
  release('http_status');
  await Promise.all([acquire(), acquire()]);
});

test('what was asked for is sent although the circuit is open', async () => {
  const { acquire, fail } = limiter({ failuresToOpen: 3 });
  await fail(3);
  await acquire(true);
});

test('a cancelled request teaches nothing', async () => {
  const { acquire, release } = limiter({ failuresToOpen: 1 });
  await acquire();
  release(undefined);
  await acquire();
});

const failed = 'timeout' as const;
const errorOf = () => failed;
const hang = () => new Promise<string>(() => {});
const endpoint = (endpointId: string, version: string) => ({ endpointId, version, isFailing: true });

test('a merchant that saves its address again and again has no more requests at once', async () => {
  const { run } = createLimiter({ startConcurrency: 2, maxWaiting: 0 }, () => 0);
  for (const version of ['1', '2']) void run(endpoint('EP1', version), true, signal, hang, errorOf);

  await expect(run(endpoint('EP1', '3'), true, signal, hang, errorOf)).rejects.toThrow(NoCapacity);
  const other = run(endpoint('EP2', '3'), true, signal, async () => 'sent', errorOf);
  await expect(other).resolves.toBe('sent');
});

test('an address that was saved anew is tried whatever the old one did', async () => {
  const { run } = createLimiter({ failuresToOpen: 1 }, () => 0);
  const send = (version: string) => run(endpoint('EP1', version), false, signal, async () => 'sent', errorOf);
  await send('1');
  await expect(send('1')).rejects.toMatchObject({ name: 'CircuitOpen' });
  await expect(send('2')).resolves.toBe('sent');
});

test('an endpoint that hangs leaves another one of the same merchant alone', async () => {
  const { run } = createLimiter({ startConcurrency: 1, maxWaiting: 0, failuresToOpen: 1 }, () => 0);
  await run(endpoint('EP1', '1'), false, signal, async () => 'sent', errorOf);
  void run(endpoint('EP1', '1'), true, signal, hang, errorOf);

  await expect(
    run(
      endpoint('EP2', '1'),
      false,
      signal,
      async () => 'sent',
      () => null,
    ),
  ).resolves.toBe('sent');
});

test('what throws, or sent nothing, teaches nothing and gives its place back', async () => {
  const { run } = createLimiter({ startConcurrency: 1, maxWaiting: 0, failuresToOpen: 1 }, () => 0);
  const faulty = async () => {
    throw new Error('a fault of ours');
  };
  await expect(run(endpoint('EP1', '1'), false, signal, faulty, errorOf)).rejects.toThrow('a fault of ours');
  await run(
    endpoint('EP1', '1'),
    false,
    signal,
    async () => 'nothing',
    () => undefined,
  );
  await expect(run(endpoint('EP1', '1'), false, signal, async () => 'sent', errorOf)).resolves.toBe('sent');
});
