/** The generated parts of docs/performance.md and docs/performance/details.md. */
import type { Figure } from './figures.ts';
import type { Records, ScenarioRecord } from './records.ts';
import { SCENARIOS, STEADY } from './scenarios.ts';
import { COLUMNS, cellsOf, markdown } from './table.ts';

const BEGIN = '<!-- figures -->';
const END = '<!-- end of figures -->';

/** @returns the page with `text` between its markers. @throws where it has none. */
export function withFigures(page: string, text: string): string {
  const [before, rest] = [page.slice(0, page.indexOf(BEGIN)), page.slice(page.indexOf(END))];
  if (!page.includes(BEGIN) || !rest.startsWith(END)) throw new Error(`the page has no ${BEGIN} … ${END}`);
  return `${before}${BEGIN}\n${text}\n${rest}`;
}

/** All figures in one table, where they are from, and the plots of the scenarios. */
export function describe(records: Records): string {
  const plots = inOrder(records).flatMap(([, record]) => record.plots);
  return [
    markdown([COLUMNS, ...figuresOf(records).map(cellsOf)]),
    origins(records),
    ...plots.map(({ file, title }) => `![${title}](../images/${file}.svg)`),
  ].join('\n\n');
}

export function figuresOf(records: Records): Figure[] {
  return inOrder(records).flatMap(([, { figures }]) => figures);
}

/** Scenarios that were measured together share a line. */
export function origins(records: Records): string {
  const groups = Map.groupBy(inOrder(records), ([, { date, commit, machine }]) => {
    const { cores, memoryGiB, node } = machine;
    return `${date} at commit \`${commit}\`, ${cores} cores, ${memoryGiB} GiB, Node ${node}`;
  });
  const lines = [...groups].map(([origin, group]) => `${group.map(([name]) => name).join(', ')}: ${origin}`);
  return `Measured: ${lines.join('; ')}.`;
}

function inOrder(records: Records): [string, ScenarioRecord][] {
  const names = [...SCENARIOS, STEADY];
  return Object.entries(records).sort(([one], [other]) => names.indexOf(one) - names.indexOf(other));
}
