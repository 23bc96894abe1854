import type { MikroORM } from '@mikro-orm/postgresql';
import type { Client } from '@temporalio/client';
import { inTime, type Probe } from '../../../lib/operations/probe.ts';

export interface StatusDeps {
  readonly orm: MikroORM;
  readonly now: () => Date;
  /** Of the parts, by name. */
  readonly probes: ReadonlyMap<string, Probe>;
  /** Asked who polls. */
  readonly temporal?: Client | undefined;
  /** The platform's, which months end in. */
  readonly timeZone: string;
  /** Where merchants call: its certificate is read. */
  readonly publicBaseUrl: string;
}

/** @returns null where it fails, or takes longer than two seconds. */
export async function orNull<Result>(read: () => Promise<Result>): Promise<Result | null> {
  return await inTime(read()).catch(() => null);
}
