import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { run } from '../../cli/src/run.ts';

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
  /** Told of stdout as it grows. */
  readonly onOutput?: (stdout: string) => void;
}

/** The command line in this process, with a configuration of its own. */
export function createCli() {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-cli-'));
  async function cli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
    const { env = {}, stdin = '', ending = new AbortController(), onOutput = () => {} } = options;
    const collected = { stdout: '', stderr: '' };
    const collect = (name: 'stdout' | 'stderr') =>
      new PassThrough().on('data', (chunk) => {
        collected[name] += chunk;
        if (name === 'stdout') onOutput(collected.stdout);
      });
    const io = {
      env: { GUIDEPOST_CONFIG_DIR: folder, ...env },
      stdin: Readable.from([stdin]),
      stdout: collect('stdout'),
      stderr: collect('stderr'),
      signal: ending.signal,
      stop: () => ending.abort(),
    };
    const code = await run(args, io);
    return { code, ...collected };
  }
  return { cli, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
