import type { Sinks } from '@temporalio/workflow';

/** A timer that a workflow starts, as a replay reports it (workflows/timers.ts). */
export interface StartedTimer {
  /** As in the history: numbered through the workflow. */
  readonly timerId: string;
  readonly durationMs: number;
  readonly summary?: string | undefined;
}

export interface TimerSinks extends Sinks {
  timers: { started(timer: StartedTimer): void };
}
