import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects the garbage of a start, once: call it before the first request, it takes some 200 ms. V8 collects all of its heap only when
 * that has grown to about twice its size, which an idle process's never does: it would keep what its start has left (docs/decisions/0111).
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  // In one go: plain collections give few pages back to the operating system.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
