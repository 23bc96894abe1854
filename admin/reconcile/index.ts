import { Client, Connection } from '@temporalio/client';
import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { operatorEnvironment } from '../../embedded/operator-environment.ts';
import type { AdminContext } from '../context.ts';
import { printTable } from '../print.ts';
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
    .description(
      'compare orders in PostgreSQL with their workflows in Temporal, and report where they disagree; ' +
        'ends with 1 while something is left to repair',
    )
    .option('--repair', 'make Temporal follow the database', false)
    .action(async (options: { repair: boolean }) => {
      const found = await run(async ({ orm }) => await withTemporal(orm, options));
      if (found.length > 0) printTable(found.map(row));
      console.log(`${found.length} disagreement(s)${options.repair ? ' repaired' : ''}`);
      if (found.length > 0 && !options.repair) process.exitCode = 1;
    });
}

async function withTemporal(orm: Sources['orm'], options: { repair: boolean }): Promise<Reconciled[]> {
  const { temporal } = loadConfig(operatorEnvironment());
  const connection = await Connection.connect(temporal.connection);
  try {
    const client = new Client({ connection, namespace: temporal.namespace });
    const all: Reconciled[] = [];
    for await (const one of reconcile({ orm, client, secondLookMs: SECOND_LOOK_MS }, options)) all.push(one);
    return all;
  } finally {
    await connection.close();
  }
}

function row({ kind, id, database, temporal, repaired = '-' }: Reconciled) {
  return { order: id, disagreement: kind, database, temporal, repaired };
}
