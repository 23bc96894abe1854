/** A merchant's own headers of its notifications: for a gateway in front of its receiver, say (docs/notifications.md, "Endpoints"). */

export const MAX_HEADERS = 10;
const MAX_NAME_LENGTH = 100;
export const MAX_HEADER_VALUE_LENGTH = 500;

/** What is shown in place of a value: no value can be it, so that what was shown is never saved by mistake. */
export const MASKED_VALUE = '…';

/** RFC 9110, 5.1 and 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** RFC 9110, 5.5, without what is obsolete: visible ASCII, with blanks in between. */
const VALUE = /^[!-~](?:[ -~]*[!-~])?$/;

/** Headers of one connection only (RFC 9110, 7.6.1), or of the body's transfer. */
const OF_THE_CONNECTION = [
  'connection',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
];
/** What we say ourselves. */
const OURS = ['date', 'user-agent'];
const OUR_FAMILIES = ['accept', 'content-', 'webhook-'];

export type HeadersCheck =
  /** Names in lower case. */
  | { readonly ok: true; readonly headers: Readonly<Record<string, string>> }
  /** The name as it was given, cut where it is too long. */
  | { readonly ok: false; readonly name: string; readonly reason: string };

/** Whether a merchant may have these sent with its notifications. */
export function checkHeaders(given: Readonly<Record<string, string>>): HeadersCheck {
  const headers = new Map<string, string>();
  for (const [written, value] of Object.entries(given)) {
    const name = written.toLowerCase();
    const reason = nameFault(name) ?? valueFault(value) ?? (headers.has(name) ? 'is there twice' : undefined);
    if (reason !== undefined) return { ok: false, name: written.slice(0, MAX_NAME_LENGTH), reason };
    headers.set(name, value);
  }
  return { ok: true, headers: Object.fromEntries(headers) };
}

function nameFault(name: string): string | undefined {
  if (!TOKEN.test(name)) return 'is not the name of a header';
  if (name.length > MAX_NAME_LENGTH) return `must not have more than ${MAX_NAME_LENGTH} characters`;
  if (OF_THE_CONNECTION.includes(name)) return 'belongs to the connection and cannot be set';
  const isOurs = OURS.includes(name) || OUR_FAMILIES.some((start) => name.startsWith(start));
  return isOurs ? 'is set by us' : undefined;
}

function valueFault(value: string): string | undefined {
  return VALUE.test(value) ? undefined : 'must be visible ASCII, with blanks only in between';
}
