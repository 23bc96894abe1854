import { join } from 'node:path';
import { arePackagesBuilt } from '../../packages/stamp.ts';
import { runProgram } from './os/run-program.ts';
import { type Say, withProgress } from './os/terminal.ts';

/**
 * Builds what integrators install where its sources have changed; it takes some seconds. Readiness does not wait for it: until they are
 * there, their addresses say so (api/routes/packages.ts). A failure is reported, and the platform goes on.
 */
export async function buildPackages(checkout: string, say: Say, signal: AbortSignal): Promise<void> {
  try {
    if (arePackagesBuilt(checkout)) return;
    const args = [join(checkout, 'packages', 'build.ts')];
    await withProgress('Building the packages for integrators', say, () =>
      runProgram(process.execPath, args, { cwd: checkout, env: process.env, signal }),
    );
    say('The packages for integrators are built');
  } catch (error) {
    if (!signal.aborted) say(`The packages for integrators could not be built: ${(error as Error).message}`);
  }
}
