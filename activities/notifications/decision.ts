import type { RetryReason } from '../../domain/notification.ts';
import type { ResolvedDelivery } from '../../workflows/delivery-contract.ts';

/** What became of a run. */
export type Decision =
  /** Nothing is left to do. */
  | ({ readonly is: 'resolved' } & ResolvedDelivery)
  /** It was not acknowledged, or not attempted; it is tried again. */
  | Later;

export interface Later {
  readonly is: 'later';
  readonly reason: RetryReason;
  readonly httpStatus: number | null;
  readonly waitMs: number;
  /** Nothing is sent to its endpoint until its address is saved again. */
  readonly isPaused: boolean;
  /** Recorded so far. */
  readonly attempts: number;
  readonly dueSince: Date;
}
