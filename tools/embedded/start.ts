/** `npm start`: the whole platform on a machine with Node alone (docs/architecture.md, "npm start"). Entry file. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { banner } from './banner.ts';
import { buildConsolePages } from './console-pages.ts';
import { dataFolderOf } from './data-folder.ts';
import { type DevInfo, readDevFile } from './dev-file.ts';
import { buildDocumentation } from './documentation.ts';
import { onNpmGone } from './os/npm-parents.ts';
import { onStopSignals } from './os/stop-signals.ts';
import { buildPackages } from './packages.ts';
import { startPlatform } from './platform.ts';
import type { Platform } from './run.ts';
import { readSettings, type StartSettings } from './settings.ts';
import { AlreadyRunningError } from './supervisor/run-lock.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');
const say = (line: string) => console.log(`· ${line}`);

try {
  await main(readSettings(process.env), process.env.npm_lifecycle_event !== undefined);
} catch (error) {
  fail((error as Error).message);
}

async function main(settings: StartSettings, belowNpm: boolean): Promise<void> {
  const started = Date.now();
  const giveUp = new AbortController();
  let platform: Platform | undefined;
  const handle = onStopSignals({
    stop: async () => {
      say('Stopping (API, workers, Temporal, PostgreSQL); Ctrl-C again to force');
      // During the start, startPlatform() stops what it has started and rejects; later, the documentation's build ends.
      giveUp.abort();
      if (!platform) return;
      await platform.stop();
      say('Stopped.');
      process.exit(0);
    },
    force: async () => {
      await platform?.stop({ force: true });
      process.exit(1);
    },
  });
  if (belowNpm) onNpmGone(handle);
  try {
    platform = await startPlatform({ checkout, settings, say, signal: giveUp.signal });
  } catch (error) {
    if (!giveUp.signal.aborted) fail(explain(error as Error, settings));
    say('Stopped.');
    process.exit(130);
  }
  console.log(banner(platform.info, ((Date.now() - started) / 1000).toFixed(1)));
  // One after the other: each alone takes a small machine.
  await buildConsolePages(checkout, say, giveUp.signal);
  await buildPackages(checkout, say, giveUp.signal);
  await buildDocumentation(checkout, say, giveUp.signal);
}

function fail(message: string): never {
  console.error(`\nGuidepost could not start: ${message}\n`);
  process.exit(1);
}

function explain(error: Error, settings: StartSettings): string {
  if (!(error instanceof AlreadyRunningError)) return error.message;
  const dir = dataFolderOf(checkout, settings.dataDir);
  const running: DevInfo | undefined = readDevFile(join(dir, 'dev.json'));
  const where = running ? `\n  API            ${running.api}\n  Temporal UI    ${running.temporalUi}` : '';
  return (
    `it is already running on ${dir} (${error.message}).${where}\n` +
    'Stop it first, or set GUIDEPOST_DATA to another folder for a second one.'
  );
}
