import { join } from 'node:path';
import { isBuilt } from '../site/stamp.ts';
import { runProgram } from './os/run-program.ts';
import { type Say, withProgress } from './os/terminal.ts';

/**
 * Builds the documentation where its sources have changed. Readiness does not wait for it: until it is there, its address says so
 * (api/routes/documentation.ts). A failure is reported, and the platform goes on.
 */
export async function buildDocumentation(checkout: string, say: Say, signal: AbortSignal): Promise<void> {
  try {
    if (isBuilt(checkout)) return;
    const args = [join(checkout, 'tools', 'site', 'build.ts')];
    await withProgress('Building the documentation', say, () =>
      runProgram(process.execPath, args, { cwd: checkout, env: process.env, signal }),
    );
    say('The documentation is built');
  } catch (error) {
    if (!signal.aborted) say(`The documentation could not be built: ${(error as Error).message}`);
  }
}
