import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../tools/embedded/os/cache-folder.ts';
import { findProgram, isExecutable } from '../../tools/embedded/os/find-program.ts';

/** The newest that `go install` builds from the module proxy alone. */
const VERSION = 'v1.30.0';

/** The program, built once for the user; undefined where there is no go. @throws where it can't be built. */
export function locateOasdiff(env: NodeJS.ProcessEnv): string | undefined {
  const folder = join(cacheFolder(env), 'bin', `oasdiff-${VERSION}`);
  const built = join(folder, process.platform === 'win32' ? 'oasdiff.exe' : 'oasdiff');
  if (isExecutable(built)) return built;
  const go = findProgram('go', env.PATH);
  if (go === undefined) return undefined;
  mkdirSync(folder, { recursive: true });
  console.error(`Building oasdiff ${VERSION} with go install (once, about a minute)`);
  const { status, stderr } = spawnSync(go, ['install', `github.com/oasdiff/oasdiff@${VERSION}`], {
    cwd: folder,
    env: { ...env, GOBIN: folder, GOFLAGS: '' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`oasdiff ${VERSION} can't be built:\n${stderr}`);
  return built;
}
