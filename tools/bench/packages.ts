/**
 * Before `npm run bench`: installs what only measurements need (tools/bench/package.json), where it is not there yet. Some
 * 90 MB that `npm ci` leaves to it; needs the npm registry once.
 */
import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const { dependencies } = readJson('package.json') as { dependencies: Record<string, string> };

const missing = Object.entries(dependencies).filter(([name, version]) => installedVersion(name) !== version);
if (missing.length > 0) {
  console.error(`Installing ${missing.map((one) => one.join('@')).join(', ')} into tools/bench/node_modules`);
  execSync('npm ci --ignore-scripts --no-audit --no-fund', { cwd: FOLDER, stdio: 'inherit' });
}

function installedVersion(name: string): string | undefined {
  try {
    return (readJson(`node_modules/${name}/package.json`) as { version: string }).version;
  } catch {
    return undefined;
  }
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(`${FOLDER}${path}`, 'utf8'));
}
