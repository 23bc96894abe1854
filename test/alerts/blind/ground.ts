import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { readDevFile } from '../../../tools/embedded/dev-file.ts';
import type { Say } from '../../../tools/embedded/os/terminal.ts';
import { startTopology } from '../../../tools/topology/platform.ts';
import { familyOf, send } from '../../faults/parts.ts';
import { drawPort } from '../../support/ports.ts';
import type { BlindPart } from './parts.ts';

const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url));
const PROBE_TIMEOUT_MS = 5_000;
const AGAIN_MS = 100;
const SERVICE = /^.*?(?=-\d+$|$)/;

/** How a part goes away. */
export type Strike = 'frozen' | 'killed';

/** A topology, what Prometheus asks of it, and what takes its parts away. */
export async function startBlindGround(dataDir: string, say: Say) {
  const signal = new AbortController().signal;
  const platform = await startTopology({ checkout: CHECKOUT, dataDir, env: process.env, say, signal });
  const pids = () => readDevFile(join(platform.dataDir, 'dev.json'))?.pids ?? {};
  const nameOf = (part: BlindPart) => Object.keys(pids()).find((name) => SERVICE.exec(name)?.[0] === part);
  const outside = await startProber(`${platform.info.api}/healthz`);
  return {
    targets: new Map([...metricsOf(pids()), ['outside', outside.address]]),
    jobOf: (name: string) => (name === 'outside' ? name : `guidepost-${SERVICE.exec(name)?.[0]}`),
    strike: (part: BlindPart, how: Strike) => strike(how, () => pids()[nameOf(part) ?? ''], part),
    /** A process that was killed stays known as silent for a quarter of an hour. */
    async forgetKilled() {
      const client = new pg.Client({ connectionString: platform.info.database });
      await client.connect();
      await client.query("delete from process_heartbeat where beat_at < now() - interval '20 seconds'");
      await client.end();
    },
    async close() {
      outside.close();
      await platform.stop();
    },
  };
}

/** @returns lets it go on. What is killed is started again by the supervisor, and killed again, until then. */
async function strike(
  how: Strike,
  pidOf: () => number | undefined,
  part: string,
): Promise<() => Promise<void>> {
  const pid = pidOf();
  if (pid === undefined) throw new Error(`${part} does not run`);
  if (how === 'frozen') {
    const family = familyOf(pid);
    send(family, 'SIGSTOP');
    return async () => send(family, 'SIGCONT');
  }
  const stop = new AbortController();
  const killing = (async () => {
    while (!stop.signal.aborted) {
      const now = pidOf();
      if (now !== undefined) send([now], 'SIGKILL');
      await sleep(AGAIN_MS);
    }
  })();
  return async () => {
    stop.abort();
    await killing;
  };
}

/** Where each process has its metrics. */
function metricsOf(pids: Readonly<Record<string, number>>): (readonly [string, string])[] {
  return Object.entries(pids).flatMap(([name, pid]) => {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    const line = environment.find((one) => /^(METRICS_PORT|WORKER_HEALTH_PORT)=./.test(one));
    const port = line?.split(/[=:]/).at(-1);
    return port === undefined ? [] : [[name, `127.0.0.1:${port}`] as const];
  });
}

/** What the blackbox exporter answers: whether an address answers 2xx at this moment. */
async function startProber(url: string) {
  const server = createServer(async (_request, response) => {
    const isUp = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
      ({ ok }) => ok,
      () => false,
    );
    response.setHeader('content-type', 'text/plain; version=0.0.4').end(`probe_success ${isUp ? 1 : 0}\n`);
  });
  const port = await drawPort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${port}`, close: () => server.close() };
}
