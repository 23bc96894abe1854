import { expect, test } from '@jest/globals';
import {
  EndpointResting,
  LANE_LIMITS,
  Lane,
  type LaneLimits,
} from '../../../activities/notifications/lane.ts';
import { NoSlot } from '../../../callbacks/semaphore.ts';

const PATIENT_MS = 60_000;
const { signal } = new AbortController();

function lane(limits: Partial<LaneLimits> = {}) {
  const clock = { now: 0 };
  const made = new Lane({ ...LANE_LIMITS, waitMs: PATIENT_MS, ...limits }, () => clock.now);
  const enter = (isUrgent = false) => made.enter(isUrgent, signal);
  const fail = async (times: number) => {
    for (let failure = 0; failure < times; failure += 1) {
      await enter();
      made.leave('timeout');
    }
  };
  return { clock, enter, fail, leave: made.leave.bind(made) };
}

test('what finds no place waits for its turn, first come first served', async () => {
  const { enter, leave } = lane({ startWidth: 1, maxWidth: 1 });
  const turns: string[] = [];
  await enter();
  const first = enter().then(() => turns.push('first'));
  const second = enter().then(() => turns.push('second'));
  leave(null);
  await first;
  leave(null);
  await second;
  expect(turns).toEqual(['first', 'second']);
});

test('grows with each answer, and shrinks to one with failures', async () => {
  const { enter, leave } = lane({ startWidth: 1, maxWaiting: 0, failuresToRest: 99 });
  await enter();
  await expect(enter()).rejects.toThrow(NoSlot);
  leave(null);
  await enter();
  await enter();
  leave('timeout');
  leave('timeout');
  await enter();
  await expect(enter()).rejects.toThrow(NoSlot);
});

test('nobody waits behind requests that have not been answered for a while', async () => {
  const { clock, enter } = lane({ startWidth: 1, waitMs: 1_000 });
  await enter();
  clock.now = 1_000;
  await expect(enter()).rejects.toThrow(NoSlot);
});

test('no more than a share of the worker waits', async () => {
  const { enter, leave } = lane({ startWidth: 1, maxWaiting: 1 });
  await enter();
  const waiting = enter();
  await expect(enter()).rejects.toThrow(NoSlot);
  leave(null);
  await waiting;
});

test('who waits too long gives way; an aborted wait ends with its reason', async () => {
  const { enter, leave } = lane({ startWidth: 1, waitMs: 1 });
  await enter();
  await expect(enter()).rejects.toThrow(NoSlot);
  const stop = new AbortController();
  const held = new Lane({ ...LANE_LIMITS, startWidth: 1, waitMs: PATIENT_MS }, () => 0);
  await held.enter(false, stop.signal);
  const waiting = held.enter(false, stop.signal);
  stop.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  leave(null);
  await enter();
});

test('an endpoint that was not reached several times in a row rests, longer each time', async () => {
  const { clock, enter, fail, leave } = lane({ failuresToRest: 3, restMs: 5_000, maxRestMs: 8_000 });
  await fail(3);
  await expect(enter()).rejects.toMatchObject({ name: 'EndpointResting', restMs: 5_000 });
  clock.now = 5_000;
  await enter();
  await expect(enter()).rejects.toThrow(EndpointResting);
  leave('timeout');
  await expect(enter()).rejects.toMatchObject({ restMs: 8_000 });
  clock.now += 8_000;
  await enter();
  leave('connect_failed');
  await expect(enter()).rejects.toMatchObject({ restMs: 8_000 });
});

test('one answer ends the rest', async () => {
  const { clock, enter, fail, leave } = lane({ failuresToRest: 3, restMs: 5_000 });
  await fail(3);
  clock.now = 5_000;
  await enter();
  leave('http_status');
  await Promise.all([enter(), enter()]);
});

test('who was asked for does not mind the rest', async () => {
  const { enter, fail } = lane({ failuresToRest: 3 });
  await fail(3);
  await enter(true);
});

test('a cancelled request teaches nothing', async () => {
  const { enter, leave } = lane({ failuresToRest: 1 });
  await enter();
  leave(undefined);
  await enter();
});
