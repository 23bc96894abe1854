import { Option } from 'commander';
import { keptSince, PRUNED_KINDS, type PrunedKind } from '../domain/retention.ts';
import { recordAudit } from '../services/audit.ts';
import { type Pruned, prune } from '../services/retention/index.ts';
import { type AdminCommand, endWith } from './command.ts';
import type { AdminContext } from './context.ts';
import { list } from './shape.ts';

/** Rows between two lines that say how far it is. */
const PROGRESS_ROWS = 10_000;

interface PruneOptions {
  readonly only?: PrunedKind;
  readonly dryRun?: boolean;
}

/** prune. */
export function pruneCommand(program: AdminCommand): void {
  program
    .command('prune')
    .helpGroup('Data that grows:')
    .summary('remove what is older than it is kept for, now')
    .description(
      'remove attempts that are older than 90 days and notifications that are older than NOTIFICATIONS_KEPT_DAYS, as a Schedule has it done once a day. ' +
        'In small steps, beside everything else; may be ended at any time, and repeated: it goes on with what is left',
    )
    .addOption(new Option('--only <kind>', 'only these').choices([...PRUNED_KINDS]))
    .option('--dry-run', 'only count; reads as many rows')
    .changesWhen(({ dryRun }) => dryRun !== true, 'negative')
    .asksBefore()
    .does(
      list({
        kind: 'attempts or notifications',
        before: { says: 'what is older than this', none: 'all are kept' },
        removed: 'rows; with --dry-run: that would be',
        end: 'done, kept (for ever, as it is set), busy (another run is at it), or held_up (by a lock: try again)',
      }),
      async (context, options: PruneOptions) => await pruneAsAsked(context, options),
    );
}

async function pruneAsAsked(context: AdminContext, { only, dryRun = false }: PruneOptions) {
  const { config, now, confirm } = context;
  const kinds = only === undefined ? PRUNED_KINDS : [only];
  const due = kinds.flatMap((kind) => {
    const before = keptSince(kind, config.retention, now());
    return before === undefined ? [] : [`${kind} of before ${before.toISOString().slice(0, 10)}`];
  });
  if (!dryRun && due.length > 0) await confirm(`remove ${due.join(', and ')}`);
  const ends: Pruned[] = [];
  for (const kind of kinds) ends.push(await pruneKind(context, kind, dryRun));
  if (ends.some(({ end }) => end !== 'done' && end !== 'kept')) endWith('negative');
  return ends;
}

async function pruneKind(context: AdminContext, kind: PrunedKind, isDry: boolean): Promise<Pruned> {
  const { orm, config, now, operator } = context;
  let shown = 0;
  const onProgress = (removed: number) => {
    if (removed < shown + PROGRESS_ROWS) return;
    shown = removed;
    console.error(`${removed} ${kind}`);
  };
  const pruned = await prune(kind, { orm, days: config.retention, now, isDry, onProgress });
  const { before, removed, end } = pruned;
  if (!isDry && removed > 0) {
    const details = { before: before?.toISOString(), removed, end };
    await recordAudit(orm.em.fork(), operator, { action: 'rows.pruned', subject: `rows:${kind}`, details });
  }
  return pruned;
}
