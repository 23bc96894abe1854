/**
 * Entry file of the guard process: it reads from its standard input which processes the supervisor has started,
 * and when that pipe closes (the supervisor is gone, however it died) ends those that are left.
 * Lines: `+<pid> <signal>` a process group to guard, `-<pid>` it has ended.
 */
import { createInterface } from 'node:readline';
import { endProcess, identify, type ProcessIdentity, signalGroup } from '../os/processes.ts';

const GRACE_MS = 4_000;
const watched = new Map<number, { identity: ProcessIdentity; signal: NodeJS.Signals }>();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // Only the pipe's end ends the guard: someone who signals everything at once must not take it away first.
  process.on(signal, () => {});
}

for await (const line of createInterface({ input: process.stdin })) {
  const [word = '', signal = 'SIGTERM'] = line.split(' ');
  const pid = Number(word.slice(1));
  const identity = word.startsWith('+') ? identify(pid) : undefined;
  if (identity) watched.set(pid, { identity, signal: signal as NodeJS.Signals });
  else watched.delete(pid);
}

await Promise.all([...watched.values()].map(end));

async function end({ identity, signal }: { identity: ProcessIdentity; signal: NodeJS.Signals }) {
  await endProcess(identity, signal, GRACE_MS);
  signalGroup(identity.pid, 'SIGKILL');
}
