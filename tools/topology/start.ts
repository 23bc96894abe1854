/** `npm run topology`: docker-compose.yml as processes of this machine (docs/scaling.md). Entry file; `--help` says more. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { buildConsolePages } from '../embedded/console-pages.ts';
import { narrateOrder } from '../embedded/demo/story.ts';
import { onNpmGone } from '../embedded/os/npm-parents.ts';
import { onStopSignals } from '../embedded/os/stop-signals.ts';
import type { Platform } from '../embedded/run.ts';
import { AlreadyRunningError } from '../embedded/supervisor/run-lock.ts';
import { topologyBanner } from './banner.ts';
import { parseCompose } from './compose.ts';
import { startTopology } from './platform.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');
const { walk } = new Command('topology')
  .description('Starts what docker-compose.yml describes as processes of this machine; Ctrl-C ends them.')
  .option('--walk', 'walks one order through its life, and ends')
  .parse()
  .opts<{ walk?: boolean }>();
const began = Date.now();
const say = (line: string) =>
  console.log(`${((Date.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${line}`);
const givingUp = new AbortController();
let platform: Platform | undefined;

const handle = onStopSignals({
  stop: async () => {
    say('Stopping; Ctrl-C again to force');
    // A start under way, and a walk, end by themselves then.
    givingUp.abort(new Error('stopped'));
    if (platform && !walk) await end(0);
  },
  force: async () => {
    await platform?.stop({ force: true });
    process.exit(1);
  },
});
if (process.env.npm_lifecycle_event) onNpmGone(handle);

try {
  const dataDir = process.env.GUIDEPOST_DATA || undefined;
  platform = await startTopology({ checkout, dataDir, env: process.env, say, signal: givingUp.signal });
  console.log(
    topologyBanner(platform.info, parseCompose(readFileSync(join(checkout, 'docker-compose.yml'), 'utf8'))),
  );
  if (walk) {
    await narrateOrder({ platform: platform.info, refuse: false, print: say, signal: givingUp.signal });
    await refuseMetrics(platform.info.api);
    await end(0);
  }
  await buildConsolePages(checkout, say, givingUp.signal);
} catch (error) {
  if (!givingUp.signal.aborted) console.error(`\nThe topology failed: ${explain(error as Error)}\n`);
  await end(givingUp.signal.aborted ? 130 : 1);
}

/** Everybody can reach the gateway. @throws Error where it answers what the processes show to operators only */
async function refuseMetrics(api: string): Promise<void> {
  const { status } = await fetch(`${api}/metrics`);
  if (status !== 404) throw new Error(`the gateway answers /metrics with ${status}`);
  say('The gateway does not answer /metrics');
}

function explain(error: Error): string {
  if (!(error instanceof AlreadyRunningError)) return error.message;
  return `${error.message}. GUIDEPOST_DATA names another data folder, for a second one beside it.`;
}

async function end(code: number): Promise<void> {
  await platform?.stop();
  say('Stopped.');
  process.exit(code);
}
