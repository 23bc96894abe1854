/**
 * Which addresses notifications may go to (docs/notifications.md). This is the part that needs no network; the worker
 * checks with `isPublicAddress` again at the moment of connecting, for every address that the name resolves to.
 */
import ipaddr from 'ipaddr.js';

export const MAX_CALLBACK_URL_LENGTH = 2_048;

export type CallbackUrlCheck =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: string };

/** Names that never lead to another machine, or only to one inside (RFC 6761, 6762, 8375, 7686; ICANN on .internal). */
const INTERNAL_NAMES = [
  'localhost',
  'local',
  'internal',
  'home.arpa',
  'test',
  'invalid',
  'onion',
  'localdomain',
];

/** Networks with NAT64 resolve every IPv4-only name to this block; the IPv4 address is at its end (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** Looks public, but is the host's own service inside a cloud (Azure's wire server). */
const CLOUD_INTERNAL = ['168.63.129.16'];
/** Only this part of IPv6 is given out for the public network (RFC 4291, IANA). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Checks an address as a merchant wrote it, and answers it as the WHATWG URL standard spells it, so that `0x7f.1`
 * or a full-width `１２７` is judged as what a client would connect to.
 * @param options.allowInsecure permits http and addresses on this machine (ALLOW_INSECURE_CALLBACKS).
 */
export function checkCallbackUrl(
  text: string,
  options: { readonly allowInsecure: boolean },
): CallbackUrlCheck {
  if (text.length > MAX_CALLBACK_URL_LENGTH) return refused(`at most ${MAX_CALLBACK_URL_LENGTH} characters`);
  if (hasSpaceOrControl(text)) return refused('must not contain spaces or control characters');
  // The URL standard would repair `https:/host` and `https:host`; a merchant who writes that meant something else.
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return refused('must be an absolute https URL');
  const url = new URL(text);
  const reason = schemeFault(url, options.allowInsecure) ?? partsFault(url, text) ?? hostFault(url, options);
  if (reason !== undefined) return refused(reason);
  // Percent-encoding may have made it longer than the column.
  if (url.href.length > MAX_CALLBACK_URL_LENGTH) {
    return refused(`at most ${MAX_CALLBACK_URL_LENGTH} characters after encoding`);
  }
  return { ok: true, url: url.href };
}

/**
 * True when this IP address belongs to the public network. False for private, loopback, link-local, metadata,
 * carrier-grade NAT, multicast, documentation, benchmarking and reserved addresses, for IPv4 addresses of those kinds
 * inside IPv6 ones, and for anything that is no IP address. A zone (`fe80::1%eth0`) is never public.
 */
export function isPublicAddress(ip: string): boolean {
  if (ip.includes('%') || !ipaddr.isValid(ip)) return false;
  const address = ipaddr.parse(ip);
  return address instanceof ipaddr.IPv4 ? isPublicV4(address, ip) : isPublicV6(address as ipaddr.IPv6);
}

function isPublicV4(address: ipaddr.IPv4, text: string): boolean {
  // ipaddr.js reads `010.0.0.1` as octal and others as decimal; who connects may read it the other way.
  const isCanonical = address.toString() === text;
  return isCanonical && isPublicV4Bytes(address.toByteArray());
}

function isPublicV6(address: ipaddr.IPv6): boolean {
  const carriesV4 = address.isIPv4MappedAddress() || address.match(NAT64);
  if (carriesV4) return isPublicV4Bytes(address.toByteArray().slice(12));
  if (isIsatap(address) && !isPublicV4Bytes(address.toByteArray().slice(12))) return false;
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast';
}

/** The interface identifier says `5efe`, and an IPv4 address follows: a tunnel to that one (RFC 5214, section 6.1). */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4] === 0 || parts[4] === 0x0200) && parts[5] === 0x5efe;
}

function isPublicV4Bytes(bytes: number[]): boolean {
  return new ipaddr.IPv4(bytes).range() === 'unicast' && !CLOUD_INTERNAL.includes(bytes.join('.'));
}

function schemeFault(url: URL, allowInsecure: boolean): string | undefined {
  if (url.protocol === 'https:') return undefined;
  if (url.protocol === 'http:' && allowInsecure) return undefined;
  return 'must start with https://';
}

function partsFault(url: URL, text: string): string | undefined {
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (text.includes('#')) return 'must not have a fragment';
  if (text.includes('\\')) return 'must not contain a backslash';
  if (url.port === '0') return 'must not have port 0';
  return undefined;
}

function hostFault(url: URL, { allowInsecure }: { allowInsecure: boolean }): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (allowInsecure && isOnThisMachine(host)) return undefined;
  if (ipaddr.isValid(host)) return isPublicAddress(host) ? undefined : 'must be a public address';
  const labels = host.split('.');
  const isInternal = INTERNAL_NAMES.some((name) => host === name || host.endsWith(`.${name}`));
  if (isInternal) return 'must be a public name';
  if (labels.length < 2 || labels.some((label) => label === '' || label.length > 63) || host.length > 253) {
    return 'must be a full domain name or a public IP address';
  }
  return undefined;
}

function isOnThisMachine(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}

function hasSpaceOrControl(text: string): boolean {
  return /[\s\p{Cc}\p{Cf}]/u.test(text);
}

function refused(reason: string): CallbackUrlCheck {
  return { ok: false, reason };
}
