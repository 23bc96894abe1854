/** The plots of docs/performance.md: each shows before and after. */
import type { Before } from './before.ts';
import { type Figure, isRate, ratioOf } from './figures.ts';
import type { Bars } from './plot.ts';

/** Category → the figure that it is about. */
type Categories = readonly (readonly [string, string])[];

const OVERLOAD: Categories = [12, 32, 100].map((clients) => [
  `${clients} clients`,
  `overload, ${clients} clients: confirm, p99`,
]);
const LIMITS: Categories = [
  ['order intake', 'order intake, 32 connections'],
  ['intake, workers draining', 'order intake while workers drain, 10,000 creates'],
  ['whole orders', 'whole lifecycles'],
  ['commands, alone', 'command latency, confirm and cancel, alone: p50'],
  ['commands, 20/s', 'command latency, confirm and cancel, at 20/s: p50'],
  ['deliveries, 1 endpoint', 'notification deliveries through Temporal, a backlog of 2000 to 1 endpoint'],
  [
    'deliveries, 100 endpoints',
    'notification deliveries through Temporal, a backlog of 2000 to 100 endpoints',
  ],
];
const MEMORY: Categories = ['API', 'order worker', 'notification worker', 'Temporal'].map((part) => [
  part,
  `memory of ${part}, 50000 open orders`,
]);

/** Those whose figures are known. */
export function summaryPlots(figures: readonly Figure[], before: Before): Bars[] {
  const known = new Map(figures.map((figure) => [figure.what, figure]));
  const valueNow = (what: string) => known.get(what)?.value;
  const valueBefore = (what: string) => before.figures[what]?.value;
  const share = (what: string, ratio: number | undefined) => {
    const figure = known.get(what);
    if (figure === undefined || ratio === undefined) return undefined;
    return Math.round(100 * (isRate(figure) ? ratio : 1 / ratio));
  };
  const shareNow = (what: string) => share(what, known.get(what) && ratioOf(known.get(what)!));
  const shareBefore = (what: string) => share(what, before.figures[what]?.ratio);
  const bars = (
    plot: Pick<Bars, 'file' | 'title' | 'unit'>,
    categories: Categories,
    was: (what: string) => number | undefined,
    is: (what: string) => number | undefined,
  ): Bars[] => {
    const shown = categories.filter(([, what]) => is(what) !== undefined);
    if (shown.length === 0) return [];
    const series = [
      { name: `before (${before.commit})`, values: shown.map(([, what]) => was(what)) },
      { name: 'now', values: shown.map(([, what]) => is(what)) },
    ];
    return [{ ...plot, categories: shown.map(([name]) => name), series }];
  };
  return [
    ...bars(
      {
        file: 'performance-overload',
        title: 'A confirmation beside 1,000 bookings a second, more than the machine carries: p99',
        unit: 'ms',
      },
      OVERLOAD,
      valueBefore,
      valueNow,
    ),
    ...bars(
      {
        file: 'performance-limits',
        title: 'How near to the least that could do the same work (100 %: as fast)',
        unit: '%',
      },
      LIMITS,
      shareBefore,
      shareNow,
    ),
    ...bars(
      { file: 'performance-parts', title: 'Memory with 50,000 open orders, at rest', unit: 'MiB' },
      MEMORY,
      valueBefore,
      valueNow,
    ),
  ];
}
