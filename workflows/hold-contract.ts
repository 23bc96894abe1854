/** What the hold workflow and its callers agree on. As in contract.ts: ids, instants and settings only. */
import { defineSignal } from '@temporalio/workflow';
import type { HoldState } from '../domain/hold.ts';

/** The workflow's type; its id is the hold's id. */
export const HOLD_WORKFLOW = 'hold';

/** Instants are RFC 3339 in UTC. */
export interface HoldInput {
  readonly holdId: string;
  /** In real time, also where its merchant's clock is ahead (docs/sandbox.md). */
  readonly dueAt: string;
}

export interface HoldOutcome {
  readonly status: HoldState;
}

/** The hold was extended, booked or released, or its merchant's clock was moved: read the database again. If the signal is lost, the timer finds the same. */
export const holdChangedSignal = defineSignal('changed');

export interface HoldSnapshot {
  readonly status: HoldState;
  readonly dueAt: string;
}

/** What the workflow may call; implemented in activities/. */
export interface HoldActivities {
  /**
   * Ends the hold if its time is over, and answers its state: still held if it has time left. Idempotent.
   * @param isReleased end it at any time: an operator asked for it.
   */
  endHold(holdId: string, isReleased: boolean): Promise<HoldSnapshot>;
}
