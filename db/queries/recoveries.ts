import type { RecoveryFilter } from '../../domain/notification.ts';

/** Placeholder shape; see the other branch. */
export function recoverySql(_filter: RecoveryFilter): {
  readonly sql: string;
  readonly values: readonly unknown[];
} {
  return { sql: "n.status in ('pending', 'skipped', 'abandoned')", values: [] };
}
