import { heartbeating } from './heartbeat.ts';
import { redacted } from './redacted.ts';
import type { MeasureWork } from './settlements/metrics.ts';

/** Every one of these activities is measured and sends heartbeats, and its failures do not quote what it worked on. */
export function guarded<Activities extends object>(measure: MeasureWork, activities: Activities): Activities {
  const wrapped = Object.entries(activities).map(([name, work]) => [
    name,
    async (...args: unknown[]) => {
      try {
        return await measure(name, () =>
          heartbeating(() => (work as (...args: unknown[]) => Promise<unknown>)(...args)),
        );
      } catch (error) {
        throw redacted(`${name} failed`, error);
      }
    },
  ]);
  return Object.fromEntries(wrapped) as Activities;
}
