/**
 * `eval "$(npm run --silent sandbox)"`: the running platform's address and its sandbox credentials as shell variables,
 * so that the README's commands can be pasted unchanged. Entry file.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataFolderOf } from './data-folder.ts';
import { readDevFile } from './dev-file.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const folder = dataFolderOf(checkout, process.env.GUIDEPOST_DATA);
const running = readDevFile(join(folder, 'dev.json'));
if (running) {
  console.log(`export API='${running.api}'`);
  console.log(`export AGENCY='${running.agency.clientId}:${running.agency.clientSecret}'`);
  console.log(`export STUDIO='${running.studio.clientId}:${running.studio.clientSecret}'`);
} else {
  console.error(`Guidepost is not running on ${folder}: run "npm start" first, in another terminal`);
  process.exitCode = 1;
}
