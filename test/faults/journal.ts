/** What clients asked for and were told: all that the checker knows of what ought to be. */
import type { OrderState } from '../../domain/order-state.ts';

export type Outcome =
  | { readonly kind: 'acknowledged'; readonly orderId: string; readonly status: OrderState }
  | { readonly kind: 'refused'; readonly code: number }
  /** The client gave up: nobody told it whether it happened. */
  | { readonly kind: 'unanswered' };

export interface CreateIntent {
  readonly agency: string;
  readonly key: string;
  /** `clientReference`, unique for each intent. */
  readonly reference: string;
  readonly outcome: Outcome;
}

export type MoveName = 'confirm' | 'reject' | 'cancel' | 'withdraw' | 'start' | 'complete' | 'advance';

export interface MoveIntent {
  readonly orderId: string;
  readonly move: MoveName;
  readonly outcome: Outcome;
}

export interface Journal {
  readonly creates: CreateIntent[];
  readonly moves: MoveIntent[];
  /** Answers by code; `lost` counts requests without one. */
  readonly answers: Map<string, number>;
  /** Answers that no client should get, with the request. */
  readonly scandals: string[];
}

export function createJournal(): Journal {
  return { creates: [], moves: [], answers: new Map(), scandals: [] };
}

export function count(tally: Map<string, number>, name: string): void {
  tally.set(name, (tally.get(name) ?? 0) + 1);
}
