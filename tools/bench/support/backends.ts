import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrateToLatest } from '../../../db/migrate.ts';
import { SEARCH_ATTRIBUTE_TYPES } from '../../../workflows/contract.ts';
import { cacheFolder } from '../../embedded/os/cache-folder.ts';
import { removePostgresHome } from '../../embedded/postgres/home.ts';
import { startPostgres } from '../../embedded/postgres/index.ts';
import { createSupervisor } from '../../embedded/supervisor/index.ts';
import { locateTemporalProgram } from '../../embedded/temporal/program.ts';
import { startTemporalServer } from '../../embedded/temporal/server.ts';
import { buildWorkflowBundle } from '../../embedded/temporal/workflow-bundle.ts';

export const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url));

export type Backends = Awaited<ReturnType<typeof startBackends>>;

const running = new Set<() => Promise<void>>();

/** For those who are interrupted: ends every backend that runs, its folder with it. */
export async function closeBackends(): Promise<void> {
  await Promise.all([...running].map((close) => close()));
}

export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * PostgreSQL with our schema, and Temporal, as `npm start` runs them: on loopback, on free ports, on disk in a
 * temporary folder that goes with `close`. Takes some ten seconds.
 */
export async function startBackends() {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-bench-'));
  // For root: PostgreSQL's account has to get through.
  chmodSync(folder, 0o711);
  const supervisor = createSupervisor({ logDir: join(folder, 'logs'), say });
  const close = async () => {
    running.delete(close);
    await supervisor.stop();
    removePostgresHome(folder);
    rmSync(folder, { recursive: true, force: true });
  };
  running.add(close);
  try {
    const program = await locateTemporalProgram({
      cacheDir: cacheFolder(process.env),
      say,
      env: process.env,
    });
    const startTemporal = (name = 'temporal') =>
      startTemporalServer({
        program,
        supervisor,
        searchAttributes: SEARCH_ATTRIBUTE_TYPES,
        dbFile: join(folder, `${name}.db`),
      });
    const [postgres, temporal, bundle] = await Promise.all([
      startPostgres({ dataDir: folder, supervisor, say: () => {} }),
      startTemporal(),
      buildWorkflowBundle(CHECKOUT, folder),
    ]);
    await migrateToLatest({ databaseUrl: postgres.adminUrl });
    return {
      folder,
      databaseUrl: postgres.adminUrl,
      postgresPid: postgres.pid,
      temporal,
      /** Another server beside, with its own file. */
      startTemporal,
      /** Path of the built workflows, for WORKFLOW_BUNDLE. */
      bundle,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
