/**
 * Reports each timer that a workflow starts while its history is replayed: a replay compares that there is a timer, but neither how
 * long it waits nor what it is for. Only `npm run replay` listens (tools/replay/timers.ts). It adds no command.
 */
import { proxySinks, type WorkflowInterceptorsFactory, workflowInfo } from '@temporalio/workflow';
import type { TimerSinks } from './timer-contract.ts';

export const interceptors: WorkflowInterceptorsFactory = () => {
  const { timers } = proxySinks<TimerSinks>();
  return {
    outbound: [
      {
        startTimer: (input, next) => {
          const { seq, durationMs, options } = input;
          if (workflowInfo().unsafe.isReplaying)
            timers.started({ timerId: `${seq}`, durationMs, summary: options?.summary });
          return next(input);
        },
      },
    ],
  };
};
