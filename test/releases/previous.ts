/** The workflows of the release before, as its workers ran them. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** The last one whose workflows differ from today's. */
const PREVIOUS = { version: '0.3.0', program: 4 } as const;

const SOURCE_MAP = '\n//# sourceMappingURL=data:application/json;charset=utf-8;base64,';

/** The source map is two thirds of a bundle. */
export function withoutSourceMap(code: string): string {
  return code.slice(0, code.lastIndexOf(SOURCE_MAP));
}

/** Its workflows' number. */
export const PREVIOUS_PROGRAM = PREVIOUS.program;

/** With an empty source map: the SDK refuses a bundle that has none. */
export function previousBundle(): string {
  const code = gunzipSync(readFileSync(new URL(`${PREVIOUS.version}.js.gz`, import.meta.url))).toString(
    'utf8',
  );
  const map = { version: 3, file: `workflows-${PREVIOUS.version}.js`, sources: [], names: [], mappings: '' };
  return `${code}${SOURCE_MAP}${Buffer.from(JSON.stringify(map)).toString('base64')}\n`;
}
