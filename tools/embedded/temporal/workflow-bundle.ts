import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleOptions } from '../../../activities/workflow-bundle.ts';
import { readIfPresent, writePrivateFile } from '../os/files.ts';

/** Beside the bundle, which must end with its source map: whatever follows that is read as a part of it. */
const SEAL = '.sha256';

/**
 * Bundles the workflows as the workers load them, into a file named by what it was made from: unchanged sources
 * are bundled once, and again where the file was damaged since.
 * @returns the bundle's path, for WORKFLOW_BUNDLE.
 */
export async function buildWorkflowBundle(checkout: string, folder: string): Promise<string> {
  const path = join(folder, `workflows-${fingerprint(checkout)}.js`);
  if (isWhole(path)) return path;
  const { bundleWorkflowCode } = await import('@temporalio/worker');
  const quiet = { trace() {}, debug() {}, info() {}, warn: console.warn, error: console.error, log() {} };
  const { code } = await bundleWorkflowCode({ ...bundleOptions(checkout), logger: quiet });
  for (const old of globSync(`workflows-*.js{,${SEAL}}`, { cwd: folder }))
    rmSync(join(folder, old), { force: true });
  writePrivateFile(path, code);
  writePrivateFile(`${path}${SEAL}`, hashOf(code));
  return path;
}

function isWhole(path: string): boolean {
  const code = readIfPresent(path);
  return code !== undefined && readIfPresent(`${path}${SEAL}`) === hashOf(code);
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/** All that can reach the bundle, the versions of the libraries too. */
const SOURCES = ['workflows/**/*.ts', 'domain/**/*.ts', 'activities/workflow-bundle.ts', 'package-lock.json'];

function fingerprint(checkout: string): string {
  const sources = globSync(SOURCES, { cwd: checkout });
  const hash = createHash('sha256');
  for (const file of sources.sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(checkout, file)))
      .update('\0');
  return hash.digest('hex').slice(0, 16);
}
