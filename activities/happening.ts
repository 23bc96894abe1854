import { notBeforeLast } from '../domain/happening.ts';
import { timeFor } from '../domain/sandbox.ts';
import type { Happening } from '../workflows/contract.ts';

/**
 * When it is written to have happened. What happens now has the platform's time, not the Temporal server's.
 * @param now the platform's clock.
 */
export function instantOf({ occurredAt, aheadMs }: Happening, now: () => Date): Date {
  return aheadMs === undefined ? new Date(occurredAt) : timeFor({ clockAheadMs: aheadMs }, now());
}

/** What is to be written, dated so. @param events of the order: nothing happens before the last of them. */
export function dated<Record extends Happening>(
  record: Record,
  events: readonly { readonly occurredAt: Date }[],
  now: () => Date,
): Record {
  return { ...record, occurredAt: notBeforeLast(events, instantOf(record, now)).toISOString() };
}
