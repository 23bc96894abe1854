/** What Node's `--cpu-prof` writes, as stacks. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT } from '../support/backends.ts';
import { addStack, emptyFlame, type Flame, type Frame } from './stacks.ts';

/** Microseconds of the clock that profiles and `process.hrtime` share. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

interface Profile {
  readonly nodes: readonly { id: number; callFrame: CallFrame; children?: readonly number[] }[];
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

/** Whose code a line of the workflows' bundle is. */
type BundleLines = readonly string[];

/** For the process to be profiled; it writes when it ends. */
export function profiling(folder: string): Record<string, string> {
  return { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` };
}

/** All threads of the process `pid`, each with its own root; waits are left out. */
export function readProfiles(folder: string, pid: number, period: Period, bundle: string): Flame {
  const root = emptyFlame('all');
  const modules = modulesOf(bundle);
  // CPU.<day>.<time>.<pid>.<thread>.<number>.cpuprofile
  for (const file of globSync(`CPU.*.*.${pid}.*.cpuprofile`, { cwd: folder }).sort()) {
    const thread = Number(file.split('.')[4]);
    const profile: Profile = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    addProfile(root, profile, thread === 0 ? 'main thread' : `thread ${thread}: workflows`, period, modules);
  }
  if (root.weight === 0) throw new Error(`no profile of process ${pid}`);
  return root;
}

function addProfile(
  root: Flame,
  { nodes, startTime, samples, timeDeltas }: Profile,
  thread: string,
  { from, to }: Period,
  modules: BundleLines,
): void {
  const stacks = new Map<number, readonly Frame[]>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const walk = (id: number, above: readonly Frame[]) => {
    const { callFrame, children = [] } = byId.get(id)!;
    const stack =
      callFrame.functionName === '(root)'
        ? [{ name: thread, owner: 'Node and V8' }]
        : [...above, frameOf(callFrame, modules)];
    stacks.set(id, stack);
    for (const child of children) walk(child, stack);
  };
  walk(nodes[0]!.id, []);
  let at = startTime;
  for (const [index, sample] of samples.entries()) {
    const lasted = timeDeltas[index]!;
    at += lasted;
    const isIdle = byId.get(sample)!.callFrame.functionName === '(idle)';
    if (at >= from && at <= to && !isIdle) addStack(root, stacks.get(sample)!, lasted);
  }
}

function frameOf({ functionName, url, lineNumber }: CallFrame, modules: BundleLines): Frame {
  const path = /workflow[^/]*\.js$/.test(url) && !url.includes('node_modules') ? modules[lineNumber] : url;
  if (!path || path.startsWith('node:')) return { name: functionName || '(anonymous)', owner: 'Node and V8' };
  const [, scope] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  // How the SDK has workflow code called.
  if (path.startsWith('evalmachine'))
    return { name: `${functionName} ${path}`.trimStart(), owner: 'Temporal SDK' };
  const place = scope ?? path.replace(`file://${CHECKOUT}`, '').replace(/^\.\//, '');
  const name = `${functionName} ${place}`.trimStart();
  if (scope === undefined) return { name, owner: 'ours' };
  return { name, owner: scope.startsWith('@temporalio/') ? 'Temporal SDK' : 'other packages' };
}

/** Line → module: the bundler writes each one's path above it. */
function modulesOf(bundle: string): BundleLines {
  let module = '';
  return readFileSync(bundle, 'utf8')
    .split('\n')
    .map((line) => {
      module = /^\s*!\*\*\* (\S+) .*\*\*\*!/.exec(line)?.[1] ?? module;
      return module;
    });
}
