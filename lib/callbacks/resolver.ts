import type { LookupAddress } from 'node:dns';
import { Resolver as NameServers } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Resolver } from './address-guard.ts';

export interface ResolverOptions {
  /** Name servers to ask, `192.0.2.1` or `[2001:db8::1]:53`; undefined: those of this machine. */
  readonly nameServers?: readonly string[] | undefined;
  /** Milliseconds that one lookup may take. */
  readonly limitMs: number;
  readonly hostsFile?: string;
}

/** A query that is not answered is repeated: a datagram may have been lost. */
const QUERY_MS = 600;
const TRIES = 3;
const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];
const HOSTS_FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

/**
 * Resolves names by asking the name servers from this thread (docs/decisions/0025). The system's own resolver blocks one
 * of four threads for as long as a name server is silent, and with four such names every other lookup.
 * Reads the hosts file, as that one does; has no search domains, since a merchant's name is a full one.
 * One lookup at a time for a name: who asks meanwhile gets the same answer.
 */
export function createResolver(options: ResolverOptions): Resolver {
  const underWay = new Map<string, Promise<LookupAddress[]>>();
  return async (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const known = underWay.get(name);
    if (known !== undefined) return await known;
    const lookup = lookUp(name, options).finally(() => underWay.delete(name));
    underWay.set(name, lookup);
    return await lookup;
  };
}

async function lookUp(name: string, options: ResolverOptions): Promise<LookupAddress[]> {
  const listed = await readHosts(name, options.hostsFile ?? HOSTS_FILE);
  if (listed.length > 0) return listed;
  // RFC 6761, 6.3: never leaves the machine.
  if (name === 'localhost' || name.endsWith('.localhost')) return [...LOOPBACK];
  return await askNameServers(name, options);
}

/** Both families; one of them is enough. @throws the first error when there is no address. */
async function askNameServers(name: string, { nameServers, limitMs }: ResolverOptions) {
  // One for each lookup: only so can a lookup be given up by itself. It reads the machine's settings again (30 µs).
  const servers = new NameServers({ timeout: QUERY_MS, tries: TRIES });
  if (nameServers !== undefined) servers.setServers(nameServers);
  const timer = setTimeout(() => servers.cancel(), limitMs);
  const [v4, v6] = await Promise.allSettled([servers.resolve4(name), servers.resolve6(name)]);
  clearTimeout(timer);
  const addresses = [...addressesOf(v4, 4), ...addressesOf(v6, 6)];
  if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
  return addresses;
}

function addressesOf(answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  if (answer.status === 'rejected') return [];
  return answer.value.map((address) => ({ address, family }));
}

/** hosts(5): an address and its names on each line. */
async function readHosts(name: string, file: string): Promise<LookupAddress[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim().split(/\s+/));
  return lines.flatMap(([address = '', ...names]) => {
    const isOfName = isIP(address) !== 0 && names.some((listed) => listed.toLowerCase() === name);
    return isOfName ? [{ address, family: isIP(address) }] : [];
  });
}
