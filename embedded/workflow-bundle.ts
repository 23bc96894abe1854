import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIfPresent } from './files.ts';

/** The last line of a bundle: the hash of what is above it. */
const SEAL = '\n// sha256 ';

/**
 * Bundles the workflows as the workers load them, into a file named by what it was made from: unchanged sources
 * are bundled once, and again where the file was damaged since.
 * @returns the bundle's path, for WORKFLOW_BUNDLE.
 */
export async function buildWorkflowBundle(checkout: string, folder: string): Promise<string> {
  const path = join(folder, `workflows-${fingerprint(checkout)}.js`);
  if (isWhole(readIfPresent(path))) return path;
  const { bundleWorkflowCode } = await import('@temporalio/worker');
  const quiet = { trace() {}, debug() {}, info() {}, warn: console.warn, error: console.error, log() {} };
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(checkout, 'workflows', 'index.ts'),
    logger: quiet,
  });
  mkdirSync(folder, { recursive: true });
  for (const old of globSync('workflows-*.js', { cwd: folder })) rmSync(join(folder, old), { force: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${code}${SEAL}${hashOf(code)}\n`);
  renameSync(draft, path);
  return path;
}

function isWhole(text: string | undefined): boolean {
  if (text === undefined) return false;
  const end = text.lastIndexOf(SEAL);
  return end >= 0 && text.slice(end + SEAL.length).trimEnd() === hashOf(text.slice(0, end));
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/** Of all that can reach the bundle: the workflows, the domain, and the versions of the libraries. */
function fingerprint(checkout: string): string {
  const sources = globSync(['workflows/**/*.ts', 'domain/**/*.ts', 'package-lock.json'], { cwd: checkout });
  const hash = createHash('sha256');
  for (const file of sources.sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(checkout, file)))
      .update('\0');
  return hash.digest('hex').slice(0, 16);
}
