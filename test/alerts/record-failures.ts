import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../faults/client.ts';
import { databaseAddress } from '../faults/database-address.ts';
import { withTemporal } from '../faults/facts.ts';
import { metricsOf, pidOf } from '../faults/parts.ts';
import { TRIED } from '../faults/ramp/bad-release.ts';
import { until } from '../support/until.ts';
import { asUser, type Failure } from './failure.ts';
import type { AlertGround } from './ground.ts';

const PERCENT = 5;
const BETWEEN_ORDERS_MS = 1_000;
/** Prometheus has scraped and judged it for long enough. */
const SEEN_MS = 9_000;

/** What the database records, or does not: backups, the transparency log, a release that is tried, an order that nobody moves. */
export function recordFailures(ground: AlertGround, book: () => Promise<Answer | undefined>): Failure[] {
  const noteBackup = (...at: string[]) => ground.admin('--as', 'backup', 'backup-noted', ...at);
  return [
    {
      name: 'the newest backup that was noted is 27 hours old',
      alerts: ['GuidepostBackupOld'],
      async strike() {
        await noteBackup('--at', '27h');
        return async () => void (await noteBackup());
      },
    },
    {
      name: 'somebody edits a row of the audit log',
      alerts: ['GuidepostLogTampered'],
      strike: () => editAudit(ground),
    },
    {
      name: 'workers may not write the transparency log',
      alerts: ['GuidepostLogBehind'],
      async strike() {
        const owner = (sql: string) =>
          asUser(ground.migrationUrl(), async (client) => void (await client.query(sql)));
        await owner('revoke insert on transparency_leaf from guidepost_app');
        await noteBackup();
        return () => owner('grant insert on transparency_leaf to guidepost_app');
      },
    },
    {
      name: 'an order whose workflow was terminated is due',
      alerts: ['GuidepostDeadlinesOverdue'],
      strike: () => forgetAnOrder(ground, book),
    },
    {
      name: 'a release is tried of which no worker runs, then it is withdrawn',
      alerts: ['GuidepostReleaseFails', 'GuidepostReleaseWithdrawn'],
      strike: () => tryRelease(ground, book),
    },
  ];
}

/** As a superuser, whom no trigger refuses it. */
async function editAudit({ platform }: AlertGround): Promise<() => Promise<void>> {
  const url = databaseAddress(platform(), 'guidepost');
  const put = async (actor: string, id?: string) =>
    await asUser(url, async (client) => {
      await client.query('set session_replication_role = replica');
      const { rows } = await client.query<{ id: string; actor: string }>(
        `update audit_entry e set actor = $1 from audit_entry before
         where before.id = e.id and e.id = coalesce($2, (select min(row_id) from transparency_leaf where kind = 'audit_entry'))
         returning e.id, before.actor`,
        [actor, id],
      );
      return rows[0]!;
    });
  const { id, actor } = await put('operator:nobody');
  return async () => void (await put(actor, id));
}

/** @returns starts it again, as the runbook has it. */
async function forgetAnOrder(
  { admin, platform, migrationUrl }: AlertGround,
  book: () => Promise<Answer | undefined>,
): Promise<() => Promise<void>> {
  const orderId = await until(async () => (await book())?.data.orderId);
  await withTemporal(platform().info, async ({ workflow }) => {
    const terminate = () =>
      workflow.getHandle(String(orderId)).terminate('somebody mistook it for another one');
    await until(() =>
      terminate().then(
        () => true,
        () => false,
      ),
    );
  });
  await asUser(migrationUrl(), async (client) => {
    await client.query("update orders set confirm_by = now() - interval '3 minutes' where id = $1", [
      orderId,
    ]);
  });
  return async () => void (await admin('reconcile', '--repair', '--yes', '--max-terminations', '10000'));
}

async function tryRelease(
  { admin, folder }: AlertGround,
  book: () => Promise<Answer | undefined>,
): Promise<() => Promise<void>> {
  await admin('release', 'ramp', `${TRIED}`, '--percent', `${PERCENT}`);
  const worker = await pidOf(folder, 'order-worker');
  const isShown = async () =>
    /^guidepost_release_failing_orders\{[^}]*\} [1-9]/m.test(await metricsOf(worker));
  while (!(await isShown())) {
    await book();
    await sleep(BETWEEN_ORDERS_MS);
  }
  await sleep(SEEN_MS);
  await admin('release', 'stop');
  return async () => {
    await until(async () => /workflows: 0/.test(await admin('release', 'show')));
    await admin('release', 'end');
  };
}
