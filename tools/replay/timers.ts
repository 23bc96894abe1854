import { defaultPayloadConverter } from '@temporalio/common';
import type { History } from '@temporalio/common/lib/proto-utils.js';
import type { InjectedSinks } from '@temporalio/worker';
import type { StartedTimer, TimerSinks } from '../../workflows/timer-contract.ts';

/**
 * A replay may see another time than the workflow saw, by the length of a local activity with its retries (docs/decisions/0071), and
 * what a timer waits for is counted from that.
 */
const TOLERANCE_MS = 15_000;

/** Where a replay has other timers than its history: the SDK compares only whether there is one. */
export interface TimerWatch {
  readonly sinks: InjectedSinks<TimerSinks>;
  /** This one is replayed from now on. */
  begin(history: History): void;
  /** The first timer that differs, in a sentence; undefined where none does. */
  difference(): string | undefined;
}

/** For workers that replay one history at a time. */
export function watchTimers(): TimerWatch {
  const started = new Map<string, StartedTimer>();
  let recorded: readonly StartedTimer[] = [];
  const note = (_workflow: unknown, timer: StartedTimer) => void started.set(timer.timerId, timer);
  return {
    sinks: { timers: { started: { fn: note, callDuringReplay: true } } },
    begin: (history) => {
      started.clear();
      recorded = timersOf(history);
    },
    difference: () => {
      for (const was of recorded) {
        const is = started.get(was.timerId);
        if (is && !isSame(was, is))
          return `timer ${was.timerId} was ${described(was)} and would be ${described(is)}`;
      }
      return undefined;
    },
  };
}

/** Of one without a summary, as they were recorded once, only the time is compared. */
function isSame(was: StartedTimer, is: StartedTimer): boolean {
  const isNamedAlike = was.summary === undefined || was.summary === is.summary;
  return isNamedAlike && Math.abs(was.durationMs - is.durationMs) <= TOLERANCE_MS;
}

function described({ durationMs, summary }: StartedTimer): string {
  return `${Math.round(durationMs / 1_000)} s${summary === undefined ? '' : ` for "${summary}"`}`;
}

function timersOf({ events }: History): StartedTimer[] {
  return (events ?? []).flatMap(({ timerStartedEventAttributes: timer, userMetadata }) => {
    if (timer == null) return [];
    const { timerId, startToFireTimeout: span } = timer;
    const summary = userMetadata?.summary;
    return [
      {
        timerId: timerId ?? '',
        durationMs: Number(span?.seconds ?? 0) * 1_000 + (span?.nanos ?? 0) / 1e6,
        summary: summary == null ? undefined : defaultPayloadConverter.fromPayload<string>(summary),
      },
    ];
  });
}
