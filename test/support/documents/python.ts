import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../../tools/embedded/os/cache-folder.ts';
import { findProgram, isExecutable } from '../../../tools/embedded/os/find-program.ts';
import { runProgram } from '../../../tools/embedded/os/run-program.ts';
import type { Say } from '../../../tools/embedded/os/terminal.ts';

/**
 * A Python with packages in pinned versions, in an environment of its own; made once, then kept in the cache folder.
 * @param name what it is for; part of the folder's name.
 * @param requirements as pip's requirements.txt has them.
 * @returns the interpreter.
 * @throws where there is no python3 that can make environments, or PyPI can't be reached.
 */
export async function pythonWith(name: string, requirements: string, say: Say = () => {}): Promise<string> {
  const { env } = process;
  const system = findProgram('python3', env.PATH);
  if (!system) throw new Error(`${name} needs python3, and there is none on PATH`);
  // An environment belongs to the Python that made it.
  const version = await runProgram(system, ['-c', 'import sys; print(sys.version, sys.base_prefix)'], {
    env,
  });
  const digest = createHash('sha256').update(version).update(requirements).digest('hex');
  const folder = join(cacheFolder(env), `${name}-${digest.slice(0, 12)}`);
  const python = join(folder, 'bin', 'python');
  if (isExecutable(python)) return python;
  say(`Installing ${name} into an environment of its own (once)`);
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    await runProgram(system, ['-m', 'venv', draft], { env });
    writeFileSync(join(draft, 'requirements.txt'), requirements);
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    const from = ['-r', join(draft, 'requirements.txt')];
    await runProgram(join(draft, 'bin', 'python'), [...install, ...from], { env });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return python;
}
