/**
 * How the platform is, in one answer: for the command line and the console. Every part is asked by itself and for at most two seconds, so
 * that it comes also while parts are unavailable; what could not be asked is null.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { WRONG_FROM_MS } from '../../../db/clock.ts';
import { type KnownProcess, knownProcesses } from '../../../db/queries/platform/heartbeats.ts';
import type { Probe } from '../../../lib/operations/probe.ts';
import { missingOf } from '../../../lib/operations/readiness.ts';
import { RELEASE } from '../../../lib/operations/release.ts';
import { orNull, type StatusDeps } from './deps.ts';
import { type Facts, readFacts } from './facts.ts';
import { type OverdueWork, readOverdue } from './overdue.ts';
import { type ProcessStatus, processesOf } from './processes.ts';
import { type QueueStatus, readQueues } from './queues.ts';

interface PartStatus {
  readonly part: string;
  readonly isUp: boolean;
  /** That it does not answer, or what somebody has to put right. */
  readonly why: string | null;
}

/** `late`: something is overdue, absent or about to end; `unavailable`: a part can't be used. */
type Verdict = 'well' | 'late' | 'unavailable';

export interface PlatformStatus {
  readonly verdict: Verdict;
  readonly at: string;
  readonly release: string;
  readonly parts: readonly PartStatus[];
  readonly processes: readonly ProcessStatus[] | null;
  readonly queues: readonly QueueStatus[];
  readonly overdue: readonly OverdueWork[] | null;
  readonly facts: Facts;
}

export async function readStatus(deps: StatusDeps): Promise<PlatformStatus> {
  const { orm, now, temporal, timeZone } = deps;
  const ask = <Result>(read: (em: EntityManager) => Promise<Result>) => orNull(() => read(orm.em.fork()));
  const [parts, known, overdue, facts] = await Promise.all([
    partsOf(deps.probes),
    ask(knownProcesses),
    orNull(() => readOverdue(orm, now(), timeZone)),
    readFacts(deps, ask),
  ]);
  const isTemporalUp = parts.some(({ part, isUp }) => part === 'Temporal' && isUp);
  const queues = await readQueues(isTemporalUp ? temporal : undefined, known);
  const processes = known && processesOf(known);
  const found = { parts, processes, queues, overdue, facts: { ...facts, clockAheadMs: skewOf(known) } };
  return { verdict: verdictOf(found), at: now().toISOString(), release: RELEASE, ...found };
}

async function partsOf(probes: ReadonlyMap<string, Probe>): Promise<PartStatus[]> {
  const missing = await missingOf({ probes });
  return [...probes.keys()].map((part) => ({
    part,
    isUp: !missing.has(part),
    why: missing.get(part) ?? null,
  }));
}

/** The clock that is wrong by most. */
function skewOf(known: readonly KnownProcess[] | null): number | null {
  const [most = null] = (known ?? [])
    .flatMap(({ clockAheadMs }) => clockAheadMs ?? [])
    .toSorted((one, other) => Math.abs(other) - Math.abs(one));
  return most;
}

type Found = Omit<PlatformStatus, 'at' | 'release' | 'verdict'>;

function verdictOf({ parts, processes, queues, overdue, facts }: Found): Verdict {
  if (parts.some(({ isUp }) => !isUp)) return 'unavailable';
  const isLate =
    processes?.some(({ state }) => state !== 'ready') ||
    queues.some(({ isPolled }) => !isPolled) ||
    overdue?.some(({ isLate }) => isLate) ||
    Math.abs(facts.clockAheadMs ?? 0) >= WRONG_FROM_MS ||
    (facts.certificateDays ?? MANY_DAYS) < CERTIFICATE_DAYS;
  return isLate ? 'late' : 'well';
}

/** Those who renew certificates by themselves do it earlier. As the alert has it. */
export const CERTIFICATE_DAYS = 14;
const MANY_DAYS = Number.POSITIVE_INFINITY;
