/**
 * npm run sdk:types: writes src/generated/openapi.ts from the OpenAPI document of this checkout. openapi-typescript does not run on
 * TypeScript 7, so npx fetches it with the TypeScript that it wants.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { typedDocument, typesHash } from './document.ts';

const TARGET = new URL('../src/generated/openapi.ts', import.meta.url);
const PACKAGES = ['typescript@5.9.3', 'openapi-typescript@7.13.0'];

const folder = mkdtempSync(join(tmpdir(), 'guidepost-types-'));
try {
  const document = await typedDocument();
  const input = join(folder, 'openapi.json');
  const output = join(folder, 'openapi.ts');
  writeFileSync(input, JSON.stringify(document));
  const packages = PACKAGES.flatMap((name) => ['--package', name]);
  const program = ['openapi-typescript', input, '--output', output, '--alphabetize'];
  execFileSync('npx', ['--yes', ...packages, ...program], { cwd: folder, stdio: 'inherit' });
  const head = [
    '/** Generated from the OpenAPI document by `npm run sdk:types`; do not edit. */',
    `// document: ${typesHash(document)}`,
  ].join('\n');
  writeFileSync(TARGET, `${head}\n\n${slim(readFileSync(output, 'utf8'))}`);
} finally {
  rmSync(folder, { recursive: true });
}

/** `operations` has everything that `paths` has; two spaces are enough. */
function slim(generated: string): string {
  return generated
    .replace(/^\/\*\*[\s\S]*?\*\/\n/, '')
    .replace(/export interface paths \{[\s\S]*?\n\}\n/, '')
    .replace(/^( {4})+/gm, (indent) => ' '.repeat(indent.length / 2))
    .replace(
      /^ *(?:query|header|path|cookie|get|put|post|delete|options|head|patch|trace|requestBody)\?: never;\n/gm,
      '',
    )
    .replace(/^ *headers: \{\n *\[name: string\]: unknown;\n *\};\n/gm, '')
    .replace(/^ *parameters: \{\n *\};\n/gm, '');
}
