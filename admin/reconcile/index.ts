import type { Command } from 'commander';
import { recordAudit } from '../../api/services/audit.ts';
import type { AdminContext } from '../context.ts';
import { printTable } from '../print.ts';
import { withTemporal } from '../temporal.ts';
import { compare, type Sources } from './compare.ts';
import type { Disagreement } from './disagreement.ts';
import { createRepair } from './repair.ts';

type Run = <Result>(work: (context: AdminContext) => Promise<Result>) => Promise<Result>;

export interface Reconciled extends Disagreement {
  /** What was done; undefined in a dry run. */
  readonly repaired?: string;
}

/** Shorter than anybody waits, longer than a move takes from one to the other. */
const SECOND_LOOK_MS = 2_000;

/** Compares all orders in PostgreSQL with their workflows, and repairs as it goes where it is told to. Idempotent. */
export async function* reconcile(
  sources: Sources,
  { repair: isRepair }: { repair: boolean },
): AsyncGenerator<Reconciled> {
  const repair = createRepair(sources);
  for await (const found of compare(sources)) {
    yield isRepair ? { ...found, repaired: await repair(found) } : found;
  }
}

/** reconcile. */
export function reconcileCommand(program: Command, run: Run): void {
  program
    .command('reconcile')
    .helpGroup('Repair:')
    .summary('compare orders in PostgreSQL with their workflows in Temporal, and repair')
    .description(
      'compare orders in PostgreSQL with their workflows in Temporal, and report where they disagree; ' +
        'ends with 1 while something is left to repair',
    )
    .option('--repair', 'make Temporal follow the database')
    .action(async ({ repair = false }: { repair?: boolean }) => {
      const found = await run(async (context) => await reconcileAll(context, repair));
      if (found.length > 0) printTable(found.map(row));
      console.log(`${found.length} disagreement(s)${repair ? ' repaired' : ''}`);
      if (found.length > 0 && !repair) process.exitCode = 1;
    });
}

async function reconcileAll({ config, orm, operator }: AdminContext, repair: boolean): Promise<Reconciled[]> {
  const found = await withTemporal(config, async (client) => {
    const all: Reconciled[] = [];
    for await (const one of reconcile({ orm, client, secondLookMs: SECOND_LOOK_MS }, { repair }))
      all.push(one);
    return all;
  });
  if (repair && found.length > 0) {
    const details = { repaired: found.length };
    await recordAudit(orm.em.fork(), operator, { action: 'orders.reconciled', subject: 'orders', details });
  }
  return found;
}

function row({ kind, id, database, temporal, repaired = '-' }: Reconciled) {
  return { order: id, disagreement: kind, database, temporal, repaired };
}
