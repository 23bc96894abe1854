import { hostname } from 'node:os';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { FailingWorkflows } from '../lib/operations/failing-workflows.ts';
import type { ReleaseWatch } from '../lib/operations/release-watch.ts';
import { stopRelease } from '../services/operators/releases.ts';
import { type Loop, startLoop } from './loop.ts';

/** Between two rounds. */
const EVERY_MS = 5_000;

/** Judges all open orders again and again, so that how many are stuck is known when Prometheus asks; killed, it leaves nothing behind. */
export function startWatchingOrders(workflows: FailingWorkflows, onError: (error: unknown) => void): Loop {
  return startLoop({ everyMs: EVERY_MS, round: (stopping) => workflows.check(stopping), onError });
}

/** So many failing orders of a release that is tried are no accident. */
const ENOUGH_FAILING = 3;

interface WatchingReleaseDeps {
  readonly orm: MikroORM;
  readonly watch: ReleaseWatch;
  /** It was withdrawn: of `failing` orders. */
  readonly onStopped: (release: { readonly program: number; readonly failing: number }) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Judges the orders of the release that is tried, and withdraws it where it fails several: nothing is lost by that, and it is done
 * sooner than anybody reads an alert. Killed, it leaves nothing behind; of several the first one withdraws.
 */
export function startWatchingRelease({ orm, watch, onStopped, onError }: WatchingReleaseDeps): Loop {
  const round = async () => {
    const found = await watch.check();
    if (found === undefined || found.percent === 0 || found.failing < ENOUGH_FAILING) return;
    await stopRelease(orm, { operator: 'platform', address: hostname() }, found.program);
    onStopped(found);
  };
  return startLoop({ everyMs: EVERY_MS, round, onError });
}
