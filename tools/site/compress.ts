/** What is text is kept compressed as well: the API sends it as it is (api/routes/documentation.ts). */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Below this many bytes, a packet holds the file either way. */
const WORTHWHILE = 1_200;

export function compress(folder: string): void {
  for (const file of globSync('**/*.{html,css,js,json,svg}', { cwd: folder })) {
    const path = join(folder, file);
    const content = readFileSync(path);
    if (content.length < WORTHWHILE) continue;
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }),
    );
    writeFileSync(`${path}.gz`, gzipSync(content));
  }
}
