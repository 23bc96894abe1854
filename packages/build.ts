/** `npm run build`: what integrators install, as the API serves it and as it is published. Unchanged sources are built once. */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { packCli } from './cli/scripts/pack.ts';
import { packSdk } from './sdk/scripts/pack.ts';
import { arePackagesBuilt, packagesFolder, packagesStamp } from './stamp.ts';

const CHECKOUT = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '');
const HASH_CHARACTERS = 16;

/**
 * Builds sdk.tgz and cli.tgz into `out`, which stays as it is until the new ones are whole; and each under a name that says what is in it.
 * @returns whether there was anything to do.
 */
export async function buildPackages(out = packagesFolder(CHECKOUT)): Promise<boolean> {
  if (arePackagesBuilt(CHECKOUT, out)) return false;
  const stamp = packagesStamp(CHECKOUT);
  const draft = `${out}.${process.pid}`;
  try {
    mkdirSync(draft, { recursive: true });
    await packSdk(draft);
    await packCli(draft);
    for (const name of ['sdk', 'cli']) {
      const hash = createHash('sha256')
        .update(readFileSync(join(draft, `${name}.tgz`)))
        .digest('hex');
      copyFileSync(join(draft, `${name}.tgz`), join(draft, `${name}-${hash.slice(0, HASH_CHARACTERS)}.tgz`));
      rmSync(join(draft, name), { recursive: true });
    }
    writeFileSync(join(draft, 'stamp'), stamp);
    if (existsSync(out)) renameSync(out, `${draft}.old`);
    renameSync(draft, out);
    return true;
  } finally {
    for (const folder of [draft, `${draft}.old`]) rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log((await buildPackages()) ? 'The packages are built' : 'The packages are up to date');
}
