import { join } from 'node:path';
import { readDevFile } from '../../tools/embedded/dev-file.ts';
import type { Say } from '../../tools/embedded/os/terminal.ts';
import { createGround, type Ground } from '../faults/drills/drill.ts';
import { environmentOf, familyOf, type Part, pidOf, send } from '../faults/parts.ts';

/** Processes that tell metrics, by the variable that has their port. */
const TOLD_BY = {
  api: 'METRICS_PORT',
  'order-worker': 'WORKER_HEALTH_PORT',
  'notification-worker': 'WORKER_HEALTH_PORT',
} as const;

/** A platform whose parts can be stopped for a while. Mails go to a server that is not there. */
export interface AlertGround extends Ground {
  readonly targets: ReadonlyMap<string, string>;
  /** The part and its children stand still until they are let go. @returns lets them go. */
  freeze(part: Part): Promise<() => void>;
}

const ENVIRONMENT = {
  DATABASE_POOL_MAX: '3',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'no-reply@guidepost.example',
};

export async function createAlertGround(say: Say): Promise<AlertGround> {
  const ground = await createGround(say);
  await ground.restart(async () => {}, ENVIRONMENT);
  const pids = readDevFile(join(ground.folder, 'dev.json'))?.pids ?? {};
  const targets = Object.entries(TOLD_BY).map(([name, variable]) => {
    const port = environmentOf(pids[name] as number)
      [variable]?.split(':')
      .at(-1);
    return [name, `127.0.0.1:${port}`] as const;
  });
  return {
    ...ground,
    targets: new Map(targets),
    async freeze(part) {
      const family = familyOf(await pidOf(ground.folder, part));
      send(family, 'SIGSTOP');
      return () => send(family, 'SIGCONT');
    },
  };
}
