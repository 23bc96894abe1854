import { PlatformError } from '../domain/errors.ts';
import { NO_ANSWER, type Probe } from '../lib/operations/probe.ts';
import { linesOf, missingOf } from '../lib/operations/readiness.ts';

const RETRY_AFTER_SECONDS = 2;

type ComponentState = 'up' | 'away' | 'unknown';

export interface Readiness {
  readonly database: ComponentState;
  /** Orders are accepted without it (docs/architecture.md, "How data flows"): it decides only where it is another platform's. */
  readonly temporal: ComponentState;
}

export interface HealthDeps {
  readonly probeDatabase: Probe;
  readonly probeTemporal?: Probe;
  /** Aborted: the process is stopping, and takes no more requests. */
  readonly stopping?: AbortSignal;
}

/** 50301, with the state of each part, and why in words. */
class NotReady extends PlatformError {
  constructor(components: Readiness, reasons: readonly string[]) {
    super('unavailable', `not ready: ${reasons.join('; ')}`, {
      data: { components },
      retryAfter: RETRY_AFTER_SECONDS,
    });
  }
}

const DATABASE = 'the database';
const TEMPORAL = 'Temporal';

/**
 * The state of what the API needs.
 * @throws NotReady (50301) without a database that it can work with, with parts of two platforms, and once it is stopping.
 */
export async function checkReadiness(deps: HealthDeps): Promise<Readiness> {
  const { probeDatabase, probeTemporal, stopping } = deps;
  if (stopping?.aborted) throw new NotReady({ database: 'unknown', temporal: 'unknown' }, ['stopping']);
  const probes = new Map<string, Probe>([[DATABASE, probeDatabase]]);
  if (probeTemporal !== undefined) probes.set(TEMPORAL, probeTemporal);
  const missing = await missingOf({ probes });
  const components: Readiness = {
    database: missing.has(DATABASE) ? 'away' : 'up',
    temporal: stateOf(probeTemporal, missing.get(TEMPORAL)),
  };
  if (missing.get(TEMPORAL) === NO_ANSWER) missing.delete(TEMPORAL);
  if (missing.size > 0) throw new NotReady(components, linesOf(missing));
  return components;
}

function stateOf(probe: Probe | undefined, why: string | undefined): ComponentState {
  if (probe === undefined) return 'unknown';
  return why === undefined ? 'up' : 'away';
}
