/**
 * `npm run bench -- settlement [merchants] [orders] [ms between kills]`: settles one month twice, from the same
 * books: once undisturbed, once while workers are killed with -9 and replaced. The statements must be the same to
 * the last unit and the last line. Everything is on loopback and in a temporary folder, and stops by itself.
 */
import pg from 'pg';
import { createOrm } from '../../../db/orm.ts';
import { startBackends } from '../support/backends.ts';
import { type RunReport, settle } from './run.ts';
import { makeWorld } from './world.ts';

const MERCHANTS = Number(process.argv[2] ?? 200);
const ORDERS = Number(process.argv[3] ?? 100_000);
const KILL_EVERY_MS = Number(process.argv[4] ?? 8_000);
const WORKERS = 2;

const { databaseUrl: url, bundle, startTemporal, temporal: unused, close } = await startBackends();
try {
  // Each run has its own server.
  await unused.stop();
  await prepare(url);
  const run = async (name: string, killEveryMs?: number) => {
    const databaseUrl = await clone(url, name);
    const temporal = await startTemporal(name);
    const base = { databaseUrl, temporalAddress: temporal.address, bundle, workers: WORKERS };
    const result = await settle(killEveryMs === undefined ? base : { ...base, killEveryMs });
    await temporal.stop();
    report(name, result);
    return result;
  };
  compare(await run('undisturbed'), await run('killed', KILL_EVERY_MS));
} finally {
  await close();
}

/** The books, made once; each run gets a copy. */
async function prepare(url: string): Promise<void> {
  // Only making the books is spared waiting for the disk.
  const databaseUrl = `${url}?options=-c%20synchronous_commit%3Doff`;
  const orm = createOrm({ databaseUrl, overrides: { driverOptions: {} } });
  const begin = performance.now();
  await makeWorld(orm, MERCHANTS, ORDERS);
  await orm.close();
  console.log(`books of ${ORDERS} orders, ${MERCHANTS} merchants: ${seconds(begin)} s`);
}

async function clone(url: string, name: string): Promise<string> {
  const { pathname } = new URL(url);
  const admin = new URL(url);
  admin.pathname = '/postgres';
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  await client.query(`create database ${name} template ${pathname.slice(1)}`);
  await client.end();
  const copy = new URL(url);
  copy.pathname = `/${name}`;
  return copy.href;
}

function report(name: string, { seconds: took, kills, peakMiB, statements, left }: RunReport): void {
  console.log(
    `${name}: ${statements.length} statements in ${took.toFixed(1)} s, ${kills} kills, ` +
      `peak ${peakMiB} MiB a worker, entries left out: ${left}`,
  );
}

function compare(one: RunReport, other: RunReport): void {
  const differences = one.statements.filter((line, index) => line !== other.statements[index]);
  const isSame = one.statements.length === other.statements.length && differences.length === 0;
  console.log(isSame ? 'the same statements, to the last unit and line' : `DIFFERENT: ${differences.length}`);
  if (!isSame || one.left + other.left > 0) process.exitCode = 1;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(1);
}
