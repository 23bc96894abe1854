/**
 * `npm run demo`: an order's whole life with a real callback receiver; `-- --refuse` with a merchant that at first
 * does not acknowledge. Uses the running platform, or starts one for the while. Entry file.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataFolderOf } from '../data-folder.ts';
import { type DevInfo, readDevFile } from '../dev-file.ts';
import { onNpmGone } from '../os/npm-parents.ts';
import { onStopSignals } from '../os/stop-signals.ts';
import { startPlatform } from '../platform.ts';
import { readSettings } from '../settings.ts';
import { narrateOrder } from './story.ts';

const checkout = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '');
const settings = readSettings(process.env);
const refuse = process.argv.includes('--refuse');
const began = Date.now();
const print = (line: string) =>
  console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`);

const stopping = new AbortController();
const handle = onStopSignals({
  stop: async () => stopping.abort(new Error('stopped')),
  force: async () => process.exit(1),
});
if (process.env.npm_lifecycle_event) onNpmGone(handle);

const running = readDevFile(join(dataFolderOf(checkout, settings.dataDir), 'dev.json'));
try {
  if (running) await show(running);
  else await showOnOwnPlatform();
} catch (error) {
  console.error(`\nThe demo failed: ${(error as Error).message}`);
  process.exitCode = 1;
}
// What a broken-off story still waits for must not keep the process.
process.exit();

async function showOnOwnPlatform(): Promise<void> {
  print('No platform is running: starting one for the demo ("npm start" keeps one running)');
  const platform = await startPlatform({ checkout, settings, say: print, signal: stopping.signal });
  try {
    await show(platform.info);
  } finally {
    print('Stopping the platform; the order stays in its data folder');
    await platform.stop();
  }
}

function show(platform: DevInfo): Promise<void> {
  return narrateOrder({ platform, refuse, print, signal: stopping.signal });
}
