import { Counter, type Registry } from 'prom-client';
import { createSingleCall, type SingleCall } from './probe.ts';

const ERRORS = 'guidepost_metrics_source_errors_total';

/** Metrics that are kept elsewhere, in Prometheus's text form, by the name that they are counted under when they fail. */
export type OtherSources = Readonly<Record<string, () => Promise<string>>>;

/**
 * Reads a registry for Prometheus. A metric whose source fails, or does not answer in time, is left out of the scrape
 * and counted in `guidepost_metrics_source_errors_total{metric}`; the others are there.
 * @returns the scrape; it never rejects.
 */
export function createScrape(registry: Registry, others: OtherSources = {}): () => Promise<string> {
  const known = registry.getSingleMetric(ERRORS) as Counter<'metric'> | undefined;
  const errors = known ?? createErrorCounter(registry);
  const calls = new Map<string, SingleCall<string>>();
  const textOf = async (name: string) => {
    const call =
      calls.get(name) ?? createSingleCall(others[name] ?? (() => registry.getSingleMetricAsString(name)));
    calls.set(name, call);
    return await call.ask().catch(() => {
      errors.inc({ metric: name });
      return undefined;
    });
  };
  return async () => {
    const names = registry.getMetricsAsArray().map(({ name }) => name);
    const asked = [...names.filter((name) => name !== ERRORS), ...Object.keys(others)];
    const texts = await Promise.all(asked.map(textOf));
    // Last, so that it counts what this very scrape has left out.
    texts.push(await textOf(ERRORS));
    return `${texts.filter((text) => text !== undefined).join('\n\n')}\n`;
  };
}

function createErrorCounter(registry: Registry): Counter<'metric'> {
  return new Counter({
    name: ERRORS,
    help: 'Metrics that were left out of a scrape because their source failed',
    labelNames: ['metric'],
    registers: [registry],
  });
}
