/**
 * `npm run admin` commands one after the other in one process (admin-shell.ts): admin/index.ts is evaluated anew for each,
 * with its own arguments, environment, output and exit code; what it imports is loaded once.
 */
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import type { AdminRun } from './admin.ts';
import type { AdminRequest } from './admin-shell.ts';

const PROGRAM = new URL('../../../admin/index.ts', import.meta.url).href;
let runs = 0;
let last: Promise<void> = Promise.resolve();

process.on('message', (request: AdminRequest) => {
  last = last.then(() => run(request)).then((result) => void process.send!(result));
});

async function run({ env, args }: AdminRequest): Promise<AdminRun> {
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = (chunk: Uint8Array | string) => {
      written[name] += chunk.toString();
      return true;
    };
  process.env = { ...env };
  process.argv = [process.execPath, fileURLToPath(PROGRAM), ...args];
  process.exitCode = 0;
  try {
    runs += 1;
    await import(`${PROGRAM}?run=${runs}`);
  } catch (error) {
    // As Node ends where nobody has caught it.
    return { ...written, code: 1, stderr: `${written.stderr}${inspect(error)}\n` };
  }
  return { ...written, code: Number(process.exitCode) };
}
