import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** One subscriber has so many leading bits of an IPv6 address, and chooses the rest itself (RFC 6177). */
const IPV6_SUBSCRIBER_BITS = 64;

/**
 * The client's address, for the audit log: in its usual form, without the zone of a link-local one; `unknown` where a proxy that we
 * trust sent something else. Never longer than an address, whatever `X-Forwarded-For` contains.
 */
export function clientAddress(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  return ipaddr.process(address.split('%', 1)[0]!).toString();
}

/** The address as limits count it: IPv4 whole (also when mapped into IPv6), IPv6 by its /64. */
export function countedAddress(address: string): string {
  const given = clientAddress(address);
  if (given === 'unknown') return given;
  const parsed = ipaddr.parse(given);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_SUBSCRIBER_BITS}`).toString();
}

/** The owner of a connection and of a request, as limits count them. */
export interface AddressOf {
  /** Of a connection. A trusted proxy's connections belong to many clients. */
  peer(remoteAddress: string | undefined): { readonly address: string; readonly isProxy: boolean };
  /** Of a request: what a trusted proxy says, else where it comes from. */
  client(request: IncomingMessage): string;
}

/** @param trusted proxies (addresses, CIDR) whose `X-Forwarded-For` is believed. */
export function createAddressOf(trusted: readonly string[] = []): AddressOf {
  const isTrusted = proxyAddr.compile([...trusted]);
  return {
    peer: (remoteAddress = '') => ({
      address: countedAddress(remoteAddress),
      isProxy: isTrusted(remoteAddress, 0),
    }),
    client: (request) => countedAddress(proxyAddr(request, isTrusted)),
  };
}
