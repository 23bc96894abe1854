import { execFile } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { preparePostgresHome } from '../../../tools/embedded/postgres/home.ts';
import { checkRestored } from '../checks/restored.ts';
import type { Violation } from '../checks/violation.ts';
import type { Clients } from '../clients.ts';
import { readBooks } from '../facts.ts';
import { createJournal, type Journal } from '../journal.ts';
import { acknowledgedIn, type Ground, reconcile } from './drill.ts';

const LOAD_MS = 20_000;

/** A copy of the stopped data folder, more orders and moves, the copy put back: Temporal is newer than the database. */
export async function coldCopy(ground: Ground): Promise<Violation[]> {
  const { folder, say } = ground;
  const { dir } = preparePostgresHome(folder, () => {});
  const [before, after] = [createJournal(), createJournal()];
  await ground.load(before, 'before', LOAD_MS);
  await ground.restart(async () => {
    await promisify(execFile)('cp', ['-a', join(dir, 'data'), join(dir, 'backup')]);
    say('backed up');
  });
  await ground.load(after, 'after', LOAD_MS, (clients) => moveOn(clients, before));
  await ground.restart(async () => {
    rmSync(join(dir, 'data'), { recursive: true });
    renameSync(join(dir, 'backup'), join(dir, 'data'));
    say('restored');
  });
  say((await ground.admin('restored')).trim());
  const found = await reconcile(ground, acknowledgedIn(after));
  const books = await readBooks(ground.platform().info.database);
  return [...found, ...checkRestored(acknowledgedIn(before), books)];
}

/** Orders of a time before move on: some are confirmed, some cancelled; some refuse. */
async function moveOn({ agencies, studio }: Clients, { creates }: Journal): Promise<void> {
  for (const [index, { agency, outcome }] of creates.entries()) {
    if (outcome.kind !== 'acknowledged') continue;
    const buyer = agencies.find(({ key }) => key === agency)?.client;
    const path = (move: string) => `/open/v1/order/${move}/${outcome.orderId}`;
    if (index % 2 === 0) await buyer?.send({ method: 'POST', path: path('cancel') });
    else await studio.send({ method: 'POST', path: path('confirm') });
  }
}
