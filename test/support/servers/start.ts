import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { isConsoleBuilt } from '../../../console/web/stamp.ts';
import { migrateToLatest } from '../../../db/migrate.ts';
import { runProgram } from '../../../tools/embedded/os/run-program.ts';
import type { Say } from '../../../tools/embedded/os/terminal.ts';
import { startPostgres } from '../../../tools/embedded/postgres/index.ts';
import { prepareOwnRoles } from '../../../tools/embedded/postgres/roles.ts';
import { createSupervisor, type Supervisor } from '../../../tools/embedded/supervisor/index.ts';
import { startTemporalServer } from '../../../tools/embedded/temporal/server.ts';
import { buildWorkflowBundle } from '../../../tools/embedded/temporal/workflow-bundle.ts';
import { SEARCH_ATTRIBUTE_TYPES } from '../../../workflows/contract.ts';
import { makeThrowawayFolder, removeThrowawayFolder } from '../platform/throwaway-folder.ts';
import { onDatabase } from './database.ts';
import type { Parts, PostgresServer } from './index.ts';
import { createNamespaces } from './namespaces.ts';

const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url));
/** Unchanged workflows are bundled once for several runs. */
const BUNDLES = join(CHECKOUT, 'node_modules/.cache/test-workflows');
const TEMPLATE = 'guidepost_template';
/** The data is thrown away: nothing has to survive a power cut. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const say: Say = (line) => process.stderr.write(`${line}\n`);

interface Programs {
  /** Of `temporal`. */
  readonly program: string;
  readonly testServerPath: string;
}

interface PreparedServers {
  readonly parts: { readonly [Name in keyof Parts]: () => Promise<Parts[Name]> };
  readonly end: () => Promise<void>;
}

/** What starts each server when it is first asked for, and ends all. */
export async function prepareServers({ program, testServerPath }: Programs): Promise<PreparedServers> {
  const folder = makeThrowawayFolder('guidepost-test-');
  const supervisor = createSupervisor({ logDir: join(folder, 'logs'), say });
  const temporal = once(() => startTemporal(program, supervisor));
  const namespaces = createNamespaces(temporal);
  return {
    parts: {
      postgres: once(() => startDatabase(folder, supervisor)),
      temporal,
      namespace: namespaces.next,
      timeSkipping: once(async () => ({ path: testServerPath })),
      workflows: once(() => bundle(folder)),
      pages: once(buildPages),
    },
    end: async () => {
      await namespaces.close();
      await supervisor.stop();
      removeThrowawayFolder(folder);
    },
  };
}

function once<Part>(start: () => Promise<Part>): () => Promise<Part> {
  let started: Promise<Part> | undefined;
  return () => {
    started ??= start();
    return started;
  };
}

async function startDatabase(dataDir: string, supervisor: Supervisor): Promise<PostgresServer> {
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

async function startTemporal(program: string, supervisor: Supervisor): Promise<Parts['temporal']> {
  const { address } = await startTemporalServer({
    program,
    supervisor,
    searchAttributes: SEARCH_ATTRIBUTE_TYPES,
  });
  return { address };
}

/** Once for all files of a run: two that build at once are in each other's way. */
async function buildPages(): Promise<Parts['pages']> {
  if (!isConsoleBuilt(CHECKOUT)) {
    const { signal } = new AbortController();
    const args = [join(CHECKOUT, 'console/web/build.ts')];
    await runProgram(process.execPath, args, { cwd: CHECKOUT, env: process.env, signal });
  }
  return {};
}

/** A copy of the run's own: workflows that are edited meanwhile are bundled for the next run. */
async function bundle(folder: string): Promise<Parts['workflows']> {
  mkdirSync(BUNDLES, { recursive: true });
  const codePath = join(folder, 'workflows.js');
  copyFileSync(await buildWorkflowBundle(CHECKOUT, BUNDLES), codePath);
  return { codePath };
}
