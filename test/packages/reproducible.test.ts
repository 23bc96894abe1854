/** Two builds of the packages are the same bytes, wherever and by whomever they are built. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { makeThrowawayFolder, removeThrowawayFolder } from '../support/platform/throwaway-folder.ts';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = ['packages', 'domain', 'lib', 'LICENSE', 'package.json', 'package-lock.json'];
/** Of the checkout alone: the image is built without them (.dockerignore). */
const OF_THE_CHECKOUT = ['tsconfig.json', 'packages/sdk/tsconfig.json', 'packages/sdk/examples'];
const run = promisify(execFile);

let folder: string;
beforeAll(() => {
  folder = makeThrowawayFolder('guidepost-reproducible-');
});
afterAll(() => removeThrowawayFolder(folder));

/** The sources in a folder of that name, with the packages that build them. */
function copySources(name: string): string {
  const home = join(folder, name);
  mkdirSync(home);
  for (const path of SOURCES) cpSync(join(CHECKOUT, path), join(home, path), { recursive: true });
  rmSync(join(home, 'packages/dist'), { recursive: true, force: true });
  const ours = join(home, 'node_modules/@guidepost');
  mkdirSync(ours, { recursive: true });
  symlinkSync('../../packages/sdk', join(ours, 'sdk'));
  for (const one of readdirSync(join(CHECKOUT, 'node_modules')))
    if (one !== '@guidepost' && one !== 'guidepost')
      symlinkSync(join(CHECKOUT, 'node_modules', one), join(home, 'node_modules', one));
  return home;
}

async function build(home: string, umask: string): Promise<Record<string, Buffer>> {
  await run('sh', ['-euc', `umask ${umask}; exec "$0" packages/build.ts`, process.execPath], { cwd: home });
  const dist = join(home, 'packages/dist');
  return Object.fromEntries(readdirSync(dist).map((name) => [name, readFileSync(join(dist, name))]));
}

test('by the checkout and by the image, in folders of other names and under another umask', async () => {
  const checkout = copySources('checkout');
  const image = copySources('as-the-image-has-it');
  cpSync(join(CHECKOUT, 'tsconfig.json'), join(checkout, 'tsconfig.json'));
  for (const path of OF_THE_CHECKOUT) rmSync(join(image, path), { recursive: true, force: true });

  const [one, other] = await Promise.all([build(checkout, '077'), build(image, '022')]);
  const packed = (built: Record<string, Buffer>) =>
    Object.keys(built).filter((name) => name.endsWith('.tgz'));
  // The names of two say what is in them.
  expect(packed(other)).toEqual(packed(one));
  expect(packed(one)).toHaveLength(4);
  for (const name of packed(one)) expect([name, other[name]!.equals(one[name]!)]).toEqual([name, true]);
});
