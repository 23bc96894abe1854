import { expect, test } from '@jest/globals';
import { NoSlot, Slots } from '../../callbacks/semaphore.ts';

const PATIENT_MS = 60_000;

test('a slot that is given back goes to who waits longest', async () => {
  const slots = new Slots(1);
  const order: string[] = [];
  await slots.acquire(PATIENT_MS);
  const first = slots.acquire(PATIENT_MS).then(() => order.push('first'));
  const second = slots.acquire(PATIENT_MS).then(() => order.push('second'));
  slots.release();
  await first;
  slots.release();
  await second;
  expect(order).toEqual(['first', 'second']);
});

test('who waits too long gives way, and leaves nothing behind', async () => {
  const slots = new Slots(1);
  await slots.acquire(PATIENT_MS);
  await expect(slots.acquire(1)).rejects.toThrow(NoSlot);
  slots.release();
  await slots.acquire(1);
});

test('an aborted wait ends with the reason, and takes no slot', async () => {
  const slots = new Slots(1);
  const stop = new AbortController();
  await slots.acquire(PATIENT_MS);
  const waiting = slots.acquire(PATIENT_MS, stop.signal);
  stop.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  slots.release();
  await slots.acquire(1);
});
