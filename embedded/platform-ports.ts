import { readJson, writePrivateFile } from './files.ts';
import { choosePort } from './ports.ts';
import type { Say } from './say.ts';

const LABELS = {
  api: 'API',
  database: 'PostgreSQL',
  temporal: 'Temporal',
  temporalUi: 'Temporal UI',
  workerHealth: 'worker health',
} as const;
const USUAL = { api: 8080, database: 5432, temporal: 7233, temporalUi: 8233, workerHealth: 8081 } as const;
type Part = keyof typeof USUAL;
export type PlatformPorts = Readonly<Record<Part, number>>;

/**
 * Chooses a port for every part, first the one of the run before, then the usual one, then one nearby; says which
 * usual ports are taken. The choice is kept in `file`.
 * @throws when the API's port was asked for (`apiPort`) and is taken.
 */
export async function choosePorts(
  file: string,
  host: string,
  apiPort: number | undefined,
  say: Say,
): Promise<PlatformPorts> {
  const previous = readJson<Partial<PlatformPorts>>(file) ?? {};
  const ports: Partial<Record<Part, number>> = {};
  for (const part of Object.keys(USUAL) as Part[]) {
    const usual = USUAL[part];
    const where = part === 'api' ? { host } : {};
    const wish = part === 'api' && apiPort ? { usual: apiPort } : { usual, previous: previous[part] };
    const port = await choosePort({ ...wish, ...where, exclude: Object.values(ports) });
    if (part === 'api' && apiPort && port !== apiPort) throw new Error(`PORT=${apiPort} is taken`);
    if (port !== usual && port !== previous[part] && port !== apiPort)
      say(`Port ${usual} (${LABELS[part]}) is taken: using ${port}`);
    ports[part] = port;
  }
  writePrivateFile(file, JSON.stringify(ports));
  return ports as PlatformPorts;
}
