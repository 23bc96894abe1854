import { join } from 'node:path';
import { isConsoleBuilt } from '../../console/web/stamp.ts';
import { runProgram } from './os/run-program.ts';
import { type Say, withProgress } from './os/terminal.ts';

/**
 * Builds the console's pages where their sources have changed; it takes some seconds. Readiness does not wait for it: until they are
 * there, the console's address says so. A failure is reported, and the platform goes on.
 */
export async function buildConsolePages(checkout: string, say: Say, signal: AbortSignal): Promise<void> {
  try {
    if (isConsoleBuilt(checkout)) return;
    const args = [join(checkout, 'console', 'web', 'build.ts')];
    await withProgress("Building the console's pages", say, () =>
      runProgram(process.execPath, args, { cwd: checkout, env: process.env, signal }),
    );
    say("The console's pages are built");
  } catch (error) {
    if (!signal.aborted) say(`The console's pages could not be built: ${(error as Error).message}`);
  }
}
