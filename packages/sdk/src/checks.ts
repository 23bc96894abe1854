/** Options are checked where they are given: a wrong one would show late, as a request that never ends or is never sent again. */
import type { GuidepostOptions, WriteOptions } from './options.ts';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\]|.+\.localhost)$/;

interface Check {
  readonly holds: (value: unknown) => boolean;
  readonly wanted: string;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const FUNCTION: Check = { holds: (value) => typeof value === 'function', wanted: 'a function' };
const TEXT: Check = { holds: isText, wanted: 'a text that is not empty' };

const CHECKS: Readonly<Record<string, Check>> = {
  timeout: {
    holds: (value) => typeof value === 'number' && value > 0,
    wanted: 'a number of milliseconds above 0',
  },
  maxRetries: {
    holds: (value) =>
      value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && Number(value) >= 0),
    wanted: 'a whole number from 0 on, or Infinity',
  },
  headers: { holds: isRecordOfTexts, wanted: 'an object of names and texts' },
  signal: {
    holds: (value) => typeof (value as AbortSignal | null)?.addEventListener === 'function',
    wanted: 'an AbortSignal',
  },
  signRequests: {
    holds: (value) => typeof value === 'boolean' || isText((value as { host?: unknown } | null)?.host),
    wanted: 'true, false or { host }',
  },
  allowInsecure: { holds: (value) => typeof value === 'boolean', wanted: 'true or false' },
  onResponse: FUNCTION,
  fetch: FUNCTION,
  scope: TEXT,
  userAgent: TEXT,
  idempotencyKey: TEXT,
};

/** Of a client or of one request. @throws TypeError that names the option; its value may be a secret and stays out. */
export function checkOptions(options: Partial<GuidepostOptions> | WriteOptions = {}): void {
  for (const [name, { holds, wanted }] of Object.entries(CHECKS)) {
    const value = (options as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined && !holds(value)) throw new TypeError(`${name} must be ${wanted}`);
  }
}

/** The platform's address, with a slash at its end. @throws TypeError; the address itself stays out of it, as it may hold a password. */
export function baseOf({ baseUrl, clientId, clientSecret, allowInsecure = false }: GuidepostOptions): URL {
  if (!isText(clientId) || !isText(clientSecret)) throw new TypeError('clientId and clientSecret are needed');
  if (!isText(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError('baseUrl must be an address such as https://api.guidepost.example');
  const url = new URL(baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl must have no user name, password, query or fragment');
  }
  const isSafe = url.protocol === 'https:' || allowInsecure || LOOPBACK.test(url.hostname);
  if (!isSafe || !url.protocol.startsWith('http')) {
    throw new TypeError(
      'baseUrl must begin with https: (http: needs allowInsecure, and the app_secret is there to read)',
    );
  }
  return url;
}

/** Headers, a Map or a list would be taken for an object without members. */
function isRecordOfTexts(value: unknown): boolean {
  if (Object.prototype.toString.call(value) !== '[object Object]') return false;
  return Object.values(value as object).every((one) => one === undefined || typeof one === 'string');
}
