import { checkRestored } from '../checks/restored.ts';
import { type Violation, violations } from '../checks/violation.ts';
import { readBooks } from '../facts.ts';
import { createJournal } from '../journal.ts';
import { migrate } from './another-server.ts';
import { type ArchivingServer, startArchivingServer } from './archiving-server.ts';
import { acknowledgedIn, type Ground, type Plan, reconcile } from './drill.ts';

const LOAD_MS = 8_000;
const PRICES = 'select sum(day_rate) from guide';

/** Somebody overwrites all prices; the database goes back to the moment before. The log is whole: nothing of before is lost. */
export function pointInTime(): Plan {
  let server: ArchivingServer;
  return {
    prepare: async (ground) => {
      server = await startArchivingServer(ground);
      await migrate(server.urls());
      return variablesOf(server);
    },
    async drill(ground) {
      const [before, after, mistaken] = [createJournal(), createJournal(), createJournal()];
      await ground.load(before, 'before', LOAD_MS, () => server.backUp());
      await ground.load(after, 'after', LOAD_MS);
      const right = await server.ask(PRICES);
      const time = await server.ask('select clock_timestamp()');
      await server.ask('update guide set day_rate = 1');
      await ground.load(mistaken, 'mistaken', LOAD_MS);
      await server.archiveLog();
      const left = await comeBack(ground, server, time, acknowledgedIn(mistaken));
      const prices = await server.ask(PRICES);
      return [
        ...left,
        ...checkRestored(
          [before, after].flatMap(acknowledgedIn),
          await readBooks(ground.platform().info.database),
        ),
        ...violations('the mistake is undone', prices === right ? [] : [`${prices}, not ${right}`]),
      ];
    },
  };
}

function variablesOf(server: ArchivingServer): Record<string, string> {
  const { application, migration } = server.urls();
  return { DATABASE_URL: application, DATABASE_MIGRATION_URL: migration };
}

/** @param taken the orders of afterwards: those that are gone have to be listed. */
async function comeBack(
  ground: Ground,
  server: ArchivingServer,
  time: string,
  taken: readonly string[],
): Promise<Violation[]> {
  const { say } = ground;
  const begun = Date.now();
  const seconds = () => ((Date.now() - begun) / 1_000).toFixed(0);
  // Read when the platform starts again: the server may have another port by then.
  const env: Record<string, string> = {};
  await ground.restart(async () => {
    await server.recover(time);
    Object.assign(env, variablesOf(server));
  }, env);
  say(`orders are taken again after ${seconds()} s`);
  const { orders } = await readBooks(ground.platform().info.database);
  const gone = taken.filter((id) => !orders.has(id));
  say(`orders of afterwards: ${taken.length}, not in the database: ${gone.length}`);
  const found = await reconcile(ground, gone);
  say(`nothing is left to reconcile after ${seconds()} s`);
  return found;
}
