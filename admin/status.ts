import type { Config } from '../lib/config.ts';
import { NO_ANSWER } from '../lib/operations/probe.ts';
import { noteBackup } from '../services/operators/backups.ts';
import { type PlatformStatus, readStatus } from '../services/operators/status/index.ts';
import { type AdminCommand, endWith } from './command.ts';
import { type Since, since } from './options.ts';
import { list, record, sections } from './shape.ts';
import { openStatusParts } from './status-parts.ts';

const SHAPE = sections({
  platform: record({
    state: 'well; late: something is overdue, absent or about to end; unavailable: a part can’t be used',
    release: 'of this program',
    schema: 'the database’s newest migration',
    schemaNeeded: 'the migration that this program needs',
    backupAgeSeconds: 'since the newest backup that was noted',
    certificateDays: 'until the certificate of PUBLIC_BASE_URL ends',
    clockAheadMs: 'of the process whose clock differs most from the database’s',
  }),
  parts: list({ part: 'PostgreSQL, Temporal, Redis', state: 'up or unavailable', why: 'in words' }),
  processes: list({
    roles: 'what it is there for',
    state: 'ready, not_ready, silent (no heartbeat for 20 s), absent (no process has the role)',
    host: 'where',
    pid: 'its number there',
    release: 'of its program',
    beatAgeSeconds: 'since its last heartbeat',
    workedAt: 'when it last did something',
    missing: 'what it can’t use',
  }),
  queues: list({
    queue: 'a task queue of Temporal',
    processes: 'that poll it, by their heartbeats',
    pollers: 'seen by Temporal within some minutes',
    lastPollAt: 'the newest of them',
    backlog: 'tasks that wait, roughly',
    oldestSeconds: 'that the oldest has waited',
  }),
  overdue: list({
    work: 'what the platform does by itself',
    state: 'in time or late',
    count: 'how many are to be done by now',
    oldestSeconds: 'that the oldest has waited',
  }),
});

/** status. */
export function statusCommand(program: AdminCommand): void {
  program
    .command('status')
    .helpGroup('The platform:')
    .summary('show how the platform is: who runs, who polls, what is overdue')
    .description(
      'show which parts answer, which processes run and poll which task queue, what is overdue, schema, backup, certificate and clocks. ' +
        'A part that does not answer is asked twice. Answers within seconds also while PostgreSQL, Temporal, Redis or all processes are unavailable, and says which: ends with 0 if all is well, ' +
        'with 1 if something is overdue, absent or about to end, with 5 if a part can’t be used',
    )
    .endsWith('negative')
    .doesWithConfig(SHAPE, async (config) => {
      const first = await readOnce(config);
      // One stall of a busy machine is no outage, and this process connects for the first time.
      const status = first.parts.some(({ why }) => why === NO_ANSWER) ? await readOnce(config) : first;
      if (status.verdict !== 'well') endWith(status.verdict === 'late' ? 'negative' : 'unavailable');
      return shown(status);
    });
}

/** Connects to all parts, asks them, and leaves them. */
async function readOnce(config: Config): Promise<PlatformStatus> {
  const parts = openStatusParts(config);
  try {
    return await readStatus(parts);
  } finally {
    await parts.close();
  }
}

function shown({ verdict, release, facts, parts, processes, queues, overdue }: PlatformStatus) {
  return {
    platform: { state: verdict, release, ...facts },
    parts: parts.map(({ part, isUp, why }) => ({ part, state: isUp ? 'up' : 'unavailable', why })),
    processes: processes ?? [],
    queues,
    overdue: (overdue ?? []).map((work) => ({ ...work, state: work.isLate ? 'late' : 'in time' })),
  };
}

/** backup-noted. */
export function backupNotedCommand(program: AdminCommand): void {
  program
    .command('backup-noted')
    .helpGroup('The platform:')
    .summary('note that a backup was taken, so that its age is watched')
    .description(
      'note that a backup of the database was taken: "status" and guidepost_backup_age_seconds say from then on how old the newest is. ' +
        'Call it at the end of what takes backups',
    )
    .option('--at <when>', 'when it was taken, if not just now: so long ago (30m, 2h), or an instant', since)
    .changes()
    .does(
      record({ newest: 'when the newest backup that was noted was taken' }),
      async ({ orm, now, installation, operator }, { at }: { at?: Since }) => ({
        newest: await noteBackup({ orm, now, installation }, operator, at?.(now()) ?? now()),
      }),
    );
}
