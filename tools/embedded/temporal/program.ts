import { join } from 'node:path';
import { findProgram, isExecutable } from '../os/find-program.ts';
import { goInstall } from '../os/go-install.ts';
import { runProgram } from '../os/run-program.ts';
import type { Say } from '../os/terminal.ts';
import { downloadBySdk, downloadedBySdk } from './sdk-download.ts';
import { firstAvailable, type Source } from './sources.ts';

/** The newest release that `go install` can build (later ones use replace directives). */
export const VERSION = 'v1.5.1';
const MODULE = `github.com/temporalio/cli/cmd/temporal@${VERSION}`;
const BUILDING = `Building the temporal program ${VERSION} with go install (once, about two minutes)`;

const ADVICE =
  'Choose one: install the Temporal CLI so that `temporal` is on PATH (docs.temporal.io/cli); install Go and start ' +
  'again, which builds it; or set TEMPORAL_ADDRESS to a Temporal server that runs already.';

export interface LocateOptions {
  /** Where programs are kept between runs; see cacheFolder(). */
  readonly cacheDir: string;
  readonly say: Say;
  /** PATH is searched, and programs are run with it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends a download or a build under way. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Finds the `temporal` program, or gets it: PATH, an earlier download or build, the SDK's download, `go install`.
 * @throws one Error that says what was tried and what can be done.
 */
export function locateTemporalProgram(options: LocateOptions): Promise<string> {
  return firstAvailable('temporal program', temporalSources(options), ADVICE, options.say);
}

/** The sources in the order in which they are asked. */
export function temporalSources({ cacheDir, say, env, signal }: LocateOptions): Source[] {
  const built = join(cacheDir, 'bin', `temporal-${VERSION}${process.platform === 'win32' ? '.exe' : ''}`);
  const go = findProgram('go', env.PATH);
  return [
    { title: '`temporal` on PATH', obtain: () => usable(findProgram('temporal', env.PATH)) },
    { title: 'an earlier download', obtain: () => downloadedBySdk(cacheDir, 'dev-server') },
    { title: 'an earlier build', obtain: () => (isExecutable(built) ? built : undefined) },
    { title: "the Temporal SDK's download", obtain: () => downloadBySdk(cacheDir, 'dev-server', say) },
    {
      title: '`go install`',
      obtain: () =>
        go ? goInstall({ go, module: MODULE, target: built, text: BUILDING, say, env, signal }) : undefined,
    },
  ];
}

/** Something else may be called `temporal`, too. */
async function usable(program: string | undefined): Promise<string | undefined> {
  if (!program) return undefined;
  const version = await runProgram(program, ['--version'], { signal: AbortSignal.timeout(10_000) });
  if (!version.startsWith('temporal version')) throw new Error(`${program} is not the Temporal CLI`);
  return program;
}
