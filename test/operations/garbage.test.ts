import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from '@jest/globals';
import { until } from '../support/until.ts';

const MODULE = new URL('../../lib/operations/garbage.js', import.meta.url).href;
const MIB = 1_048_576;
/** A thread with 64 MiB of garbage that has grown old, which V8 by itself would leave; then it does `meanwhile` for ever. */
const program = (meanwhile: string) => `
  import { parentPort } from 'node:worker_threads';
  import { collectGarbageWhenIdle } from ${JSON.stringify(MODULE)};
  let garbage = Array.from({ length: 800_000 }, (_, index) => ({ index, text: 'text ' + index }));
  parentPort.on('message', () => parentPort.postMessage('here'));
  setTimeout(() => {
    garbage = undefined;
    collectGarbageWhenIdle(100);
    ${meanwhile}
    parentPort.postMessage('ready');
  }, 10);`;

let thread: Worker | undefined;
afterEach(async () => void (await thread?.terminate()));

async function start(meanwhile: string): Promise<Worker> {
  thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program(meanwhile))}`));
  await once(thread, 'message');
  return thread;
}
const heapOf = async (worker: Worker) => (await worker.getHeapStatistics()).used_heap_size / MIB;

test('a thread that is idle gives its garbage back', async () => {
  const worker = await start('');
  await until(async () => (await heapOf(worker)) < 20 || undefined);
});

test('one that is busy is left alone', async () => {
  const busy = 'setInterval(() => { for (const end = Date.now() + 15; Date.now() < end; ); }, 20);';
  const worker = await start(busy);
  await sleep(1_000);
  expect(await heapOf(worker)).toBeGreaterThan(40);
});
