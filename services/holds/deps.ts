import type { MikroORM } from '@mikro-orm/postgresql';
import type { PlatformTerms } from '../../domain/platform-terms.ts';
import type { StartableHold } from '../../lib/temporal/hold-gateway.ts';

/** What is asked of holds' workflows, after the answer. Neither waits nor throws: what is lost is made up for. */
export interface HoldWorkflows {
  start(hold: StartableHold): void;
  /** It was extended, booked or released. */
  announceClock(holdId: string): void;
}

/** What the hold operations need. */
export interface HoldServiceDeps {
  readonly orm: MikroORM;
  readonly now: () => Date;
  readonly terms: PlatformTerms;
  /** Without it, a hold ends only when somebody reads it. */
  readonly holdWorkflows?: HoldWorkflows | undefined;
}
