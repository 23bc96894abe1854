import { expect, test } from '@jest/globals';
import { NoCapacity, Semaphore } from '../../lib/callbacks/semaphore.ts';

const PATIENT_MS = 60_000;

test('a place that is given back goes to who waits longest', async () => {
  const semaphore = new Semaphore(1);
  const order: string[] = [];
  await semaphore.acquire(PATIENT_MS);
  const first = semaphore.acquire(PATIENT_MS).then(() => order.push('first'));
  const second = semaphore.acquire(PATIENT_MS).then(() => order.push('second'));
  semaphore.release();
  await first;
  semaphore.release();
  await second;
  expect(order).toEqual(['first', 'second']);
});

test('who waits too long gives way, and leaves nothing behind', async () => {
  const semaphore = new Semaphore(1);
  await semaphore.acquire(PATIENT_MS);
  await expect(semaphore.acquire(1)).rejects.toThrow(NoCapacity);
  semaphore.release();
  await semaphore.acquire(1);
});

test('an aborted wait ends with the reason, and takes no place', async () => {
  const semaphore = new Semaphore(1);
  const stop = new AbortController();
  await semaphore.acquire(PATIENT_MS);
  const waiting = semaphore.acquire(PATIENT_MS, stop.signal);
  stop.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  semaphore.release();
  await semaphore.acquire(1);
});

test('as many places as its capacity are taken, also when it changes meanwhile', async () => {
  const semaphore = new Semaphore(1);
  expect([semaphore.tryAcquire(), semaphore.tryAcquire()]).toEqual([true, false]);
  const waiting = [semaphore.acquire(PATIENT_MS), semaphore.acquire(PATIENT_MS)];
  semaphore.capacity = 2;
  semaphore.release();
  await Promise.all(waiting);
  semaphore.capacity = 1;
  semaphore.release();
  expect([semaphore.running, semaphore.tryAcquire()]).toEqual([1, false]);
});
