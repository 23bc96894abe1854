import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { goneWithin, identify } from '../../../tools/embedded/os/processes.ts';
import { createSupervisor, type Supervisor } from '../../../tools/embedded/supervisor/index.ts';
import type { ServiceDefinition } from '../../../tools/embedded/supervisor/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'guidepost-supervisor-'));
let supervisor: Supervisor;
const onStart: (() => void)[] = [];
const onLine: ((line: string) => void)[] = [];

function create(): Supervisor {
  const onChange = (name: string, pid: number | undefined) => {
    if (pid === undefined || name === 'guard') return;
    for (const resolve of onStart.splice(0)) resolve();
  };
  supervisor = createSupervisor({ logDir: folder, say: () => {}, onChange });
  return supervisor;
}

const sleeper = (name: string): ServiceDefinition => ({
  name,
  command: () => ({ file: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] }),
  ready: async () => {},
  readyWithinMs: 5_000,
  stopSignal: 'SIGTERM',
  graceMs: 2_000,
});

afterEach(async () => {
  await supervisor.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the supervisor', () => {
  test('a killed service is started again', async () => {
    const service = await create().start(sleeper('sleeper'));
    const again = new Promise<void>((resolve) => onStart.push(resolve));
    const first = service.pid() ?? 0;
    process.kill(first, 'SIGKILL');
    await again;
    expect(service.pid()).not.toBe(first);
  });

  test('a stopped service is gone and stays away', async () => {
    const service = await create().start(sleeper('sleeper'));
    const identity = identify(service.pid() ?? 0);
    await service.stop();
    expect(identity && (await goneWithin(identity, 0))).toBe(true);
    expect(service.pid()).toBeUndefined();
  });

  test('a service that ends before it is ready fails its start, with its last words', async () => {
    const broken: ServiceDefinition = {
      ...sleeper('broken'),
      command: () => ({
        file: process.execPath,
        args: ['-e', 'console.error("no such table"); process.exit(3)'],
      }),
      ready: (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    };
    await expect(create().start(broken)).rejects.toThrow(
      /broken ended before it was ready \(exit code 3\).*no such table/s,
    );
  });

  test('a first start whose port was taken in the moment before is tried again', async () => {
    let starts = 0;
    // A long stack behind it, as Go writes one.
    const says =
      'console.error("listen EADDRINUSE: address already in use 127.0.0.1:1" + "\\n  at".repeat(100)); process.exit(1)';
    const unlucky: ServiceDefinition = {
      ...sleeper('unlucky'),
      command: () => ({
        file: process.execPath,
        args: ['-e', ++starts === 1 ? says : 'console.log("up"); setInterval(() => {}, 1000)'],
      }),
      ready: () =>
        new Promise((resolve) => {
          onLine.push((line) => line === 'up' && resolve());
        }),
      onLine: (line) => {
        for (const arrived of onLine) arrived(line);
      },
    };
    await create().start(unlucky);
    expect(starts).toBe(2);
  });

  test('a start under way is given up when everything stops', async () => {
    const never: ServiceDefinition = { ...sleeper('never'), ready: () => new Promise(() => {}) };
    const started = create().start(never);
    const refused = expect(started).rejects.toThrow('was stopped while it started');
    await supervisor.stop();
    await refused;
  });
});
