/** What is written gets into the transparency log once, whoever is at it and whenever that is killed. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LOGGED_TABLES } from '../../db/queries/transparency/logged-rows.ts';
import { openCheckpoint } from '../../lib/transparency/note.ts';
import { appendNewRows } from '../../services/transparency/appending.ts';
import { checkLog } from '../../services/transparency/checking.ts';
import { openLogKey } from '../../services/transparency/log-key.ts';
import { createLogWorld, type LogWorld } from './log-world.ts';

let world: LogWorld;
beforeAll(async () => {
  world = await createLogWorld();
});
afterAll(() => world.close());

const rows = async () => {
  const counts = LOGGED_TABLES.map(({ kind }) =>
    world.em().execute<[{ count: number }]>(`select count(*)::int as count from ${kind}`),
  );
  return (await Promise.all(counts)).reduce((sum, [{ count }]) => sum + count, 0);
};

test('every entry of audit log and ledger gets a leaf, and what comes later another one', async () => {
  expect(await world.findings()).toEqual([]);
  await world.act(300);
  await world.pay(2);
  await world.append();
  expect([await world.size(), await rows()]).toEqual([304, 304]);
  const first = await world.checkpoint();
  expect(first.size).toBe(304);
  await world.act(700);
  await world.append();
  expect(await world.size()).toBe(1_004);
  expect(await world.findings([first])).toEqual([]);
  await world.append();
  expect(await world.size()).toBe(1_004);
});

test('two who append at once append each row once', async () => {
  await world.act(40);
  await Promise.all([world.append(), world.append(), world.append()]);
  expect(await world.size()).toBe(await rows());
  expect(await world.findings()).toEqual([]);
});

test('killed between appending and signing, neither is there, and the next one does both', async () => {
  const before = await world.checkpoint();
  await world.act(5);
  const { cipher, orm, installation } = world.deps;
  // The note is the last thing that is written.
  await world.tamper(
    'create function kill_me() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$',
  );
  await world.tamper(
    'create trigger kill_me before update on transparency_log for each row execute function kill_me()',
  );
  await expect(appendNewRows(world.deps)).rejects.toThrow();
  await world.tamper('drop function kill_me cascade');
  expect(await world.checkpoint()).toEqual(before);
  expect(await world.size()).toBe(before.size);

  await world.append();
  const [{ note, key }] = await orm.em
    .fork()
    .execute<[{ note: string; key: string }]>('select note, key_encrypted as key from transparency_log');
  const { verifier } = await openLogKey(key, cipher, installation);
  expect(openCheckpoint(note, verifier).size).toBe(before.size + 5);
  expect(await world.findings([before])).toEqual([]);
});

test('a row whose transaction commits after newer ones is not passed over', async () => {
  await world.em().transactional(async (late) => {
    await late.execute("insert into audit_entry (action, subject, actor) values ('late', 'x:1', 'platform')");
    await world.act(3);
    await world.append();
  });
  await world.append();
  expect(await world.size()).toBe((await rows()) - 1);
  await checkLog(world.deps, { onFinding: () => {}, isAppending: true });
  expect(await world.size()).toBe(await rows());
  expect(await world.findings()).toEqual([]);
});

test('a log whose newest leaves were changed is not signed again', async () => {
  await world.act(1);
  await world.append();
  await world.tamper(
    "update transparency_leaf set hash = decode(repeat('00', 32), 'hex') where number = (select max(number) from transparency_leaf)",
  );
  await world.act(1);
  const before = await world.size();
  await expect(appendNewRows(world.deps)).rejects.toThrow('not those that the checkpoint was signed over');
  expect(await world.size()).toBe(before);
});
