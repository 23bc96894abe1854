import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes a document for programs that read files; it is gone when the process ends. */
export function documentFile(name: string, document: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-openapi-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(document));
  return file;
}
