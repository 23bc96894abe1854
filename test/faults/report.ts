import { PART_FAULTS } from './harm/processes.ts';
import type { FaultResult } from './index.ts';
import { TOPOLOGY_PARTS } from './parts.ts';

const SHOWN = 25;

/** The result as people read it. */
export function describe(result: FaultResult): string {
  const { seed, seconds, orders, notifications, offers, drainSeconds } = result;
  return [
    `Seed ${seed}, ${(seconds / 60).toFixed(1)} minutes in all, drained in ${drainSeconds.toFixed(1)} s`,
    '',
    ...faultTable(result),
    '',
    `Orders ${orders}; events ${notifications.events}, callbacks received ${notifications.received}`,
    `Creates: ${outcomes(result.journal.creates)}`,
    `Holds: ${outcomes(result.journal.holds)}`,
    `Moves: ${outcomes(result.journal.moves)}`,
    `Changes: ${outcomes(changesIn(result.journal))}`,
    `Turns of waitlists: ${offers.turns}, booked: ${offers.booked}; orders called off: ${offers.calledOff}`,
    `Writes: ${pairs(writesIn(result.journal))}`,
    `Answers: ${pairs(result.journal.answers)}`,
    `Moves asked again under their key: ${result.journal.moves.reduce((sum, { repeats }) => sum + repeats.length, 0)}; ` +
      `orders read while they moved: ${result.journal.reads.count} times; histories replayed: ${result.replayed}`,
    '',
    ...verdict(result),
  ].join('\n');
}

/** The same for machines. */
export function summarize(result: FaultResult) {
  const { journal, faults, ...rest } = result;
  return {
    ...rest,
    verdict: result.violations.length === 0 ? 'passed' : 'failed',
    faults: Object.fromEntries(faults),
    creates: tally(journal.creates),
    holds: tally(journal.holds),
    moves: tally(journal.moves),
    changes: tally(changesIn(journal)),
    writes: Object.fromEntries(writesIn(journal)),
    answers: Object.fromEntries(journal.answers),
    reads: journal.reads.count,
  };
}

/** Of each kind, how many were acknowledged, of how many. */
function writesIn({ writes }: FaultResult['journal']): Map<string, string> {
  const kinds = Map.groupBy(writes, ({ operationId }) => operationId);
  const isDone = ({ answers }: (typeof writes)[number]) => answers.some(({ code }) => code === 200);
  return new Map([...kinds].map(([kind, all]) => [kind, `${all.filter(isDone).length} of ${all.length}`]));
}

/** Requests to change an order, and to accept that. */
function changesIn({ changes }: FaultResult['journal']) {
  const kindOf = (code: number | undefined) => (code === 200 ? 'acknowledged' : 'refused');
  return changes.map(({ code }) => ({ outcome: { kind: code === undefined ? 'unanswered' : kindOf(code) } }));
}

function faultTable({ faults }: FaultResult): string[] {
  const row = (cells: readonly string[]) =>
    cells
      .map((cell) => cell.padEnd(20))
      .join('')
      .trimEnd();
  const struck = TOPOLOGY_PARTS.filter((part) => PART_FAULTS.some((fault) => faults.has(`${fault} ${part}`)));
  const parts = struck.map((part) =>
    row([part, ...PART_FAULTS.map((f) => String(faults.get(`${f} ${part}`) ?? 0))]),
  );
  const others = [...faults].filter(([name]) => !isPartFault(name)).sort();
  return [row(['part', ...PART_FAULTS]), ...parts, `others: ${pairs(new Map(others))}`];
}

function isPartFault(name: string): boolean {
  return PART_FAULTS.some((fault) => TOPOLOGY_PARTS.some((part) => name === `${fault} ${part}`));
}

function tally(intents: readonly { outcome: { kind: string } }[]): Record<string, number> {
  const groups = Map.groupBy(intents, ({ outcome }) => outcome.kind);
  return Object.fromEntries([...groups].map(([kind, group]) => [kind, group.length]));
}

function outcomes(intents: readonly { outcome: { kind: string } }[]): string {
  return pairs(new Map(Object.entries(tally(intents))));
}

function pairs(values: ReadonlyMap<string, number | string>): string {
  return [...values].map(([name, value]) => `${name} ${value}`).join(', ') || 'none';
}

function verdict({ violations }: FaultResult): string[] {
  if (violations.length === 0) return ['PASSED: no violation'];
  const groups = [...Map.groupBy(violations, ({ rule }) => rule)];
  return groups.flatMap(([rule, found]) => [
    `FAILED: ${rule} (${found.length})`,
    ...found.slice(0, SHOWN).map(({ evidence }) => `  ${evidence}`),
  ]);
}
