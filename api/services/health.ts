import type { MikroORM } from '@mikro-orm/postgresql';
import { PlatformError } from '../../domain/errors.ts';

const CHECK_TIMEOUT_MS = 2_000;
const RETRY_AFTER_SECONDS = 2;

type ComponentState = 'up' | 'away' | 'unknown';

export interface Readiness {
  readonly database: ComponentState;
  /** Orders are accepted without it (design, chapter 3), so it is told and does not decide. */
  readonly temporal: ComponentState;
}

export interface HealthDeps {
  readonly orm: MikroORM;
  /** Whether the Temporal server can be reached. */
  readonly isTemporalUp?: () => Promise<boolean>;
}

/** 50301, with the state of each part. */
class NotReady extends PlatformError {
  constructor(components: Readiness) {
    super('unavailable', 'not ready: the database is away', {
      data: { components },
      retryAfter: RETRY_AFTER_SECONDS,
    });
  }
}

/** The state of what the API needs. @throws NotReady (50301) without the database. */
export async function checkReadiness({ orm, isTemporalUp }: HealthDeps): Promise<Readiness> {
  const [database, temporal] = await Promise.all([
    stateOf(() => orm.em.fork().execute('select 1')),
    stateOf(isTemporalUp),
  ]);
  const components: Readiness = { database, temporal };
  if (database !== 'up') throw new NotReady(components);
  return components;
}

async function stateOf(check: (() => Promise<unknown>) | undefined): Promise<ComponentState> {
  if (check === undefined) return 'unknown';
  const timeout = Promise.withResolvers<false>();
  const timer = setTimeout(() => timeout.resolve(false), CHECK_TIMEOUT_MS);
  try {
    return (await Promise.race([check(), timeout.promise])) === false ? 'away' : 'up';
  } catch {
    return 'away';
  } finally {
    clearTimeout(timer);
  }
}
