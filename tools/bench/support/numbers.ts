export interface Latencies {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** In the unit of `values`. */
export function latenciesOf(values: readonly number[]): Latencies {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

export function median(values: readonly number[]): number {
  return latenciesOf(values).p50;
}

/** Rounded to three figures that count, whole numbers from 100 on. */
export function shortly(value: number): string {
  if (!Number.isFinite(value)) return `${value}`;
  if (Math.abs(value) >= 100) return `${Math.round(value)}`;
  return `${Number(value.toPrecision(3))}`;
}
