import ipaddr from 'ipaddr.js';

/** So many leading bits of an IPv6 address are one subscriber's; the rest it chooses itself (RFC 6177). */
const IPV6_SUBSCRIBER_BITS = 64;

/** The address as limits count it: IPv4 whole (also when mapped into IPv6), IPv6 by its /64. */
export function countedAddress(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_SUBSCRIBER_BITS}`).toString();
}
