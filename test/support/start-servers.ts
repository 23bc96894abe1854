import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrateToLatest } from '../../db/migrate.ts';
import { cacheFolder } from '../../tools/embedded/os/cache-folder.ts';
import { writePrivateFile } from '../../tools/embedded/os/files.ts';
import type { Say } from '../../tools/embedded/os/terminal.ts';
import { startPostgres } from '../../tools/embedded/postgres/index.ts';
import { prepareOwnRoles } from '../../tools/embedded/postgres/roles.ts';
import { createSupervisor, type Supervisor } from '../../tools/embedded/supervisor/index.ts';
import { locateTemporalProgram } from '../../tools/embedded/temporal/program.ts';
import { startTemporalServer } from '../../tools/embedded/temporal/server.ts';
import { buildWorkflowBundle } from '../../tools/embedded/temporal/workflow-bundle.ts';
import { SEARCH_ATTRIBUTE_TYPES } from '../../workflows/contract.ts';
import { onDatabase } from './database.ts';
import { SERVERS_VARIABLE, type TestServers } from './servers.ts';
import { endWith } from './teardown.ts';
import { locateTestServer } from './temporal-test-server.ts';
import { makeThrowawayFolder, removeThrowawayFolder } from './throwaway-folder.ts';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
const TEMPLATE = 'guidepost_template';
/** The data is thrown away: nothing has to survive a power cut. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const say: Say = (line) => process.stderr.write(`${line}\n`);

/** Starts one PostgreSQL and one Temporal server for the whole run; see servers.ts for what tests get. */
export async function startTestServers(): Promise<void> {
  const folder = makeThrowawayFolder('guidepost-test-');
  const supervisor = createSupervisor({ logDir: join(folder, 'logs'), say });
  const end = async () => {
    await supervisor.stop();
    removeThrowawayFolder(folder);
  };
  endWith(end);
  try {
    const servers = await startServers(folder, supervisor);
    const file = join(folder, 'servers.json');
    writePrivateFile(file, JSON.stringify(servers));
    process.env[SERVERS_VARIABLE] = file;
  } catch (error) {
    await end();
    throw error;
  }
}

async function startServers(folder: string, supervisor: Supervisor): Promise<TestServers> {
  const [database, temporal, workflowBundlePath] = await Promise.all([
    startDatabase(folder, supervisor),
    startTemporal(supervisor),
    buildWorkflowBundle(CHECKOUT, folder),
  ]);
  return { ...database, ...temporal, workflowBundlePath };
}

async function startDatabase(dataDir: string, supervisor: Supervisor) {
  const postgres = await startPostgres({ dataDir, supervisor, say: () => {}, settings: FAST });
  const { adminUrl } = postgres;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const template = onDatabase(adminUrl, TEMPLATE);
  const { url: databaseUrl, migrationUrl } = await prepareOwnRoles({ ...postgres, adminUrl: template });
  await migrateToLatest({ databaseUrl, migrationUrl });
  return {
    adminUrl,
    templateDatabase: TEMPLATE,
    applicationUrl: databaseUrl,
    migrationUrl,
    databaseLog: join(dataDir, 'logs', 'postgres.log'),
  };
}

async function startTemporal(supervisor: Supervisor) {
  const options = { cacheDir: cacheFolder(process.env), say, env: process.env };
  // One after the other: both show their progress, and both keep a small machine busy.
  const program = await locateTemporalProgram(options);
  const testServerPath = await locateTestServer(options);
  const searchAttributes = SEARCH_ATTRIBUTE_TYPES;
  const { address } = await startTemporalServer({ program, supervisor, searchAttributes });
  return { temporalAddress: address, testServerPath };
}
