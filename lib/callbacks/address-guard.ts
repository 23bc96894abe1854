/**
 * Keeps notifications away from addresses inside our own network (docs/notifications.md): the check is the very lookup
 * that the socket connects by, so nothing can change between the two.
 */
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isPublicAddress } from '../../domain/callback-url.ts';
import { AttemptFailed } from './attempt.ts';

export interface AddressRules {
  /** Permits http, and addresses on this machine; other private ranges stay refused. For development only. */
  readonly allowInsecure: boolean;
}

/** Every address of a name. Rejects when it has none. */
export type Resolver = (hostname: string) => Promise<LookupAddress[]>;

/** True when notifications may be sent to this IP address. */
export function isPermittedAddress(ip: string, { allowInsecure }: AddressRules): boolean {
  return isPublicAddress(ip) || (allowInsecure && isLoopback(ip));
}

/** True when notifications may be sent by this scheme (`https:`, or `http:` in development). */
export function isPermittedProtocol(protocol: string, { allowInsecure }: AddressRules): boolean {
  return protocol === 'https:' || (protocol === 'http:' && allowInsecure);
}

/**
 * A `lookup` for `net.connect`: resolves once, refuses the name when any of its addresses is not permitted, and hands
 * exactly the checked addresses to the socket. One bad address condemns the name: which of them a socket would take
 * is not ours to predict.
 */
export function guardedLookup(rules: AddressRules, resolve: Resolver): LookupFunction {
  return (hostname, options, callback) => {
    resolvePermitted(hostname, rules, resolve).then(
      (addresses) => {
        if (options.all) callback(null, addresses);
        else callback(null, addresses[0]!.address, addresses[0]!.family);
      },
      (error) => callback(error, []),
    );
  };
}

async function resolvePermitted(
  hostname: string,
  rules: AddressRules,
  resolve: Resolver,
): Promise<LookupAddress[]> {
  const addresses = await resolve(hostname).catch((error: unknown) => {
    throw new AttemptFailed('dns_failed', error);
  });
  if (addresses.length === 0) throw new AttemptFailed('dns_failed');
  const isEveryOnePermitted = addresses.every(({ address }) => isPermittedAddress(address, rules));
  if (!isEveryOnePermitted) throw new AttemptFailed('address_refused');
  return addresses;
}

function isLoopback(ip: string): boolean {
  return ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback';
}
