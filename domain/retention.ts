/**
 * What is kept for a time only, although nobody asked to have it removed (docs/database.md, "Data that grows"). Everything
 * else either has its end where it is written (db/queries/platform/expired.ts) or is kept for ever.
 */
export const PRUNED_KINDS = ['attempts', 'notifications'] as const;
export type PrunedKind = (typeof PRUNED_KINDS)[number];

/** Days that each kind is kept; 0: for ever. */
export type RetentionDays = Readonly<Record<PrunedKind, number>>;

/**
 * What merchants were promised (docs/notifications.md): no platform is set to less. Attempts count from their beginning,
 * notifications and their events from the last that happened to their order, which is over.
 */
export const PROMISED_DAYS: RetentionDays = { attempts: 30, notifications: 400 };

export const DEFAULT_RETENTION: RetentionDays = { attempts: 90, notifications: 400 };

const DAY_MS = 86_400_000;

/** What is older may go; undefined: it is kept for ever. */
export function keptSince(kind: PrunedKind, days: RetentionDays, now: Date): Date | undefined {
  return days[kind] === 0 ? undefined : new Date(now.getTime() - days[kind] * DAY_MS);
}
