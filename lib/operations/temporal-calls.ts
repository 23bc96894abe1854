import type { WorkflowClientInterceptor } from '@temporalio/client';
import { Histogram, type Registry } from 'prom-client';

/** How long this process waits for Temporal: for an Update up to its result, for anything else until it is taken. */
export function createCallMetrics(registry: Registry): WorkflowClientInterceptor {
  const duration = new Histogram({
    name: 'guidepost_temporal_call_duration_seconds',
    help: 'Time that calls to Temporal took, by call, its name, and whether it was answered',
    labelNames: ['call', 'name', 'outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  async function measured<Result>(call: string, name: string, work: Promise<Result>): Promise<Result> {
    const end = duration.startTimer({ call, name });
    try {
      const result = await work;
      end({ outcome: 'answered' });
      return result;
    } catch (error) {
      end({ outcome: 'failed' });
      throw error;
    }
  }
  return {
    startWithDetails: (input, next) => measured('start', input.workflowType, next(input)),
    startUpdate: (input, next) => measured('update', input.updateName, next(input)),
    startUpdateWithStart: (input, next) => measured('update', input.updateName, next(input)),
    signal: (input, next) => measured('signal', input.signalName, next(input)),
    signalWithStart: (input, next) => measured('signal', input.signalName, next(input)),
  };
}
