/** The SDK as a package: JavaScript, declarations, README. See docs/decisions/0084. */
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import { bundle, pack } from './publishing.ts';

const SDK = new URL('../', import.meta.url);

/** Writes the package into a folder of that name below `out`, and packs it as `out`/sdk.tgz. */
export async function packSdk(out: string): Promise<void> {
  const folder = join(out, 'sdk');
  const { private: _, devDependencies: __, ...manifest } = manifestOf();
  const entries = Object.entries(manifest.exports).map(([entry, source]) => [entry, withoutEnding(source)]);
  await bundle({
    source: SDK,
    entries: Object.fromEntries(entries.map(([, base]) => [base, `src/${base}.ts`])),
    ending: '.js',
    platform: 'neutral',
    target: 'es2022',
    out: folder,
  });
  writeDeclarations(folder);
  const built = entries.map(([entry, base]) => [entry, { types: `./${base}.d.ts`, default: `./${base}.js` }]);
  const published = {
    ...manifest,
    types: './index.d.ts',
    exports: { ...Object.fromEntries(built), './package.json': './package.json' },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  for (const file of ['README.md', 'LICENSE'])
    copyFileSync(fileURLToPath(new URL(file, SDK)), join(folder, file));
  pack(folder, 'sdk.tgz');
}

interface Manifest {
  readonly private: boolean;
  readonly devDependencies: object;
  readonly exports: Readonly<Record<string, string>>;
}

function manifestOf(): Manifest {
  return JSON.parse(readFileSync(new URL('package.json', SDK), 'utf8'));
}

/** `./src/webhooks/index.ts` is `webhooks/index`. */
function withoutEnding(source: string): string {
  return source.replace('./src/', '').replace(/\.ts$/, '');
}

/** One for each source, which needs no compiler as the sources' types are written down (tsconfig.json, isolatedDeclarations). */
function writeDeclarations(folder: string): void {
  const sources = fileURLToPath(new URL('src/', SDK));
  for (const file of globSync('**/*.ts', { cwd: sources })) {
    const source = readFileSync(join(sources, file), 'utf8');
    const { code, errors } = isolatedDeclarationSync(file, source, { stripInternal: true });
    if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
    const target = join(folder, file.replace(/\.ts$/, '.d.ts'));
    mkdirSync(dirname(target), { recursive: true });
    // Editors need no indentation.
    writeFileSync(
      target,
      code.replace(/^[ \t]+/gm, '').replace(/((?:from|import\()\s*["']\.[^"']*)\.ts(["'])/g, '$1.js$2'),
    );
  }
}
