import { PlatformError } from '../domain/errors.ts';
import { NO_ANSWER, type Probe } from '../lib/operations/probe.ts';

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

/**
 * The state of what the API needs.
 * @throws NotReady (50301) without the database, with parts of two platforms, and once it is stopping.
 */
export async function checkReadiness({
  probeDatabase,
  probeTemporal,
  stopping,
}: HealthDeps): Promise<Readiness> {
  if (stopping?.aborted) throw new NotReady({ database: 'unknown', temporal: 'unknown' }, ['stopping']);
  const [database, temporal] = await Promise.all([probeDatabase(), probeTemporal?.()]);
  const components: Readiness = {
    database: stateOf(database),
    temporal: probeTemporal === undefined ? 'unknown' : stateOf(temporal),
  };
  const reasons = [
    ...(database === undefined ? [] : [`the database: ${database}`]),
    ...(temporal === undefined || temporal === NO_ANSWER ? [] : [`Temporal: ${temporal}`]),
  ];
  if (reasons.length > 0) throw new NotReady(components, reasons);
  return components;
}

function stateOf(why: string | undefined): ComponentState {
  return why === undefined ? 'up' : 'away';
}
