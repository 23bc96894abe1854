import { join } from 'node:path';
import { readDevFile } from '../../../tools/embedded/dev-file.ts';
import type { Say } from '../../../tools/embedded/os/terminal.ts';
import { connect } from '../../faults/clients.ts';
import { createJournal } from '../../faults/journal.ts';
import { metricsPortOf } from '../../faults/parts.ts';
import { createFaultWorld } from '../../faults/world.ts';
import { startSmokescreen } from '../../support/network/smokescreen.ts';
import { drawPort } from '../../support/ports.ts';
import { createRandom } from '../../support/random.ts';
import { startProber } from '../prober.ts';
import { startTraffic } from '../traffic.ts';
import { type Case, PARTS } from './cases.ts';
import { failAnOrder, freeze, killAgain, makeReadOnly } from './strikes.ts';

const SERVICE = /^.*?(?=-\d+$|$)/;
const serviceOf = (name: string) => SERVICE.exec(name)?.[0] ?? name;
/** Merchants' receivers are here. */
const LOOPBACK = ['--allow-range', '127.0.0.0/8'];

/** A topology with an egress proxy, what Prometheus asks of it, and what takes its parts away. */
export async function startBlindGround(folder: string, say: Say) {
  const proxyPort = await drawPort();
  let proxy = await startSmokescreen(LOOPBACK, proxyPort);
  const world = await createFaultWorld({ say, folder, topology: true, env: { EGRESS_PROXY: proxy.url } });
  const { platform } = world;
  const pids = () => readDevFile(join(platform.dataDir, 'dev.json'))?.pids ?? {};
  const outside = await startProber(`${platform.info.api}/healthz`);
  const namesOf = (part: string): string[] => {
    const { service, isEvery } = PARTS[part] ?? {};
    const names = Object.keys(pids()).filter((name) => serviceOf(name) === service);
    return isEvery ? names : names.slice(0, 1);
  };
  const strikeProxy = async (how: 'frozen' | 'killed') => {
    if (how === 'frozen') return await freeze([proxy.process.pid!]);
    await proxy[Symbol.asyncDispose]();
    return async () => {
      proxy = await startSmokescreen(LOOPBACK, proxyPort);
    };
  };
  return {
    targets: new Map([...metricsOf(pids()), ['outside', outside.address]]),
    jobOf: (name: string) => (name === 'outside' ? name : `guidepost-${serviceOf(name)}`),
    /** @returns lets it go on. */
    async strike({ part, how }: Case): Promise<() => Promise<void>> {
      if (how === 'read-only') return await makeReadOnly(platform);
      if (how === 'failing') return await failAnOrder(platform);
      if (part === 'egress proxy') return await strikeProxy(how);
      const names = namesOf(part);
      const now = () => names.flatMap((name) => pids()[name] ?? []);
      if (now().length === 0) throw new Error(`${part} does not run`);
      return how === 'frozen' ? await freeze(now()) : await killAgain(now);
    },
    /** Orders, until the signal says that it is enough. */
    async load(signal: AbortSignal): Promise<void> {
      const journal = createJournal();
      startTraffic(await connect(world, journal, createRandom(1), signal), journal, signal);
    },
    async close() {
      outside.close();
      await world.close();
      await proxy[Symbol.asyncDispose]();
    },
  };
}

/** Where each process has its metrics. */
function metricsOf(pids: Readonly<Record<string, number>>): (readonly [string, string])[] {
  return Object.entries(pids).flatMap(([name, pid]) => {
    const port = metricsPortOf(pid);
    return port === undefined ? [] : [[name, `127.0.0.1:${port}`] as const];
  });
}
