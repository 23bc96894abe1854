/**
 * `npm run bench -- past [--rows 100000000]`: two worlds of 1,000 guides and 10,000 orders around today, one with a hundred thousand
 * rows of the past behind it, one with so many, of the same agency, studios and guides. What is asked and booked today is timed in
 * both, in turn. A hundred million rows take 60 GB of free space and 40 minutes. The figures are in docs/database.md, "Rows of the past".
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrateToLatest } from '../../../db/migrate.ts';
import { onStopSignals } from '../../embedded/os/stop-signals.ts';
import { removePostgresHome } from '../../embedded/postgres/home.ts';
import { startPostgres } from '../../embedded/postgres/index.ts';
import { createSupervisor } from '../../embedded/supervisor/index.ts';
import { say } from '../support/backends.ts';
import { latenciesOf, shortly } from '../support/numbers.ts';
import { markdown } from '../support/table.ts';
import { type Asked, QUESTIONS } from './past-questions.ts';
import { ROWS_OF_AN_ORDER, seedPast } from './past-seed.ts';
import { seedLarge } from './seed.ts';
import { type ListWorld, openListWorld } from './world.ts';
import { createDatabase } from './worlds.ts';

const TODAY = { guides: 1_000, orders: 10_000 };
const FEW = 100_000;
const ROUNDS = 200;
const WARM_UP = 20;
/** To fill tables without stopping at each checkpoint; nothing here outlives its folder. */
const SETTINGS = { max_wal_size: '3GB', maintenance_work_mem: '1GB', autovacuum: 'off' };

const { values } = parseArgs({ options: { rows: { type: 'string', default: '100000000' } } });
const folder = mkdtempSync(join(tmpdir(), 'guidepost-past-'));
chmodSync(folder, 0o711);
const supervisor = createSupervisor({ logDir: join(folder, 'logs'), say });
onStopSignals({ stop: () => leave(1), force: () => leave(1) });
try {
  const { adminUrl } = await startPostgres({
    dataDir: folder,
    supervisor,
    say: () => {},
    settings: SETTINGS,
  });
  const few = await createWorld(adminUrl, 'few', FEW);
  const many = await createWorld(adminUrl, 'many', Number(values.rows));
  const rows = [];
  for (const [what, ask] of QUESTIONS) rows.push(await rowOf(what, ask, few, many));
  console.log(markdown([['what', 'few', 'many', 'ratio', 'p99 of few', 'of many'], ...rows]));
  for (const { world } of [few, many]) await world.close();
  await leave(0);
} catch (error) {
  console.error(error);
  await leave(1);
}

async function leave(code: number): Promise<never> {
  await supervisor.stop();
  removePostgresHome(folder);
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}

interface World {
  readonly world: ListWorld;
  /** Orders of the past. */
  readonly orders: number;
}

async function createWorld(neighbour: string, name: string, rows: number): Promise<World> {
  const url = await createDatabase(neighbour, `past_${name}`);
  await migrateToLatest({ databaseUrl: url });
  await seedLarge(url, TODAY);
  const orders = Math.ceil(rows / ROWS_OF_AN_ORDER);
  await seedPast(url, orders, TODAY.guides, (line) => say(`  ${name}: ${line}`));
  return { world: await openListWorld(url), orders };
}

async function rowOf(what: string, ask: Asked, few: World, many: World): Promise<string[]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1)
    for (const [at, { world, orders }] of [few, many].entries()) {
      const took = await ask(world, round, orders);
      if (round >= WARM_UP) times[at]!.push(took);
    }
  const [one, other] = times.map(latenciesOf);
  const ms = (value: number) => `${shortly(value)} ms`;
  const ratio = (other!.p50 / one!.p50).toFixed(2);
  say(`  ${what}: ${ratio}`);
  return [what, ms(one!.p50), ms(other!.p50), ratio, ms(one!.p99), ms(other!.p99)];
}
