/**
 * `npm run openapi:breaking [BASE [DOCUMENT]]`: oasdiff holds today's OpenAPI document against the last released one
 * (docs/openapi), and fails where a client that was written for that one could break.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describeApi } from '../../api/document.ts';
import { documentFile } from './document-file.ts';
import { type Document, flattened, forClientsOf } from './flatten.ts';
import { locateOasdiff } from './oasdiff.ts';
import { lastRelease } from './releases.ts';

const [base = lastRelease(), given] = process.argv.slice(2);
const oasdiff = locateOasdiff(process.env);
if (oasdiff === undefined) {
  console.log('oasdiff is left out: it is built with go, which is not here (go.dev/dl)');
} else {
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Document;
  const today = given === undefined ? ((await describeApi()) as Document) : read(given);
  const released = read(base);
  const seen = forClientsOf(released, today);
  const files = [documentFile('released', flattened(released)), documentFile('today', flattened(seen))];
  const args = ['breaking', '--fail-on', 'WARN', '--format', 'singleline', ...files];
  const { status, error } = spawnSync(oasdiff, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (error) throw error;
  console.log(status === 0 ? `nothing breaks clients of ${base}` : `clients of ${base} would break`);
  process.exitCode = status === 0 ? 0 : 1;
}
