import pMap from 'p-map';
import { recordAudit } from '../services/audit.ts';
import { compare, SECOND_CHECK_MS, type Sources } from '../services/reconcile/compare.ts';
import { type Disagreement, terminationsAmong } from '../services/reconcile/disagreement.ts';
import { createRepair } from '../services/reconcile/repair.ts';
import { type AdminCommand, endWith, type TemporalContext } from './command.ts';
import { writeLostOrders } from './lost-orders.ts';
import { wholeNumber } from './options.ts';
import { showPreview } from './present.ts';
import { OperatorError } from './refusal.ts';
import { list, record, sections } from './shape.ts';

/** So many workflows a repair may terminate without --max-terminations. */
const MAX_TERMINATIONS = 10;
const MOST_TERMINATIONS = 1_000_000;

interface RepairOptions {
  readonly repair?: boolean;
  /** Where the orders that the database does not have are listed. */
  readonly csv?: string;
  readonly maxTerminations: number;
}

/** The orders on which PostgreSQL and Temporal disagree. */
export async function findDisagreements(sources: Sources): Promise<Disagreement[]> {
  const found: Disagreement[] = [];
  for await (const one of compare(sources)) found.push(one);
  return found;
}

/** Calls to Temporal at once: after the loss of all of Temporal every open order is among them. */
const REPAIRS = { concurrency: 16 };

/** Repairs them, some at a time. Idempotent. @returns what was done about each. */
export async function repairAll(
  sources: Sources,
  found: readonly Disagreement[],
): Promise<(Disagreement & { readonly repaired: string })[]> {
  const repair = createRepair(sources);
  return await pMap(found, async (one) => ({ ...one, repaired: await repair(one) }), REPAIRS);
}

/** reconcile. */
export function reconcileCommand(program: AdminCommand): void {
  program
    .command('reconcile')
    .helpGroup('Repair:')
    .summary('compare orders in PostgreSQL with their workflows in Temporal, and repair')
    .description(
      'compare orders in PostgreSQL with their workflows in Temporal, and report where they disagree; ' +
        'exits with status 1 while anything is left to repair',
    )
    .option('--repair', 'make Temporal follow the database: shows the list, asks, repairs')
    .option(
      '--max-terminations <number>',
      'with --repair: refuse where more workflows than this would be terminated',
      wholeNumber(MOST_TERMINATIONS),
      MAX_TERMINATIONS,
    )
    .option(
      '--csv <file>',
      'list, by merchant, all orders that Temporal knows and the database does not, ended ones included, in a new file',
    )
    .changesWhen(({ repair }) => repair === true, 'negative')
    .asksBefore()
    .doesInTemporal(
      {},
      sections({
        disagreements: DISAGREEMENT_LIST,
        result: record({
          found: 'how many',
          repaired: 'how many',
          lost: { says: 'orders that the file of --csv lists', none: 'not listed: --csv' },
          says: 'the same in words',
        }),
      }),
      reconcile,
    );
}

const DISAGREEMENT_LIST = list({
  order: 'or hold, settlement, endpoint, merchant',
  disagreement: 'which kind (docs/recovery.md, "Restore a backup")',
  database: 'what PostgreSQL has',
  temporal: 'what Temporal has',
  repaired: { says: 'what was done', none: '' },
});

async function reconcile(context: TemporalContext, options: RepairOptions) {
  const { orm, client, now, operator, confirm } = context;
  const sources = { orm, client, now, secondCheckMs: SECOND_CHECK_MS };
  // Before a repair ends workflows: what they say last is in the list.
  const lost = options.csv === undefined ? null : await writeLostOrders(sources, options.csv);
  const found = await findDisagreements(sources);
  if (found.length === 0 || !options.repair) {
    if (found.length > 0) endWith('negative');
    const result = { found: found.length, repaired: 0, lost, says: `${found.length} disagreement(s)` };
    return { disagreements: found.map((one) => row(one)), result };
  }
  const terminations = terminationsAmong(found);
  const show = async () =>
    showPreview(
      DISAGREEMENT_LIST,
      found.map((one) => row(one)),
    );
  if (terminations > options.maxTerminations) await show();
  refuseTooMany(terminations, options.maxTerminations);
  await confirm(`repair ${found.length} disagreement(s), terminating ${terminations} workflow(s)`, show);
  // Before the first repair, so that one that is killed in the middle is in the log, too.
  const details = { disagreements: found.length, terminations };
  await recordAudit(orm.em.fork(), operator, { action: 'orders.reconciled', subject: 'orders', details });
  const done = await repairAll(sources, found);
  const result = {
    found: found.length,
    repaired: done.length,
    lost,
    says: `${done.length} disagreement(s) repaired`,
  };
  return { disagreements: done.map((one) => row(one, one.repaired)), result };
}

function refuseTooMany(terminations: number, limit: number): void {
  if (terminations <= limit) return;
  throw new OperatorError(
    `this would terminate ${terminations} workflows, more than ${limit}. Nothing was changed. Where the list above is ` +
      `what you expect (after a restored backup, say), repeat with --max-terminations ${terminations}`,
  );
}

function row({ kind, id, database, temporal }: Disagreement, repaired: string | null = null) {
  return { order: id, disagreement: kind, database, temporal, repaired };
}
