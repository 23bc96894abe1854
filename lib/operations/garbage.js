import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/*
 * V8 collects all of a heap only when that has grown to about twice its size, which an idle one never does: it would keep
 * for good what its start and its last rush have left (docs/decisions/0111). JavaScript, since threads of workers use it.
 */

const LOOK_EVERY_MS = 10_000;
/** Of the time between two looks that the event loop was busy: above that, somebody may be waiting. */
const IDLE_UTILIZATION = 0.05;
/** Less than this is not worth the time of a collection. */
const WORTH_BYTES = 16 * 1_048_576;
/** Whoever calls a hardly busy process just while it collects waits for it: so it is seldom. */
const REST_MS = 300_000;

/** Collects the garbage of this thread's heap, in some 300 ms: call it where nobody waits. */
export function collectGarbage() {
  setFlagsFromString('--expose-gc');
  // In one go: plain collections give few pages back to the operating system.
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

let isWatched = false;

/** From now on, when this thread has been idle for some seconds and its heap has grown; once in five minutes at most. */
export function collectGarbageWhenIdle(lookEveryMs = LOOK_EVERY_MS) {
  if (isWatched) return;
  isWatched = true;
  let utilization = performance.eventLoopUtilization();
  let kept = 0;
  let collectedAt = -REST_MS;
  setInterval(() => {
    const before = utilization;
    utilization = performance.eventLoopUtilization();
    const { utilization: share } = performance.eventLoopUtilization(utilization, before);
    const isSeldom = performance.now() - collectedAt >= REST_MS;
    if (share > IDLE_UTILIZATION || !isSeldom || heapBytes() < kept + WORTH_BYTES) return;
    collectGarbage();
    kept = heapBytes();
    collectedAt = performance.now();
  }, lookEveryMs).unref();
}

function heapBytes() {
  return getHeapStatistics().total_physical_size;
}
