import { readJson, writePrivateFile } from '../embedded/os/files.ts';
import { type ReservedPort, reservePort } from '../embedded/os/ports.ts';

/** Chosen where they are free, or the next ones. Temporal keeps the ports of its services in a smallint: none may be above 32767. */
const USUAL: Readonly<Record<string, number>> = {
  'gateway/GATEWAY_PORT': 8080,
  'gateway/CONSOLE_PORT': 8090,
  'temporal/FRONTEND_GRPC_PORT': 7233,
  'temporal/FRONTEND_HTTP_PORT': 7433,
  'temporal/FRONTEND_MEMBERSHIP_PORT': 6933,
  'temporal/HISTORY_GRPC_PORT': 7263,
  'temporal/HISTORY_MEMBERSHIP_PORT': 6963,
  'temporal/MATCHING_GRPC_PORT': 7293,
  'temporal/MATCHING_MEMBERSHIP_PORT': 6993,
  'temporal/WORKER_GRPC_PORT': 7323,
  'temporal/WORKER_MEMBERSHIP_PORT': 7023,
};

export type Ports = ReadonlyMap<string, ReservedPort>;

/** Keeps a port for each name: that of the run before, the usual one where there is one, or any. The choice is kept in `file`. */
export async function reservePorts(file: string, names: readonly string[]): Promise<Ports> {
  const previous = readJson<Record<string, number>>(file) ?? {};
  const ports = new Map<string, ReservedPort>();
  for (const name of names) {
    const port = await reservePort({ previous: previous[name], usual: USUAL[name] });
    // The plan of all processes is made of these numbers.
    port.fix();
    ports.set(name, port);
  }
  writePrivateFile(file, JSON.stringify(numbersOf(ports)));
  return ports;
}

export function numbersOf(ports: Ports): Record<string, number> {
  return Object.fromEntries([...ports].map(([name, { port }]) => [name, port]));
}

/** Those of one process, or of all. */
export async function releasePorts(ports: Ports, process?: string): Promise<void> {
  const released = [...ports].filter(([name]) => process === undefined || name.startsWith(`${process}/`));
  await Promise.all(released.map(([, port]) => port.release()));
}
