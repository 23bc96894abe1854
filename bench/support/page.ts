/** The generated part of docs/performance.md. */
import type { Records, ScenarioRecord } from './records.ts';
import { SCENARIOS, STEADY } from './scenarios.ts';
import { COLUMNS, cellsOf, markdown } from './table.ts';

const BEGIN = '<!-- figures -->';
const END = '<!-- end of figures -->';

/** @returns the page with table, origins and plots of these records between its markers. @throws where it has none. */
export function withRecords(page: string, records: Records): string {
  const [before, rest] = [page.slice(0, page.indexOf(BEGIN)), page.slice(page.indexOf(END))];
  if (!page.includes(BEGIN) || !rest.startsWith(END)) throw new Error(`the page has no ${BEGIN} … ${END}`);
  return `${before}${BEGIN}\n${describe(records)}\n${rest}`;
}

function describe(records: Records): string {
  const known = inOrder(records);
  const rows = known.flatMap(([, { figures }]) => figures.map(cellsOf));
  const plots = known.flatMap(([, record]) => record.plots);
  return [
    markdown([COLUMNS, ...rows]),
    origins(known),
    ...plots.map(({ file, title }) => `![${title}](images/${file}.svg)`),
  ].join('\n\n');
}

function inOrder(records: Records): [string, ScenarioRecord][] {
  const names = [...SCENARIOS, STEADY];
  return Object.entries(records).sort(([one], [other]) => names.indexOf(one) - names.indexOf(other));
}

/** Scenarios that were measured together share a line. */
function origins(known: readonly [string, ScenarioRecord][]): string {
  const groups = Map.groupBy(known, ([, { date, commit, machine }]) => {
    const { cores, memoryGiB, node } = machine;
    return `${date} at commit \`${commit}\`, ${cores} cores, ${memoryGiB} GiB, Node ${node}`;
  });
  const lines = [...groups].map(([origin, group]) => `${group.map(([name]) => name).join(', ')}: ${origin}`);
  return `Measured: ${lines.join('; ')}.`;
}
