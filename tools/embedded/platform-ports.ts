import { readJson, writePrivateFile } from './os/files.ts';
import { type PortWish, type ReservedPort, reservePort } from './os/ports.ts';
import type { Say } from './os/terminal.ts';
import type { StartSettings } from './settings.ts';

const PARTS = {
  api: { usual: 8080, label: 'API' },
  database: { usual: 5432, label: 'PostgreSQL' },
  temporal: { usual: 7233, label: 'Temporal' },
  temporalUi: { usual: 8233, label: 'Temporal UI' },
  apiMetrics: { usual: 8082, label: 'API metrics' },
  console: { usual: 8090, label: 'console' },
  workerHealth: { usual: 8081, label: 'worker health' },
} as const;
type Part = keyof typeof PARTS;
export type PlatformPorts = Readonly<Record<Part, ReservedPort>>;

/**
 * Reserves a port for every part, first the one of the run before, then the usual one, then one nearby; says which
 * usual ports are taken. The choice is kept in `file`, also where a part has to take another port later on.
 * @throws when the API's port was asked for and is taken.
 */
export async function reservePorts(file: string, settings: StartSettings, say: Say): Promise<PlatformPorts> {
  const { host, port: apiPort } = settings;
  const previous = readJson<Partial<Record<Part, number>>>(file) ?? {};
  const reserved: Partial<Record<Part, ReservedPort>> = {};
  for (const part of Object.keys(PARTS) as Part[]) {
    const { usual, label } = PARTS[part];
    const isAsked = part === 'api' && apiPort !== undefined;
    const wish = isAsked ? { usual: apiPort } : { usual, previous: previous[part] };
    const isOpen = part === 'api' || part === 'console';
    const onMove: PortWish['onMove'] = ({ from, to }) => {
      say(`Port ${from} (${label}) was taken by another program: using ${to}`);
      keep(file, reserved);
    };
    const found = await reservePort({ ...wish, onMove, ...(isOpen ? { host } : {}) });
    if (isAsked && found.port !== apiPort) throw new Error(`PORT=${apiPort} is taken`);
    if (isAsked) found.fix();
    const isExpected = [usual, previous[part], apiPort].includes(found.port);
    if (!isExpected && isOurs(part, settings)) say(`Port ${usual} (${label}) is taken: using ${found.port}`);
    reserved[part] = found;
  }
  keep(file, reserved);
  return reserved as PlatformPorts;
}

function keep(file: string, reserved: Partial<PlatformPorts>): void {
  const ports = Object.entries(reserved).map(([part, { port }]) => [part, port]);
  writePrivateFile(file, JSON.stringify(Object.fromEntries(ports)));
}

/** Whether we start this part at all. */
function isOurs(part: Part, { databaseUrl, temporalAddress }: StartSettings): boolean {
  if (part === 'database') return databaseUrl === undefined;
  if (part === 'temporal' || part === 'temporalUi') return temporalAddress === undefined;
  return true;
}

/** Frees those that no program has taken over. */
export async function releasePorts(ports: PlatformPorts): Promise<void> {
  await Promise.all(Object.values(ports).map((reserved) => reserved.release()));
}
