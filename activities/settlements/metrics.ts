import { Histogram, type Registry } from 'prom-client';

/** Runs a step of settling, or of maintenance, and measures it. */
export type MeasureWork = <Result>(work: string, run: () => Promise<Result>) => Promise<Result>;

/** What settlement workers do: activities by name, whether they failed, and their time. */
export function createSettlementMetrics(registry: Registry): MeasureWork {
  const duration = new Histogram({
    name: 'guidepost_settlement_work_seconds',
    help: 'Time that the work of settlement workers took, by activity and outcome: done, failed',
    labelNames: ['work', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60],
    registers: [registry],
  });
  return async (work, run) => {
    const end = duration.startTimer({ work });
    try {
      const result = await run();
      end({ outcome: 'done' });
      return result;
    } catch (error) {
      end({ outcome: 'failed' });
      throw error;
    }
  };
}
