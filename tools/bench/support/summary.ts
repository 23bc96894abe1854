/** The generated part of docs/performance.md: what a reader has two minutes for. */
import type { Before } from './before.ts';
import type { Figure } from './figures.ts';
import { shortly } from './numbers.ts';
import { figuresOf, origins } from './page.ts';
import type { Records } from './records.ts';
import { summaryPlots } from './summary-plots.ts';
import { cellsOf, markdown } from './table.ts';

/** What users feel, and the figure that shows it. */
const ROWS: readonly (readonly [string, string])[] = [
  ['an agency books, over 32 connections', 'order intake, 32 connections'],
  ['the slowest hundredth of these bookings (p99)', 'order intake, p99'],
  ['an agency books while workers drain 10,000 orders', 'order intake while workers drain, 10,000 creates'],
  ['an agency reads an order beside that (p99)', 'a read of an order beside it, p99'],
  [
    'a studio confirms, an agency cancels, without a pause (p50)',
    'command latency, confirm and cancel, alone: p50',
  ],
  [
    'the same, a tenth of a second apart (p50)',
    'command latency, confirm and cancel, alone, 100 ms apart: p50',
  ],
  ['the same, 20 a second (p50)', 'command latency, confirm and cancel, at 20/s: p50'],
  ['the same (p99)', 'command latency, confirm and cancel, at 20/s: p99'],
  [
    'a studio confirms beside 99 others and 1,000 bookings a second (p99)',
    'overload, 100 clients: confirm, p99',
  ],
  ['whole orders, from the booking to the last of four notifications', 'whole lifecycles'],
  ['the same, both parties notified', 'whole lifecycles, both parties notified'],
  [
    'notifications to one endpoint, from a backlog',
    'notification deliveries through Temporal, a backlog of 2000 to 1 endpoint',
  ],
  ['a search of 100,000 guides for five free days (p50)', 'guide list, 5 days available, p50'],
  ['memory of the order worker, 50,000 open orders', 'memory of order worker, 50000 open orders'],
  ['`npm start` until the first order is confirmed', 'second `npm start` until the first order is confirmed'],
];
const PEER = ', beside a peer';

/** Table, peers, where the figures are from, and plots; what was not measured is left out. */
export function summarize(records: Records, before: Before): string {
  const figures = figuresOf(records);
  const measured = ROWS.flatMap(([felt, what]) => {
    const figure = figures.find((one) => one.what === what);
    return figure ? [rowOf(felt, figure, before)] : [];
  });
  const byHand = before.byHand.flatMap(({ what, unit, before: was, now }) =>
    now === undefined ? [] : [[what, `${shortly(now)} ${unit}`, '', '', '', `${shortly(was)} ${unit}`]],
  );
  const head = ['what users feel', 'ours', 'limit', 'ratio', 'bar', `before (${before.commit})`];
  return [
    markdown([head, ...measured, ...byHand]),
    peers(figures),
    origins(records),
    ...summaryPlots(figures, before).map(({ file, title }) => `![${title}](images/${file}.svg)`),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function rowOf(felt: string, figure: Figure, { figures }: Before): string[] {
  const [, ours = '', limit = '', ratio = '', bar = '', met = ''] = cellsOf(figure);
  const was = figures[figure.what];
  const wasRatio = was?.ratio === undefined ? '' : ` (${was.ratio.toFixed(2)})`;
  return [
    felt,
    ours,
    limit,
    ratio,
    `${bar} ${met}`.trim(),
    was ? `${shortly(was.value)} ${figure.unit}${wasRatio}` : '',
  ];
}

/** They do the same work in the same run, and have no bar. */
function peers(figures: readonly Figure[]): string {
  const quoted = figures.flatMap(({ what, value, unit, limit }) =>
    limit && what.endsWith(PEER)
      ? [
          `${what.slice(0, -PEER.length)}: ${limit.what} ${shortly(limit.value)} ${unit} (ours ${shortly(value)})`,
        ]
      : [],
  );
  return quoted.length > 0 ? `Peers, in the same run: ${quoted.join('; ')}.` : '';
}
