/**
 * Removes what is older than it is kept for (domain/retention.ts), in small steps, each in its own transaction. What this rules
 * out (test/api/retention.test.ts):
 *
 * - Two runs remove the same at once (a person's beside the daily one, or one whose worker was believed dead): each step locks its
 *   kind, and the run whose step finds it locked ends.
 * - A run that is killed stops others: the lock ends with its step, which is undone as a whole; the next run continues.
 * - A run waits for a lock, and others wait behind it: a step waits a second at most, and the run
 *   ends there.
 * - Requests wait for it: a step reads a few hundred rows by an index, and pauses as long as it took.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { databaseFailure } from '../../db/failures.ts';
import { withLimits } from '../../db/limits.ts';
import {
  lockPruning,
  type PrunedStep,
  type PruneStep,
  pruneOwners,
  pruneStep,
} from '../../db/queries/platform/pruning.ts';
import { keptSince, type PrunedKind, type RetentionDays } from '../../domain/retention.ts';

const STEP_LIMITS = { lockMs: 1_000, statementMs: 20_000, idleMs: 20_000 };
/** Rows that a step reads: some 20 ms. */
const STEP_ROWS = 500;

/**
 * How a run ended: at the end; `kept`: the rows are kept for ever; `busy`: another run has the kind; `held_up`:
 * by somebody's lock, or a step that took too long; `stopped`: by its caller.
 */
type PruneEnd = 'done' | 'kept' | 'busy' | 'held_up' | 'stopped';

export interface PruneDeps {
  readonly orm: MikroORM;
  readonly days: RetentionDays;
  readonly now: () => Date;
  /** Nothing is removed, only counted. */
  readonly isDry?: boolean;
  readonly stop?: AbortSignal | undefined;
  /** After each step: rows so far. */
  readonly onProgress?: (removed: number) => void;
}

export interface Pruned {
  readonly kind: PrunedKind;
  /** What is older than this. */
  readonly before: Date | undefined;
  readonly removed: number;
  readonly end: PruneEnd;
}

/** One run over all of a kind. It may be repeated, and killed, at any time. */
export async function prune(kind: PrunedKind, deps: PruneDeps): Promise<Pruned> {
  const before = keptSince(kind, deps.days, deps.now());
  if (before === undefined) return { kind, before, removed: 0, end: 'kept' };
  const run = { kind, before, removed: 0 };
  const end = await pruneEach(run, deps).catch(endOf);
  return { kind, before, removed: run.removed, end };
}

interface Run {
  readonly kind: PrunedKind;
  readonly before: Date;
  removed: number;
}

async function pruneEach(run: Run, deps: PruneDeps): Promise<PruneEnd> {
  const owners = await limited(deps, (em) => pruneOwners(em, run.kind));
  for (const owner of owners) {
    for (let after: string | null = null, isMore = true; isMore; ) {
      if (deps.stop?.aborted) return 'stopped';
      const began = performance.now();
      const step: PrunedStep = await limited(deps, (em) => pruneOne(em, run, deps, { owner, after }));
      run.removed += step.removed;
      after = step.last;
      isMore = step.scanned === STEP_ROWS;
      if (step.scanned === 0) continue;
      deps.onProgress?.(run.removed);
      // Half of one connection at most.
      await sleep(performance.now() - began, undefined, { signal: deps.stop }).catch(() => undefined);
    }
  }
  return 'done';
}

/** @throws OtherRun where another run is at a step of this kind. */
async function pruneOne(
  em: EntityManager,
  { kind, before }: Run,
  { isDry = false }: PruneDeps,
  place: Pick<PruneStep, 'owner' | 'after'>,
): Promise<PrunedStep> {
  if (!isDry && !(await lockPruning(em, kind))) throw new OtherRun();
  return await pruneStep(em, kind, { ...place, before, limit: STEP_ROWS, isDry });
}

function limited<Result>({ orm }: PruneDeps, work: (em: EntityManager) => Promise<Result>): Promise<Result> {
  return withLimits(orm.em.fork(), STEP_LIMITS, work);
}

class OtherRun extends Error {}

function endOf(error: unknown): PruneEnd {
  if (error instanceof OtherRun) return 'busy';
  if (databaseFailure(error) === 'busy') return 'held_up';
  throw error;
}
