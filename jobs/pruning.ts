import type { MikroORM } from '@mikro-orm/postgresql';
import { PRUNED_KINDS, type RetentionDays } from '../domain/retention.ts';
import { prune } from '../services/retention/index.ts';
import { type Loop, startLoop } from './loop.ts';

const INTERVAL_MS = 600_000;
/** A run a day, whichever process makes it. */
const PAUSE_HOURS = 24;

/** Removes what is older than it is kept for. One process does it; if that one is killed, another continues. */
export function startPruning(deps: {
  readonly orm: MikroORM;
  readonly now: () => Date;
  readonly days: RetentionDays;
  readonly onError: (error: unknown) => void;
}): Loop {
  const round = async (stop: AbortSignal) => {
    for (const kind of PRUNED_KINDS) await prune(kind, { ...deps, pauseHours: PAUSE_HOURS, stop });
  };
  return startLoop({ everyMs: INTERVAL_MS, round, onError: deps.onError });
}
