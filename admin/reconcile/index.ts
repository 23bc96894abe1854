import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { recordAudit } from '../../api/services/audit.ts';
import type { AdminContext } from '../context.ts';
import { wholeNumber } from '../options.ts';
import { printTable } from '../print.ts';
import { OperatorError } from '../refusal.ts';
import { withTemporal } from '../temporal.ts';
import { compare, SECOND_LOOK_MS, type Sources } from './compare.ts';
import { type Disagreement, terminationsAmong } from './disagreement.ts';
import { createRepair } from './repair.ts';

type Run = <Result>(work: (context: AdminContext) => Promise<Result>) => Promise<Result>;

/** So many workflows a repair may terminate without being told the number. */
const MAX_TERMINATIONS = 10;
const MOST_TERMINATIONS = 1_000_000;

interface RepairOptions {
  readonly repair?: boolean;
  readonly yes?: boolean;
  readonly maxTerminations: number;
}

/** Where PostgreSQL and Temporal disagree on orders. */
export async function findDisagreements(sources: Sources): Promise<Disagreement[]> {
  const found: Disagreement[] = [];
  for await (const one of compare(sources)) found.push(one);
  return found;
}

/** Repairs them one after the other. Idempotent. @returns what was done about each. */
export async function repairAll(
  sources: Sources,
  found: readonly Disagreement[],
): Promise<(Disagreement & { readonly repaired: string })[]> {
  const repair = createRepair(sources);
  const done: (Disagreement & { readonly repaired: string })[] = [];
  for (const one of found) done.push({ ...one, repaired: await repair(one) });
  return done;
}

/** reconcile. */
export function reconcileCommand(program: Command, run: Run): void {
  program
    .command('reconcile')
    .helpGroup('Repair:')
    .summary('compare orders in PostgreSQL with their workflows in Temporal, and repair')
    .description(
      'compare orders in PostgreSQL with their workflows in Temporal, and report where they disagree; ' +
        'exits with status 1 while anything is left to repair',
    )
    .option('--repair', 'make Temporal follow the database: shows the list, asks, repairs')
    .option('--yes', 'with --repair: do not ask')
    .option(
      '--max-terminations <number>',
      'with --repair: refuse where more workflows than this would be terminated',
      wholeNumber(MOST_TERMINATIONS),
      MAX_TERMINATIONS,
    )
    .action(async (options: RepairOptions) => {
      await run(async (context) => {
        await withTemporal(context, async (client) => {
          await reconcile(context, { orm: context.orm, client, secondLookMs: SECOND_LOOK_MS }, options);
        });
      });
    });
}

async function reconcile(context: AdminContext, sources: Sources, options: RepairOptions): Promise<void> {
  const found = await findDisagreements(sources);
  if (found.length > 0) printTable(found.map(row));
  console.log(`${found.length} disagreement(s)`);
  if (found.length === 0) return;
  if (!options.repair) {
    process.exitCode = 1;
    return;
  }
  const terminations = terminationsAmong(found);
  refuseTooMany(terminations, options.maxTerminations);
  if (!options.yes) await confirm(found.length, terminations);
  // Before the first repair, so that one that is killed in the middle is in the log, too.
  const details = { disagreements: found.length, terminations };
  const entry = { action: 'orders.reconciled', subject: 'orders', details };
  await recordAudit(context.orm.em.fork(), context.operator, entry);
  const done = await repairAll(sources, found);
  printTable(done.map(({ id, kind, repaired }) => ({ order: id, disagreement: kind, repaired })));
  console.log(`${done.length} disagreement(s) repaired`);
}

function refuseTooMany(terminations: number, limit: number): void {
  if (terminations <= limit) return;
  throw new OperatorError(
    `this would terminate ${terminations} workflows, more than ${limit}. Nothing was changed. Where the list above is ` +
      `what you expect (after a restored backup, say), repeat with --max-terminations ${terminations}`,
  );
}

/** @throws OperatorError unless somebody types it. */
async function confirm(many: number, terminations: number): Promise<void> {
  const what = `repair ${many} disagreement(s), terminating ${terminations} workflow(s)`;
  if (!process.stdin.isTTY) {
    throw new OperatorError(`to ${what}, repeat with --yes. Nothing was changed`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`Type "yes" to ${what}: `);
    if (answer.trim() !== 'yes') throw new OperatorError('not confirmed. Nothing was changed');
  } finally {
    terminal.close();
  }
}

function row({ kind, id, database, temporal }: Disagreement) {
  return { order: id, disagreement: kind, database, temporal };
}
