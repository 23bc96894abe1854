import { type Figure, isMet, ratioOf, type ScenarioResult } from './figures.ts';
import { shortly } from './numbers.ts';

/** The table, for whoever ran it. */
export function printResult(scenario: string, { figures }: ScenarioResult): void {
  console.log(`\n${scenario}`);
  for (const figure of figures) console.log(`  ${lineOf(figure)}`);
}

function lineOf(figure: Figure): string {
  const { what, value, unit, limit, bar, note } = figure;
  const parts = [`${what}: ${shortly(value)} ${unit}`];
  if (limit)
    parts.push(`against ${shortly(limit.value)} ${unit} (${limit.what}): ${ratioOf(figure).toFixed(2)}`);
  if (bar)
    parts.push(
      `bar ${'atLeast' in bar ? `≥ ${bar.atLeast}` : `≤ ${bar.atMost}`}: ${isMet(figure) ? 'met' : 'MISSED'}`,
    );
  if (note) parts.push(note);
  return parts.join('; ');
}

/** Into docs/performance/. */
export async function writeResult(_scenario: string, _result: ScenarioResult): Promise<void> {}
