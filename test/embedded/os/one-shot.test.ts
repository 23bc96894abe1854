import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { startOneShot } from '../../../tools/embedded/os/one-shot.ts';

const PROGRAM = new URL('./one-shot-process.ts', import.meta.url);
/** Of this process, as on a machine that has no time for it. */
const stand = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('answers what its work returns, and fails with what it throws', async () => {
  const [good, bad] = [startOneShot(PROGRAM), startOneShot(PROGRAM)];
  expect(await good.ask({ text: 'answer' })).toBe('ANSWER');
  await expect(bad.ask({ text: '' })).rejects.toThrow('nothing to answer');
});

test('a process that ends without an answer is a failure', async () => {
  const killed = startOneShot(PROGRAM);
  const asked = killed.ask({ text: 'answer' });
  killed.kill();
  await expect(asked).rejects.toThrow('it ended with SIGKILL');
});

test('an answer counts although the end of its process is seen first', async () => {
  const shot = startOneShot(PROGRAM);
  // It has loaded what it needs, and waits for a request.
  await sleep(1_500);
  const other = spawn('true');
  const otherEnded = once(other, 'exit');
  // The end of the other child and this file's state come in one round of events, the child's end last. What ends until then is seen with
  // it: also the one-shot's process, whose answer belongs to the next round.
  const asked = new Promise<string>((resolve, reject) => {
    stat('/', () => {
      const answer = shot.ask<string>({ text: 'answer' });
      stand(1_500);
      answer.then(resolve, reject);
    });
  });
  stand(500);
  await otherEnded;
  expect(await asked).toBe('ANSWER');
});
