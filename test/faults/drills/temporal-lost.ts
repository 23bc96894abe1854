import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SCHEDULES } from '../../../activities/schedules.ts';
import { openDataFolder } from '../../../tools/embedded/data-folder.ts';
import { until } from '../../support/until.ts';
import { type Violation, violations } from '../checks/violation.ts';
import { withTemporal } from '../facts.ts';
import { createJournal } from '../journal.ts';
import { pidOf, send } from '../parts.ts';
import { CHECKOUT, receiversOf } from '../world.ts';
import { consequences } from './consequences.ts';
import { type Ground, reconcile } from './drill.ts';

const LOAD_MS = 30_000;
const LOST_AFTER_MS = 15_000;

/**
 * Temporal's whole database is gone, below a platform that works: merchants go on asking, one endpoint is closed meanwhile, an empty
 * Temporal comes back at the same address, and nobody restarts a process.
 */
export async function temporalLost(ground: Ground): Promise<Violation[]> {
  const { world } = ground;
  const journal = createJournal();
  await ground.load(journal, 'lost', LOAD_MS, async () => {
    await sleep(LOST_AFTER_MS);
    await receiversOf(world)[0]?.become('closed');
    await loseTemporal(ground);
  });
  await receiversOf(world)[0]?.become('healthy');
  await until(async () => /database: (\S+)\ntemporal: \1\n/.test(await ground.admin('installation')));
  const found = await reconcile(ground);
  found.push(...(await consequences(ground, journal)));
  return [
    ...found,
    ...violations('what a clock asks for is scheduled again', await missingSchedules(ground)),
  ];
}

/** Its files go first: what the dying server still writes, nobody reads. */
async function loseTemporal({ say, folder }: Ground): Promise<void> {
  const pid = await pidOf(folder, 'temporal');
  rmSync(dirname(openDataFolder(CHECKOUT, folder).temporalDb), { recursive: true });
  send([pid], 'SIGKILL');
  say("Temporal's database is lost");
}

async function missingSchedules({ platform }: Ground): Promise<string[]> {
  return await withTemporal(platform().info, async ({ schedule }) => {
    const missing: string[] = [];
    for (const { id } of SCHEDULES) {
      const fail = ({ message }: Error) => void missing.push(`${id}: ${message}`);
      await schedule.getHandle(id).describe().catch(fail);
    }
    return missing;
  });
}
