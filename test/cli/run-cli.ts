import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { run } from '../../packages/cli/src/run.ts';

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly env?: Record<string, string>;
  readonly stdin?: string;
  /** Aborting it is Ctrl-C. */
  readonly ending?: AbortController;
  /** Told of each text on stderr. */
  readonly onNote?: (text: string) => void;
  /** Told of each text on stdout, a moment before it can be read in the result. */
  readonly onOutput?: (text: string) => void;
  /** Somebody sits in front, and types there. */
  readonly keyboard?: Keyboard;
}

/** A terminal's input. */
export type Keyboard = PassThrough & { isTTY: true; setRawMode: () => void };
export const newKeyboard = (): Keyboard =>
  Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} } as const);

/** The command line in this process, with a configuration of its own. */
export function createCli() {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-cli-'));
  async function cli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
    const { env = {}, stdin = '', ending = new AbortController(), keyboard } = options;
    const notified = { stdout: options.onOutput, stderr: options.onNote };
    const collected = { stdout: '', stderr: '' };
    const collect = (name: 'stdout' | 'stderr') =>
      new PassThrough().on('data', (chunk) => {
        collected[name] += chunk;
        notified[name]?.(String(chunk));
      });
    const io = {
      env: { GUIDEPOST_CONFIG_DIR: folder, NO_COLOR: '1', ...env },
      stdin: keyboard ?? Readable.from([stdin]),
      stdout: collect('stdout'),
      stderr: Object.assign(collect('stderr'), { isTTY: keyboard !== undefined }),
      signal: ending.signal,
      stop: () => ending.abort(),
    };
    const code = await run(args, io);
    return { code, ...collected };
  }
  return { cli, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
