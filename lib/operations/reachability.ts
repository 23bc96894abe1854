import { Gauge, type Registry } from 'prom-client';
import type { Probe } from './probe.ts';

/**
 * Whether this process can use what it depends on: PostgreSQL and Temporal as its readiness has it, and the egress proxy: 1, or 0.
 * @param parts the probe of each, undefined while it does not exist yet, when it can't be used.
 */
export function registerReachability(
  registry: Registry,
  parts: Readonly<Record<string, () => Probe | undefined>>,
): void {
  new Gauge({
    name: 'guidepost_reachable',
    help: 'Whether this process can use PostgreSQL, Temporal and, where there are any, Redis and the egress proxy: 1, or 0',
    labelNames: ['part'],
    registers: [registry],
    async collect() {
      await Promise.all(
        Object.entries(parts).map(async ([part, probeOf]) => {
          const probe = probeOf();
          const isReachable = probe !== undefined && (await probe()) === undefined;
          this.set({ part }, isReachable ? 1 : 0);
        }),
      );
    },
  });
}
