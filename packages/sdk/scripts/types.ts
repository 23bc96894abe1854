import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { typesHash } from './document.ts';

/** openapi-typescript does not run on TypeScript 7, so npx fetches it with the TypeScript that it wants. */
const PACKAGES = ['typescript@5.9.3', 'openapi-typescript@7.13.0'];

/** The types of an OpenAPI document's operations, with a head that names their document. */
export function typesOf(document: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-types-'));
  try {
    const input = join(folder, 'openapi.json');
    const output = join(folder, 'openapi.ts');
    writeFileSync(input, JSON.stringify(document));
    const packages = PACKAGES.flatMap((name) => ['--package', name]);
    // A member with a default may be left out of a request; in answers those that are there are required by name.
    const optional = '--default-non-nullable=false';
    const program = ['openapi-typescript', input, '--output', output, '--alphabetize', optional];
    execFileSync('npx', ['--yes', ...packages, ...program], { cwd: folder, stdio: 'inherit' });
    const head = [
      '/** Generated from the OpenAPI document by `npm run sdk:types`; do not edit. */',
      `// document: ${typesHash(document)}`,
    ].join('\n');
    return `${head}\n\n${slim(readFileSync(output, 'utf8'))}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `operations` has everything that `paths` has; what says nothing is left out; two spaces are enough. */
function slim(generated: string): string {
  const never = 'query|header|path|cookie|get|put|post|delete|options|head|patch|trace|requestBody';
  return (
    generated
      .replace(/^\/\*\*[\s\S]*?\*\/\n/, '')
      .replace(/export interface paths \{[\s\S]*?\n\}\n/, '')
      .replace(/^export type \$defs.*\n/m, '')
      .replace(/^ *(?:responses|parameters|requestBodies|headers|pathItems): never;\n/gm, '')
      .replace(new RegExp(`^ *(?:${never})\\?: never;\n`, 'gm'), '')
      .replace(/^ *headers: \{\n *\[name: string\]: unknown;\n *\};\n/gm, '')
      .replace(/^ *parameters: \{\n *\};\n/gm, '')
      .replace(/^ *\/\*\* (?:@constant|@enum .*|@description Success) \*\/\n/gm, '')
      .replace(/^ *\/\*\*\n(?: *\* (?:@enum|@constant|@default|@format|Format:).*\n)+ *\*\/\n/gm, '')
      .replace(/^ *\* (?:@enum|@constant|@default|@format|Format:).*\n/gm, '')
      .replace(/^ *\/\*\* @example .* \*\/\n/gm, '')
      .replace(/^ *\/\*\*\n(?: *\* @example .*\n)+ *\*\/\n/gm, '')
      .replace(/^ *\* @example .*\n/gm, '')
      .replace(/\/\*\*\n *\* (?:@description )?(.*)\n *\*\/\n/g, '/** $1 */\n')
      .replaceAll('@description ', '')
      .replace(/ & \(unknown(?: & unknown)*\)/g, '')
      // The first clause: editors show the rest nowhere, and the documentation has it.
      .replace(/^( *\/\*\* .*?)[.;] .*( \*\/)$/gm, '$1$2')
      .replace(/^( {4})+/gm, (indent) => ' '.repeat(indent.length / 2))
  );
}
