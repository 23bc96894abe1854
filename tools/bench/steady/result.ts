import type { Figure, Plot, ScenarioResult, Series } from '../support/figures.ts';
import { latenciesOf, median, shortly } from '../support/numbers.ts';
import type { Sample } from './samples.ts';

/** No process of ours may need more at the end than at the beginning; what is above 1 is for the noise. */
const MEMORY_BAR = { atMost: 1.15 };
/** The highest of a hundred is noisier than memory. */
const LATENCY_BAR = { atMost: 1.3 };
/** These keep what they have read, so they grow until their caches are full. */
const CACHES = ['Temporal', 'PostgreSQL'];
/** Enough calls for a p99. */
const PLOTTED_MINUTES = 1;

export interface SteadyRun {
  readonly minutes: number;
  /** Order lives begun a second. */
  readonly rate: number;
  readonly samples: readonly Sample[];
  readonly lives: { readonly begun: number; readonly ended: number };
  /** Those of the warm-up included. */
  readonly calls: { readonly answered: number; readonly errors: number };
  /** Notifications that are not acknowledged after the end. */
  readonly unacknowledged: number;
}

/** Is the last third as the first was? */
export function resultOf(run: SteadyRun): ScenarioResult {
  const { samples } = run;
  const third = Math.max(1, Math.floor(samples.length / 3));
  const thirds = { first: samples.slice(0, third), last: samples.slice(-third) };
  return {
    figures: [...totals(run), ...memoryFigures(thirds), ...latencyFigures(thirds)],
    plots: [memoryPlot(samples), latencyPlot(samples, 'p50'), latencyPlot(samples, 'p99')],
  };
}

interface Thirds {
  readonly first: readonly Sample[];
  readonly last: readonly Sample[];
}

function totals({ minutes, rate, samples, lives, calls, unacknowledged }: SteadyRun): Figure[] {
  const busy = `${(median(samples.map((sample) => sample.busy)) * 100).toFixed(0)} % of the machine busy, load included`;
  const load = `steady load, ${shortly(minutes)} min`;
  return [
    {
      what: `${load}: whole order lives`,
      value: lives.ended / (minutes * 60),
      unit: '/s',
      limit: { what: 'begun', value: lives.begun / (minutes * 60) },
      bar: { atLeast: 1 },
      note: `asked for ${rate}/s; ${busy}`,
    },
    {
      what: `${load}: calls that failed`,
      value: calls.errors,
      unit: '',
      bar: { atMost: 0 },
      note: `${calls.answered} were answered`,
    },
    {
      what: `${load}: notifications not acknowledged at the end`,
      value: unacknowledged,
      unit: '',
      bar: { atMost: 0 },
    },
  ];
}

function memoryFigures({ first, last }: Thirds): Figure[] {
  return Object.keys(first[0]?.memoryMiB ?? {}).map((part) => {
    const of = (samples: readonly Sample[]) => median(samples.map(({ memoryMiB }) => memoryMiB[part] ?? 0));
    return {
      what: `memory of ${part}, last third`,
      value: of(last),
      unit: 'MiB',
      limit: { what: 'first third', value: of(first) },
      ...(CACHES.includes(part) ? { note: 'fills its caches' } : { bar: MEMORY_BAR }),
    };
  });
}

function latencyFigures({ first, last }: Thirds): Figure[] {
  return kindsOf(first).map((kind) => {
    const [before, after] = [latenciesOf(timesOf(first, kind)), latenciesOf(timesOf(last, kind))];
    return {
      what: `${kind}, p99, last third`,
      value: after.p99,
      unit: 'ms',
      limit: { what: 'first third', value: before.p99 },
      bar: LATENCY_BAR,
      note: `p50 ${shortly(before.p50)} ms, then ${shortly(after.p50)} ms`,
    };
  });
}

function memoryPlot(samples: readonly Sample[]): Plot {
  const parts = Object.keys(samples[0]?.memoryMiB ?? {});
  const series = parts.map((name) => ({
    name,
    points: samples.map(({ minutes, memoryMiB }) => [minutes, memoryMiB[name] ?? 0] as const),
  }));
  return {
    file: 'performance-steady-memory',
    title: 'Memory under a steady load',
    x: 'minutes',
    y: 'MiB',
    series,
  };
}

function latencyPlot(samples: readonly Sample[], share: 'p50' | 'p99'): Plot {
  const byMinute = [...Map.groupBy(samples, ({ minutes }) => Math.floor(minutes / PLOTTED_MINUTES))];
  const series = kindsOf(samples).map((name): Series => {
    const points = byMinute.map(([minute, group]) => {
      return [(minute + 0.5) * PLOTTED_MINUTES, latenciesOf(timesOf(group, name))[share]] as const;
    });
    return { name, points: points.filter(([, ms]) => Number.isFinite(ms)) };
  });
  const title = `Latency under a steady load, ${share} of each minute`;
  return { file: `performance-steady-${share}`, title, x: 'minutes', y: 'ms', series };
}

function kindsOf(samples: readonly Sample[]): string[] {
  return [...new Set(samples.flatMap(({ times }) => [...times.keys()]))].sort();
}

function timesOf(samples: readonly Sample[], kind: string): number[] {
  return samples.flatMap(({ times }) => times.get(kind) ?? []);
}
