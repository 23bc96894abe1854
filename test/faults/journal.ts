/** What clients asked for and were answered: all that the checker knows of what ought to be. */
import type { OrderState } from '../../domain/order-state.ts';
import type { ChangeIntent } from './changing.ts';
import type { OrderSeen } from './order-seen.ts';
import type { WriteIntent } from './writing.ts';

export type Outcome =
  | {
      readonly kind: 'acknowledged';
      readonly orderId: string;
      readonly status: OrderState;
      /** The answer itself, where it has the whole order: a move's does, a create's does not. */
      readonly seen?: OrderSeen;
    }
  | { readonly kind: 'refused'; readonly code: number }
  /** The client gave up: it got no answer whether it happened. */
  | { readonly kind: 'unanswered' };

interface CreateIntent {
  readonly agency: string;
  readonly key: string;
  /** `clientReference`, unique for each intent. */
  readonly reference: string;
  readonly outcome: Outcome;
  /** The hold that it books, where that was a turn of a waitlist. */
  readonly turn?: string;
}

type HoldOutcome =
  | { readonly kind: 'acknowledged'; readonly holdId: string; readonly expiresAt: Date }
  | Exclude<Outcome, { kind: 'acknowledged' }>;

export interface HoldIntent {
  readonly agency: string;
  readonly key: string;
  readonly outcome: HoldOutcome;
  readonly extended: HoldOutcome[];
  released?: HoldOutcome;
  /** What its booking, which is among the creates, was answered. */
  booked?: Outcome;
}

export type MoveName = 'confirm' | 'reject' | 'cancel' | 'withdraw' | 'start' | 'complete' | 'advance';

export interface MoveIntent {
  readonly orderId: string;
  readonly move: MoveName;
  /** Who asked, by its merchant key. */
  readonly merchant: string;
  /** The idempotency key: the same one at every try. */
  readonly key: string;
  /** What each try was answered, in order; 0 where it got no answer. */
  readonly arrived: readonly number[];
  readonly outcome: Outcome;
  /** What later repeats under the same key were answered. */
  readonly repeats: Outcome[];
}

/** A notification was asked for once more, at `at` (ms since 1970). */
export interface Redelivery {
  readonly notificationId: string;
  readonly at: number;
  /** It had been acknowledged by then, as its merchant was answered. */
  readonly wasAcknowledged: boolean;
  /** The request was answered 200. Whether any other was carried out is not known. */
  isGranted: boolean;
}

export interface Journal {
  readonly changes: ChangeIntent[];
  readonly creates: CreateIntent[];
  readonly holds: HoldIntent[];
  readonly moves: MoveIntent[];
  readonly redeliveries: Redelivery[];
  readonly writes: WriteIntent[];
  /** Requests of the mix, by operation. */
  readonly sent: Map<string, number>;
  /** Answers by code; `lost` counts requests without one. */
  readonly answers: Map<string, number>;
  /** Answers that no client should get, with the request. */
  readonly scandals: string[];
  /** Orders that were read while they moved: how many reads, and those that contradict themselves. */
  readonly reads: { count: number; readonly contradictions: string[] };
}

export function createJournal(): Journal {
  return {
    changes: [],
    creates: [],
    holds: [],
    moves: [],
    redeliveries: [],
    writes: [],
    sent: new Map(),
    answers: new Map(),
    scandals: [],
    reads: { count: 0, contradictions: [] },
  };
}

export function count(tally: Map<string, number>, name: string): void {
  tally.set(name, (tally.get(name) ?? 0) + 1);
}
