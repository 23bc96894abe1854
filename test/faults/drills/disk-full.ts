import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { until } from '../../support/until.ts';
import { type Violation, violations } from '../checks/violation.ts';
import { databaseAddress } from '../database-address.ts';
import { type Disk, mountDisk } from '../harm/disk.ts';
import { createJournal, type Journal } from '../journal.ts';
import { consequences } from './consequences.ts';
import { acknowledgedIn, type Ground, type Plan, Skipped } from './drill.ts';

const LOAD_MS = 70_000;
const FULL_AFTER_MS = 12_000;
const FULL_MS = 25_000;
/** Until what was answered is about the disk. */
const SEEN_AFTER_MS = 5_000;
/** Files of the log that PostgreSQL has made in advance. */
const SPARE_LOGS = 8;
const UNAVAILABLE = '50301';

/** The disk of PostgreSQL is full while merchants work, until an operator makes room: nothing that was answered is lost, or half written. */
export function diskFull(): Plan {
  let disk: Disk;
  return {
    async prepare({ folder, say, atEnd }) {
      const place = join(folder, 'postgres');
      mkdirSync(place);
      const mounted = mountDisk(place, say);
      if (mounted === undefined) throw new Skipped('only root on Linux may mount a disk');
      atEnd(async () => mounted.unmount());
      disk = mounted;
      return {};
    },
    async drill(ground) {
      const journal = createJournal();
      const found: Violation[] = [];
      await ground.load(journal, 'full', LOAD_MS, async () => {
        await sleep(FULL_AFTER_MS);
        found.push(...(await fill(ground, disk, journal)));
        await makeRoom(ground, disk, journal);
      });
      const begun = Date.now();
      found.push(...(await consequences(ground, journal)));
      ground.say(`nothing is under way ${seconds(begun)} s after the load`);
      const report = await ground.admin('reconcile');
      return [
        ...found,
        ...violations('nothing is to be reconciled', /^0 disagreement/m.test(report) ? [] : [report]),
      ];
    },
  };
}

/** @returns what is wrong while it is full. */
async function fill(ground: Ground, disk: Disk, { answers }: Journal): Promise<Violation[]> {
  const { say } = ground;
  disk.fill();
  say('the disk is full');
  await spendLogs(ground);
  await sleep(SEEN_AFTER_MS);
  const before = new Map(answers);
  await sleep(FULL_MS - SEEN_AFTER_MS);
  const during = [...answers].map(([code, count]) => [code, count - (before.get(code) ?? 0)] as const);
  say(
    `answered meanwhile: ${during
      .filter(([, count]) => count > 0)
      .map((one) => one.join(': '))
      .join(', ')}`,
  );
  say(`status: ${oneLine(await ground.admin('status'))}`);
  const refused = during.find(([code]) => code === UNAVAILABLE)?.[1] ?? 0;
  return violations('what can’t be written is answered 50301', refused > 0 ? [] : ['nothing was']);
}

/** A server that has worked for weeks has none left over. */
async function spendLogs({ platform }: Ground): Promise<void> {
  const client = new pg.Client({ connectionString: databaseAddress(platform(), 'guidepost') });
  // It ends where its log can't be written on.
  client.on('error', () => {});
  try {
    await client.connect();
    for (let n = 0; n < SPARE_LOGS; n++) {
      await client.query("select pg_logical_emit_message(false, 'drill', 'drill')");
      await client.query('select pg_switch_wal()');
    }
  } catch {
    // As it should.
  } finally {
    await client.end().catch(() => {});
  }
}

/** What docs/recovery.md, "A full disk" asks of an operator. The rest comes by itself. */
async function makeRoom({ say, admin }: Ground, disk: Disk, journal: Journal): Promise<void> {
  const before = acknowledgedIn(journal).length;
  const begun = Date.now();
  disk.free();
  await until(() => acknowledgedIn(journal).length > before);
  say(`an order is taken again ${seconds(begun)} s after there is room`);
  await until(async () => /state: (well|late)/.test(await admin('status')));
  say(`every part is up again after ${seconds(begun)} s`);
}

const seconds = (since: number) => ((Date.now() - since) / 1_000).toFixed(1);
const oneLine = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, 600);
