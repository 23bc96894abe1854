import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CHECKOUT } from './backends.ts';
import { readBefore } from './before.ts';
import type { ScenarioResult } from './figures.ts';
import { describe, figuresOf, withFigures } from './page.ts';
import { drawBars, drawPlot } from './plot.ts';
import { readRecords, recordOf } from './records.ts';
import { summarize } from './summary.ts';
import { summaryPlots } from './summary-plots.ts';
import { aligned, COLUMNS, cellsOf } from './table.ts';

const DOCS = join(CHECKOUT, 'docs');
const FIGURES = join(DOCS, 'performance', 'figures.json');

/** The table, for whoever ran it. */
export function printResult(scenario: string, { figures }: ScenarioResult): void {
  console.log(`\n${scenario}\n${aligned([COLUMNS, ...figures.map(cellsOf)])}`);
}

/**
 * Into docs/: the scenario's figures into performance/figures.json, its plots into images/, and what is known now into
 * the pages. What was there of this scenario is replaced.
 */
export async function writeResult(scenario: string, result: ScenarioResult): Promise<void> {
  const records = { ...readRecords(FIGURES), [scenario]: recordOf(result) };
  for (const plot of result.plots ?? []) writePlot(plot.file, drawPlot(plot));
  write(FIGURES, `${JSON.stringify(records, null, 2)}\n`);
  writePages();
}

/** Tables and plots of docs/performance.md and docs/performance/details.md, from the figures that are known. */
export function writePages(): void {
  const records = readRecords(FIGURES);
  const before = readBefore(join(DOCS, 'performance', 'before.json'));
  const update = (page: string, text: string) => write(page, withFigures(readFileSync(page, 'utf8'), text));
  update(join(DOCS, 'performance.md'), summarize(records, before));
  update(join(DOCS, 'performance', 'details.md'), describe(records));
  for (const plot of summaryPlots(figuresOf(records), before)) writePlot(plot.file, drawBars(plot));
}

function writePlot(file: string, svg: string): void {
  write(join(DOCS, 'images', `${file}.svg`), svg);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
