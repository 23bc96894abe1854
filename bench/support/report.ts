import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CHECKOUT } from './backends.ts';
import type { ScenarioResult } from './figures.ts';
import { withRecords } from './page.ts';
import { drawPlot } from './plot.ts';
import { readRecords, recordOf } from './records.ts';
import { aligned, COLUMNS, cellsOf } from './table.ts';

/** The table, for whoever ran it. */
export function printResult(scenario: string, { figures }: ScenarioResult): void {
  console.log(`\n${scenario}\n${aligned([COLUMNS, ...figures.map(cellsOf)])}`);
}

/**
 * Into docs/: the scenario's figures into performance/figures.json, its plots into images/, and all known figures into
 * the table of performance.md. What was there of this scenario is replaced.
 */
export async function writeResult(scenario: string, result: ScenarioResult): Promise<void> {
  const docs = join(CHECKOUT, 'docs');
  const [file, page] = [join(docs, 'performance', 'figures.json'), join(docs, 'performance.md')];
  const records = { ...readRecords(file), [scenario]: recordOf(result) };
  for (const plot of result.plots ?? []) write(join(docs, 'images', `${plot.file}.svg`), drawPlot(plot));
  write(file, `${JSON.stringify(records, null, 2)}\n`);
  write(page, withRecords(readFileSync(page, 'utf8'), records));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
