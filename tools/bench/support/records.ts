/** docs/performance/figures.json: the last result of each scenario, for machines. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { CHECKOUT } from './backends.ts';
import { type Figure, isMet, ratioOf, type ScenarioResult } from './figures.ts';

const GIB = 2 ** 30;

interface FigureRecord extends Figure {
  /** `value / limit.value`, where there is a limit. */
  readonly ratio?: number;
  readonly isMet?: boolean;
}

export interface ScenarioRecord {
  /** Day in UTC. */
  readonly date: string;
  /** What was measured; with a plus sign where the checkout had changes besides. */
  readonly commit: string;
  readonly machine: { readonly cores: number; readonly memoryGiB: number; readonly node: string };
  readonly figures: readonly FigureRecord[];
  readonly plots: readonly { readonly file: string; readonly title: string }[];
}

export type Records = Readonly<Record<string, ScenarioRecord>>;

export function readRecords(path: string): Records {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** The result as of now, on this machine, at this commit. */
export function recordOf({ figures, plots = [] }: ScenarioResult): ScenarioRecord {
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: commit(),
    machine: {
      cores: availableParallelism(),
      memoryGiB: Math.round(totalmem() / GIB),
      node: process.version.slice(1),
    },
    figures: figures.map(figureRecordOf),
    plots: plots.map(({ file, title }) => ({ file, title })),
  };
}

function figureRecordOf(figure: Figure): FigureRecord {
  const met = isMet(figure);
  return {
    ...figure,
    value: rounded(figure.value),
    ...(figure.limit && { limit: { ...figure.limit, value: rounded(figure.limit.value) } }),
    ...(figure.limit && { ratio: rounded(ratioOf(figure)) }),
    ...(met !== undefined && { isMet: met }),
  };
}

/** More digits than that say nothing. */
function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: CHECKOUT, encoding: 'utf8' }).trim();
  try {
    // The documents change as figures come in.
    const changes = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs');
    return `${git('rev-parse', '--short', 'HEAD')}${changes === '' ? '' : '+'}`;
  } catch {
    return 'unknown';
  }
}
