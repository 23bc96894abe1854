/**
 * What somebody who may do anything with the database does to audit log, ledger and log is found; what is lawful is not. All of it is done
 * to one log, which is put back each time.
 */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { appendNewRows } from '../../services/transparency/appending.ts';
import { createLogWatch } from '../../services/transparency/watching.ts';
import { createLogWorld, type LogWorld } from './log-world.ts';

let world: LogWorld;
beforeAll(async () => {
  world = await createLogWorld();
  await world.act(300);
  await world.pay(3);
  await world.append();
  await world.keep();
});
afterEach(async () => {
  await world.undo();
  expect(await world.findings()).toEqual([]);
});
afterAll(() => world.close());

const first = async (table: string, at = 0) => {
  const [row] = await world
    .em()
    .execute<[{ id: number }]>(`select id::int as id from ${table} order by id offset ${at} limit 1`);
  return row.id;
};

test('a log to which nobody did anything is whole', async () => {
  expect(await world.findings()).toEqual([]);
});

test('an amount of the ledger that was edited', async () => {
  const id = await first('ledger_entry');
  await world.tamper(`update ledger_entry set gross = gross + 1, amount = amount + 1 where id = ${id}`);
  expect(await world.findings()).toEqual([`row_changed ledger_entry ${id}`]);
});

test('a posting and an account that were edited, at each of their entries', async () => {
  await world.tamper(`update ledger_posting set operator = 'operator:other'`);
  expect(await world.findings()).toHaveLength(6);
  await world.tamper(`update ledger_posting set operator = 'operator:filipa'`);
  expect(await world.findings()).toEqual([]);
  await world.tamper(`update ledger_account set merchant_key = 'mk_other' where kind = 'merchant'`);
  expect(await world.findings()).toHaveLength(3);
});

test('an entry of the audit log that was edited, in what it says, or in where from', async () => {
  const id = await first('audit_entry');
  await world.tamper(`update audit_entry set actor = 'operator:other' where id = ${id}`);
  await world.tamper(`update audit_entry set address = '198.51.100.1' where id = ${id + 1}`);
  expect(await world.findings()).toEqual([
    `row_changed audit_entry ${id}`,
    `row_changed audit_entry ${id + 1}`,
  ]);
});

test('rows that were deleted', async () => {
  const [entry, posted] = [await first('audit_entry'), await first('ledger_entry')];
  await world.tamper(`delete from audit_entry where id = ${entry}`);
  await world.tamper(
    `delete from ledger_posting where id = (select posting_id from ledger_entry where id = ${posted})`,
  );
  expect(await world.findings()).toEqual([
    `row_missing audit_entry ${entry}`,
    `row_missing ledger_entry ${posted}`,
    `row_missing ledger_entry ${posted + 1}`,
  ]);
});

test('two rows that were swapped', async () => {
  const id = await first('ledger_entry');
  await world.tamper(`update ledger_entry e set gross = o.gross, amount = o.amount, account_id = o.account_id
    from ledger_entry o where e.id + o.id = ${id + id + 1} and e.id in (${id}, ${id + 1})`);
  expect(await world.findings()).toEqual([
    `row_changed ledger_entry ${id}`,
    `row_changed ledger_entry ${id + 1}`,
  ]);
});

test('a hash of a leaf that was edited, and a leaf that was deleted', async () => {
  await world.tamper(`update transparency_leaf set hash = decode(repeat('00', 32), 'hex') where number = 7`);
  expect(await world.findings()).toEqual([
    expect.stringMatching(/^row_changed/),
    'tree_changed the root',
    'tree_changed hash 0 of level 1',
  ]);
  await world.tamper('delete from transparency_leaf where number = 7');
  expect(await world.findings()).toEqual(['tree_changed leaf 7']);
});

test('two leaves that were swapped, their rows with them', async () => {
  await world.tamper(`update transparency_leaf set number = -8 where number = 7;
    update transparency_leaf set number = 7 where number = 8; update transparency_leaf set number = 8 where number = -8`);
  expect(await world.findings()).toEqual(['tree_changed the root', 'tree_changed hash 0 of level 1']);
});

test('a hash above the leaves', async () => {
  await world.tamper(`update transparency_node set hash = decode(repeat('00', 32), 'hex')`);
  expect(await world.findings()).toEqual(['tree_changed hash 0 of level 1']);
});

test('a checkpoint that was edited, and one that was deleted with its key', async () => {
  await world.tamper(`update transparency_log set note = replace(note, E'\\n306\\n', E'\\n305\\n')`);
  expect(await world.findings()).toEqual(['checkpoint_wrong the signature of the note is wrong']);
  await world.tamper('delete from transparency_log');
  expect(await world.findings()).toEqual(['checkpoint_wrong deleted']);
});

test('a log whose key was deleted is not begun anew over its leaves', async () => {
  const size = await world.size();
  await world.tamper('delete from transparency_log');
  await world.act(1);
  await expect(appendNewRows(world.deps)).rejects.toThrow(
    'the key of the log and its checkpoint were deleted',
  );
  expect(await world.size()).toBe(size);
  expect(await world.findings()).toEqual(['checkpoint_wrong deleted']);
});

test('a whole log that was put back to an older copy: by who has seen a newer checkpoint, also once it has grown again', async () => {
  await world.act(10);
  await world.append();
  const kept = await world.checkpoint();
  const watch = createLogWatch(world.deps);
  await watch.walk();
  expect(watch.counts()).toMatchObject({ rolled_back: 0, row_changed: 0 });

  await world.tamper(`delete from audit_entry where id > (select max(row_id) from kept.transparency_leaf where kind = 'audit_entry');
    delete from transparency_leaf where number not in (select number from kept.transparency_leaf);
    update transparency_log set note = kept.note from kept.transparency_log kept`);
  // By itself it is a whole log.
  expect(await world.findings()).toEqual([]);
  expect(await world.findings([kept])).toEqual(['rolled_back checkpoint 316']);
  await watch.walk();
  expect(watch.counts()).toMatchObject({ rolled_back: 1 });

  await world.act(11);
  await world.append();
  expect(await world.findings()).toEqual([]);
  expect(await world.findings([kept])).toEqual(['rolled_back checkpoint 316']);
  await watch.walk();
  expect(watch.counts()).toMatchObject({ rolled_back: 1 });
});

test('a log that was made anew, with another key', async () => {
  const kept = await world.checkpoint();
  await world.tamper(
    'delete from transparency_leaf; delete from transparency_node; delete from transparency_log',
  );
  expect(await world.findings([kept])).toEqual(['rolled_back checkpoint 306']);
  await world.append();
  expect(await world.findings([kept])).toEqual(['rolled_back checkpoint 306']);
});

test('an address that was erased is no finding, and its leaf stays', async () => {
  const before = await world.checkpoint();
  await world.tamper('update audit_entry set address = null');
  expect(await world.findings([before])).toEqual([]);
});
