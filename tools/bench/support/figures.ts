/** What a scenario measured, in the words of docs/performance/details.md. */
export interface Figure {
  /** Such as "order intake, 32 connections". */
  readonly what: string;
  readonly value: number;
  /** `/s`, `ms`, `s`, `MiB`, `%` ... */
  readonly unit: string;
  /** The same quantity of the limit that it is held against, measured in the same run. */
  readonly limit?: { readonly what: string; readonly value: number };
  /** What `value / limit.value` (without a limit: `value`) has to be. */
  readonly bar?: { readonly atLeast: number } | { readonly atMost: number };
  /** More that was seen, such as percentiles; shown as it is. */
  readonly note?: string;
}

/** Values over time or over a quantity, for a plot. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Plot {
  /** Name of the file in docs/images/, without its ending. */
  readonly file: string;
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly series: readonly Series[];
}

export interface ScenarioResult {
  readonly figures: readonly Figure[];
  readonly plots?: readonly Plot[];
}

/** 1 is the whole thing; smaller for a run that takes seconds. Counts are multiplied by it. */
export type Scale = number;
export type Scenario = (scale: Scale) => Promise<ScenarioResult>;

/** What the bar speaks of. */
export function ratioOf({ value, limit }: Figure): number {
  return limit === undefined ? value : value / limit.value;
}

/** More of it is better. */
export function isRate({ unit }: Figure): boolean {
  return unit === '/s';
}

export function isMet(figure: Figure): boolean | undefined {
  const { bar } = figure;
  if (bar === undefined) return undefined;
  const ratio = ratioOf(figure);
  return 'atLeast' in bar ? ratio >= bar.atLeast : ratio <= bar.atMost;
}
