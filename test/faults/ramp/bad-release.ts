/** A release that is installed beside the running one, and fails half of its orders. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM } from '../../../workflows/contract.ts';
import { CHECKOUT } from '../world.ts';

export const TRIED = PROGRAM + 1;

/** What workers are made of. */
const SOURCES = [
  'activities',
  'contract',
  'db',
  'domain',
  'jobs',
  'lib',
  'services',
  'workflows',
  'package.json',
];
const STOP_MS = 20_000;

/** The others go on as they should, so that it has orders in every state. */
const FAILS = "if (Number(input.orderId.at(-3)) % 2 === 0) throw new Error('a bad release');";

/** @param folder a new one. @returns it. */
export function makeBadRelease(folder: string): string {
  for (const source of SOURCES) cpSync(join(CHECKOUT, source), join(folder, source), { recursive: true });
  symlinkSync(join(CHECKOUT, 'node_modules'), join(folder, 'node_modules'));
  edit(join(folder, 'workflows/contract.ts'), `PROGRAM = ${PROGRAM};`, `PROGRAM = ${TRIED};`);
  const begins = 'const mailbox = new Mailbox();';
  edit(join(folder, 'workflows/order.ts'), begins, `${FAILS}\n  ${begins}`);
  return folder;
}

function edit(file: string, before: string, after: string): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(before)) throw new Error(`${file} has no "${before}"`);
  writeFileSync(file, text.replace(before, after));
}

interface ReleaseProcess {
  stop(): Promise<void>;
}

/** Its order workers. @param env of the running release's. */
export async function startOrderWorkers(
  release: string,
  env: Readonly<Record<string, string>>,
): Promise<ReleaseProcess> {
  const { WORKFLOW_BUNDLE: _, WORKER_HEALTH_PORT: __, ...others } = env;
  const worker = spawn(process.execPath, ['activities/worker.ts'], {
    cwd: release,
    // It says when it works.
    env: { ...others, WORKER_ROLES: 'orders', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await untilWorking(worker);
  return {
    stop: async () => {
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.kill('SIGTERM');
      const killing = setTimeout(() => worker.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(killing);
    },
  };
}

async function untilWorking(worker: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    worker.once('exit', (code) => reject(new Error(`the release's worker ended with ${code}`)));
    worker.stdout?.on('data', (chunk: Buffer) => {
      if (`${chunk}`.includes('"working"')) resolve();
    });
  });
}
