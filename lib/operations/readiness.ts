import type { Probe } from './probe.ts';

export interface ReadinessDeps {
  /** Aborted when the process stops: readiness ends before anything else does. */
  readonly stopping?: AbortSignal | undefined;
  /** What the process calls itself. */
  readonly name?: string;
  /** By the name of the part that they check; those that are not there yet are missing. */
  readonly probes: ReadonlyMap<string, Probe>;
}

/** Parts that a process can't use, and why, in words. */
type Missing = ReadonlyMap<string, string>;

/**
 * What a process has not of what it works with; empty: it has all. What each role's readiness, its heartbeat, and so status and alerts
 * go by. Bounded in time as probes are.
 */
export async function missingOf({
  stopping,
  name = 'process',
  probes,
}: ReadinessDeps): Promise<Map<string, string>> {
  if (stopping?.aborted) return new Map([[name, 'stopping']]);
  const asked = await Promise.all([...probes].map(async ([part, probe]) => [part, await probe()] as const));
  return new Map(asked.flatMap(([part, why]) => (why === undefined ? [] : [[part, why]])));
}

/** In words, one for each part. */
export const linesOf = (missing: Missing): string[] => [...missing].map(([part, why]) => `${part}: ${why}`);
