/** The command line as a package: one program, with the SDK and the platform's own rules in it. See docs/decisions/0084. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, pack } from '../../sdk/scripts/publishing.ts';

const CLI = new URL('../', import.meta.url);
const fileOf = (path: string) => fileURLToPath(new URL(path, CLI));

/** Writes the package into a folder of that name below `out`, and packs it as `out`/cli.tgz. */
export async function packCli(out: string): Promise<void> {
  const folder = join(out, 'cli');
  const { private: _, dependencies, ...manifest } = JSON.parse(readFileSync(fileOf('package.json'), 'utf8'));
  // In the program: no registry has to have it.
  const { '@guidepost/sdk': _bundled, ...others } = dependencies;
  await bundle({
    source: CLI,
    entries: { main: 'src/main.ts' },
    ending: '.mjs',
    platform: 'node',
    target: 'node20',
    external: Object.keys(others),
    out: folder,
  });
  const published = { ...manifest, bin: { guidepost: './main.mjs' }, dependencies: others };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  copyFileSync(fileOf('README.md'), join(folder, 'README.md'));
  copyFileSync(fileOf('../../LICENSE'), join(folder, 'LICENSE'));
  pack(folder, 'cli.tgz');
}
