import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../../embedded/os/cache-folder.ts';
import { findProgram, isExecutable } from '../../../embedded/os/find-program.ts';
import { runProgram } from '../../../embedded/os/run-program.ts';
import type { Say } from '../../../embedded/os/terminal.ts';

const REQUIREMENTS = fileURLToPath(new URL('requirements.txt', import.meta.url));

/**
 * A Python with schemathesis and everything below it in pinned versions; made once, then kept in the cache folder.
 * @returns the interpreter.
 * @throws where there is no python3 that can make environments, or PyPI can't be reached.
 */
export async function locatePython(say: Say): Promise<string> {
  const system = findProgram('python3', process.env.PATH);
  if (!system) throw new Error('schemathesis needs python3, and there is none on PATH');
  const { env } = process;
  // An environment belongs to the Python that made it.
  const version = await runProgram(system, ['-c', 'import sys; print(sys.version, sys.base_prefix)'], {
    env,
  });
  const digest = createHash('sha256').update(version).update(readFileSync(REQUIREMENTS)).digest('hex');
  const folder = join(cacheFolder(env), `schemathesis-${digest.slice(0, 12)}`);
  const python = join(folder, 'bin', 'python');
  if (isExecutable(python)) return python;
  say('Installing schemathesis into an environment of its own (once)');
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    await runProgram(system, ['-m', 'venv', draft], { env });
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', REQUIREMENTS];
    await runProgram(join(draft, 'bin', 'python'), install, { env });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return python;
}
