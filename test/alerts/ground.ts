import type { Say } from '../../tools/embedded/os/terminal.ts';
import { createGround, type Ground } from '../faults/drills/drill.ts';
import { familyOf, metricsPortOf, type Part, pidOf, send } from '../faults/parts.ts';
import { type MailServer, startMailServer } from '../support/network/mail-server.ts';
import { startProber } from './prober.ts';

const PARTS = ['api', 'order-worker', 'notification-worker'] as const;

/** A platform whose parts can be stopped for a while, with a mail server. */
export interface AlertGround extends Ground {
  readonly targets: ReadonlyMap<string, string>;
  readonly jobOf: (name: string) => string;
  readonly mails: MailServer;
  /** The part and its children stand still until they are let go. @returns lets them go. */
  freeze(part: Part): Promise<() => void>;
}

const ENVIRONMENT = { DATABASE_POOL_MAX: '3', MAIL_FROM: 'no-reply@guidepost.example' };

export async function createAlertGround(say: Say): Promise<AlertGround> {
  const ground = await createGround(say);
  const mails = await startMailServer();
  await ground.restart(async () => {}, { ...ENVIRONMENT, SMTP_URL: mails.url });
  const outside = await startProber(`${ground.platform().info.api}/healthz`);
  const targets = new Map([['outside', outside.address]]);
  for (const part of PARTS) targets.set(part, `127.0.0.1:${metricsPortOf(await pidOf(ground.folder, part))}`);
  return {
    ...ground,
    targets,
    mails,
    jobOf: (name) => (name === 'outside' ? name : `guidepost-${name}`),
    async freeze(part) {
      const family = familyOf(await pidOf(ground.folder, part));
      send(family, 'SIGSTOP');
      return () => send(family, 'SIGCONT');
    },
    async close() {
      outside.close();
      await ground.close();
      await mails[Symbol.asyncDispose]();
    },
  };
}
