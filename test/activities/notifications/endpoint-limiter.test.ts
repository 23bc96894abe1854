import { describe, expect, test } from '@jest/globals';
import {
  type Answer,
  CircuitOpen,
  createLimiter,
  ENDPOINT_LIMITS,
  EndpointLimiter,
  type EndpointLimits,
  type Manner,
} from '../../../activities/notifications/endpoint-limiter.ts';
import { NoCapacity } from '../../../lib/callbacks/semaphore.ts';

const PATIENT_MS = 60_000;
const { signal } = new AbortController();
const acknowledged: Answer = { error: null, durationMs: 10 };
const failed: Answer = { error: 'timeout', durationMs: 10 };

function limiter(limits: Partial<EndpointLimits> = {}) {
  const clock = { now: 0 };
  const made = new EndpointLimiter({ ...ENDPOINT_LIMITS, waitMs: PATIENT_MS, ...limits }, () => clock.now);
  const acquire = (manner: Manner = 'patient') => made.acquire(manner, signal);
  const fail = async (times: number) => {
    for (let failure = 0; failure < times; failure += 1) {
      await acquire();
      made.release(failed);
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
  release(acknowledged);
  await first;
  release(acknowledged);
  await second;
  expect(turns).toEqual(['first', 'second']);
});

test('grows with each answer, and shrinks to one with failures', async () => {
  const { acquire, release } = limiter({ startConcurrency: 1, maxWaiting: 0, failuresToOpen: 99 });
  await acquire();
  await expect(acquire()).rejects.toThrow(NoCapacity);
  release(acknowledged);
  await acquire();
  await acquire();
  release(failed);
  release(failed);
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
  release(acknowledged);
  await waiting;
});

describe('what finds no place at an endpoint that answers', () => {
  const full = async (paceMs: number) => {
    const made = limiter({ startConcurrency: 1, maxConcurrency: 1, maxWaiting: 0, paceMs, minTurnMs: 250 });
    await made.acquire();
    const turn = () => made.acquire().catch(({ waitMs }: NoCapacity) => waitMs);
    return { ...made, turn };
  };

  test('comes back one after the other, at the pace of its answers, and not at once', async () => {
    const { turn } = await full(100);
    expect([await turn(), await turn(), await turn()]).toEqual([250, 330, 410]);
  });

  test('the pace is what the endpoint has shown while it had as much as it may', async () => {
    const { clock, turn, acquire, release } = await full(100);
    for (let answer = 0; answer < 60; answer++) {
      clock.now += 10;
      release(acknowledged);
      await acquire();
    }
    const [first = 0, second = 0] = [await turn(), await turn()];
    expect(first).toBe(250);
    expect(second - first).toBeLessThan(12);
    // A pause without requests says nothing of the pace.
    release(acknowledged);
    clock.now += 60_000;
    await acquire();
    clock.now += 10;
    const [third = 0, fourth = 0] = [await turn(), await turn()];
    expect(fourth - third).toBeLessThan(12);
  });

  test('a thousand that are due at once have their turns within the time that it takes to answer them', async () => {
    const { turn } = await full(20);
    const turns = await Promise.all(Array.from({ length: 1_000 }, turn));
    expect(Math.max(...turns.map((waitMs) => waitMs ?? Number.POSITIVE_INFINITY))).toBeLessThan(20_000);
    expect(new Set(turns).size).toBe(1_000);
  });

  test('has no turn where nothing was answered for a while, or the address is another one', async () => {
    const { clock, turn } = await full(100);
    await turn();
    clock.now = 60_000;
    expect(await turn()).toBeUndefined();
  });
});

test('who waits too long gives way; an aborted wait ends with its reason', async () => {
  const { acquire, release } = limiter({ startConcurrency: 1, waitMs: 1 });
  await acquire();
  await expect(acquire()).rejects.toThrow(NoCapacity);
  const stop = new AbortController();
  const held = new EndpointLimiter({ ...ENDPOINT_LIMITS, startConcurrency: 1, waitMs: PATIENT_MS }, () => 0);
  await held.acquire('patient', stop.signal);
  const waiting = held.acquire('patient', stop.signal);
  stop.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  release(acknowledged);
  await acquire();
});

test('an endpoint that was not reached several times in a row is sent nothing, longer each time', async () => {
  const { clock, acquire, fail, release } = limiter({ failuresToOpen: 3, openMs: 5_000, maxOpenMs: 8_000 });
  await fail(3);
  await expect(acquire()).rejects.toMatchObject({ name: 'CircuitOpen', waitMs: 5_000 });
  clock.now = 5_000;
  await acquire();
  await expect(acquire()).rejects.toThrow(CircuitOpen);
  release(failed);
  await expect(acquire()).rejects.toMatchObject({ waitMs: 8_000 });
  clock.now += 8_000;
  await acquire();
  release({ error: 'connect_failed', durationMs: 10 });
  await expect(acquire()).rejects.toMatchObject({ waitMs: 8_000 });
});

test('requests that were under way when the circuit opened do not keep it open for longer', async () => {
  const { clock, acquire, release } = limiter({ failuresToOpen: 1, openMs: 5_000 });
  await Promise.all([acquire(), acquire(), acquire()]);
  release(failed);
  clock.now = 1_000;
  release(failed);
  release(failed);
  await expect(acquire()).rejects.toMatchObject({ waitMs: 4_000 });
});

test('one answer closes the circuit', async () => {
  const { clock, acquire, fail, release } = limiter({ failuresToOpen: 3, openMs: 5_000 });
  await fail(3);
  clock.now = 5_000;
  await acquire();
  release({ error: 'http_status', durationMs: 10 });
  await Promise.all([acquire(), acquire()]);
});

test('what was asked for is sent although the circuit is open', async () => {
  const { acquire, fail } = limiter({ failuresToOpen: 3 });
  await fail(3);
  await acquire('urgent');
});

test('a cancelled request teaches nothing', async () => {
  const { acquire, release } = limiter({ failuresToOpen: 1 });
  await acquire();
  release(undefined);
  await acquire();
});

const answerOf = () => failed;
const hang = () => new Promise<string>(() => {});
const endpoint = (endpointId: string, version: string) => ({ endpointId, version, isFailing: true });

test('a merchant that saves its address again and again has no more requests at once', async () => {
  const { run } = createLimiter({ startConcurrency: 2, maxWaiting: 0 }, () => 0);
  for (const version of ['1', '2']) void run(endpoint('EP1', version), 'urgent', signal, hang, answerOf);

  await expect(run(endpoint('EP1', '3'), 'urgent', signal, hang, answerOf)).rejects.toThrow(NoCapacity);
  const other = run(endpoint('EP2', '3'), 'urgent', signal, async () => 'sent', answerOf);
  await expect(other).resolves.toBe('sent');
});

test('an address that was saved anew is tried whatever the old one did', async () => {
  const { run } = createLimiter({ failuresToOpen: 1 }, () => 0);
  const send = (version: string) =>
    run(endpoint('EP1', version), 'patient', signal, async () => 'sent', answerOf);
  await send('1');
  await expect(send('1')).rejects.toMatchObject({ name: 'CircuitOpen' });
  await expect(send('2')).resolves.toBe('sent');
});

test('an endpoint that hangs leaves another one of the same merchant alone', async () => {
  const { run } = createLimiter({ startConcurrency: 1, maxWaiting: 0, failuresToOpen: 1 }, () => 0);
  await run(endpoint('EP1', '1'), 'patient', signal, async () => 'sent', answerOf);
  void run(endpoint('EP1', '1'), 'urgent', signal, hang, answerOf);

  await expect(
    run(
      endpoint('EP2', '1'),
      'patient',
      signal,
      async () => 'sent',
      () => acknowledged,
    ),
  ).resolves.toBe('sent');
});

test('what throws, or sent nothing, teaches nothing and gives its place back', async () => {
  const { run } = createLimiter({ startConcurrency: 1, maxWaiting: 0, failuresToOpen: 1 }, () => 0);
  const faulty = async () => {
    throw new Error('a fault of ours');
  };
  await expect(run(endpoint('EP1', '1'), 'patient', signal, faulty, answerOf)).rejects.toThrow(
    'a fault of ours',
  );
  await run(
    endpoint('EP1', '1'),
    'patient',
    signal,
    async () => 'nothing',
    () => undefined,
  );
  await expect(run(endpoint('EP1', '1'), 'patient', signal, async () => 'sent', answerOf)).resolves.toBe(
    'sent',
  );
});

describe('an inline request, for which an order’s workflow waits', () => {
  test('never waits for a place', async () => {
    const { acquire, release } = limiter({ startConcurrency: 1, maxConcurrency: 1 });
    await acquire('inline');
    await expect(acquire('inline')).rejects.toThrow(NoCapacity);
    release(acknowledged);
    await acquire('inline');
  });

  test('is refused while requests that were sent before have no answer, although there is a place', async () => {
    const { clock, acquire, release } = limiter({ waitMs: 1_000 });
    await acquire();
    await acquire('inline');
    clock.now = 1_000;
    await expect(acquire('inline')).rejects.toThrow(NoCapacity);
    release(acknowledged);
    await acquire('inline');
  });

  test('is refused for a while by an endpoint that was slow, to which deliveries go on; saved anew it is not', async () => {
    const clock = { now: 0 };
    const { run } = createLimiter({ waitMs: 1_000, slowMs: 5_000 }, () => clock.now);
    const send = (manner: Manner, durationMs = 10, version = '1') =>
      run(
        { ...endpoint('EP1', version), isFailing: false },
        manner,
        signal,
        async () => 'sent',
        () => ({ error: null, durationMs }),
      );
    await send('patient', 1_000);
    await expect(send('inline')).rejects.toThrow(NoCapacity);
    await expect(send('patient')).resolves.toBe('sent');
    await expect(send('inline', 10, '2')).resolves.toBe('sent');
    await send('patient', 1_000, '2');
    clock.now = 5_000;
    await expect(send('inline', 10, '2')).resolves.toBe('sent');
  });

  test('is refused where any worker’s last answer was no acknowledgement; nothing is sent', async () => {
    const { run } = createLimiter({}, () => 0);
    const sent: string[] = [];
    const send = async () => `${sent.push('one')}`;
    await expect(run(endpoint('EP1', '1'), 'inline', signal, send, answerOf)).rejects.toThrow(CircuitOpen);
    expect(sent).toEqual([]);
    await run(endpoint('EP1', '1'), 'patient', signal, send, answerOf);
  });

  test('teaches as any other: one that is not answered counts for the circuit of deliveries', async () => {
    const { run } = createLimiter({ failuresToOpen: 1 }, () => 0);
    const working = { ...endpoint('EP1', '1'), isFailing: false };
    const send = async () => 'sent';
    await run(working, 'inline', signal, send, answerOf);
    await expect(run(endpoint('EP1', '1'), 'patient', signal, send, answerOf)).rejects.toThrow(CircuitOpen);
  });
});
