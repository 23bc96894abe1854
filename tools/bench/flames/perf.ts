/** A program that is not Node's, sampled by Linux' own profiler: `perf` (Debian: linux-perf). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { addStack, emptyFlame, type Flame, type Frame } from './stacks.ts';

const SAMPLES_PER_SECOND = 499;

/** The first that fits names whose code a Go function is. */
const OWNERS: readonly (readonly [RegExp, string])[] = [
  [/^go\.temporal\.io\/|^github\.com\/temporalio\//, 'Temporal'],
  [/^modernc\.org\/|sqlite|^database\/sql|jmoiron\/sqlx/, 'SQLite'],
  [/^google\.golang\.org\/|^net[./]|^golang\.org\/x\/net|^crypto\/|grpc/, 'gRPC and network'],
  [/^runtime[./]|^gcWriteBarrier|^gogo$|^sync[./]|^internal\/|^syscall|^reflect/, 'Go'],
];

/** Twenty layers around each call, which do next to nothing. */
const LAYERS = /getChainUnaryHandler|common\/rpc\/interceptor|GrpcServerOptions/;

/** Samples the process for so many seconds. @returns undefined where this machine has no `perf`. */
export async function sampleWithPerf(
  pid: number,
  seconds: number,
  folder: string,
): Promise<Flame | undefined> {
  const file = join(folder, 'perf.data');
  const how = ['-F', `${SAMPLES_PER_SECOND}`, '--call-graph', 'fp', '-p', `${pid}`, '-o', file];
  const record = spawn('perf', ['record', ...how, '--', 'sleep', `${seconds}`], { stdio: 'ignore' });
  const isRecorded = await new Promise<boolean>((resolve) => {
    record.once('error', () => resolve(false));
    record.once('exit', (code) => resolve(code === 0));
  });
  return isRecorded ? await readSamples(file) : undefined;
}

/** Blocks of lines, innermost call first, an empty line between them. */
async function readSamples(file: string): Promise<Flame> {
  const root = emptyFlame('all');
  const script = spawn('perf', ['script', '--no-inline', '-F', 'ip,sym', '-i', file], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exit = once(script, 'exit');
  let stack: Frame[] = [];
  for await (const line of createInterface({ input: script.stdout })) {
    const name = /^\s*[0-9a-f]+ (.+)$/.exec(line)?.[1];
    if (name !== undefined) {
      if (!LAYERS.test(name)) stack.unshift(frameOf(name));
    } else if (stack.length > 0) {
      addStack(root, stack, 1);
      stack = [];
    }
  }
  await exit;
  return root;
}

function frameOf(symbol: string): Frame {
  const owner = OWNERS.find(([pattern]) => pattern.test(symbol))?.[1] ?? 'other packages and the system';
  // Without the folders of its package, and without what a generic function was made for.
  return { name: symbol.replace(/\[.*\]/, '').replace(/^.*\//, ''), owner };
}
