/** Where things of the containers are on this machine: hosts, ports, mounted files. No I/O. */
import type { ComposeFile, ComposeService } from './compose.ts';
import { IMAGE_PORTS, instancesOf, portVariables } from './services.ts';

export const LOOPBACK = '127.0.0.1';
const EVERYWHERE = '0.0.0.0';
/** A variable that names a host without its port; the port is in another variable. */
const NAMES_HOST = /(_HOST|_SEEDS)$/;
const NAMES_PORT = /_PORT$/;

export interface Places {
  /** By the names that portNames() returns. */
  readonly ports: ReadonlyMap<string, number>;
  /** What `.env` is for Compose. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** A folder in place of the containers' roots. */
  readonly root: string;
  /** The workflows' bundle, which the image has. */
  readonly bundle: string;
  /** Services that can't be had on this machine: those that would use them get no address. */
  readonly missing?: readonly string[];
}

export interface LocalMap {
  /** Of one process. */
  readonly portOf: (instance: string, variable: string) => number;
  /** Of all processes of a service: where they are reached. */
  readonly addressesOf: (service: string) => string[];
  /** A text of the compose file with this machine's addresses and paths. */
  readonly localize: (text: string, service: ComposeService) => string;
  readonly localizeAll: (service: ComposeService) => Record<string, string>;
  /** The file here for one that is mounted there. */
  readonly pathOf: (service: string, path: string) => string;
}

export function drawMap(file: ComposeFile, { ports, root, missing = [] }: Places): LocalMap {
  const portOf: LocalMap['portOf'] = (instance, variable) => {
    const port = ports.get(`${instance}/${variable}`);
    if (port === undefined) throw new Error(`no port was kept for ${variable} of ${instance}`);
    return port;
  };
  const addressesOf: LocalMap['addressesOf'] = (service) =>
    instancesOf(file, service).map((name) => `${LOOPBACK}:${portOf(name, portVariables(file, service)[0]!)}`);
  const pathOf: LocalMap['pathOf'] = (service, path) => `${root}/${service}${path}`;
  const localize: LocalMap['localize'] = (text, service) => {
    if (text === EVERYWHERE) return LOOPBACK;
    if (text in service.files) return pathOf(service.name, text);
    const named = Object.keys(IMAGE_PORTS).filter((host) => addressOf(host).test(text));
    if (named.some((host) => missing.includes(host))) return '';
    return named.reduce((done, host) => done.replace(addressOf(host), addressesOf(host)[0]!), text);
  };
  const localizeAll: LocalMap['localizeAll'] = (service) => {
    const entries = Object.entries(service.environment);
    const host = entries.find(([name]) => NAMES_HOST.test(name))?.[1];
    return Object.fromEntries(
      entries.map(([name, value]) => {
        if (host === undefined || !(host in IMAGE_PORTS)) return [name, localize(value, service)];
        if (NAMES_HOST.test(name)) return [name, LOOPBACK];
        const isItsPort = NAMES_PORT.test(name) && value === `${IMAGE_PORTS[host]}`;
        return [name, isItsPort ? addressesOf(host)[0]!.split(':')[1]! : localize(value, service)];
      }),
    );
  };
  return { portOf, addressesOf, localize, localizeAll, pathOf };
}

/** `temporal:7233`, and not the end of `my-temporal:7233`. */
function addressOf(host: string): RegExp {
  return new RegExp(`(?<![\\w-])${host}:${IMAGE_PORTS[host]}\\b`);
}
