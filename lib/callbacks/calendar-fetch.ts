/** One GET of a calendar, sent as safely as notifications are: guarded addresses, and limits on everything. */
import { Agent, type Dispatcher } from 'undici';
import { IMPORT_LIMITS, type ImportError, ImportFailed } from '../../domain/calendar-import.ts';
import type { Resolver } from './address-guard.ts';
import { AttemptFailed } from './attempt.ts';
import { createConnector } from './connector.ts';
import { type EgressProxy, EgressUnavailable } from './egress-proxy.ts';
import { CALLBACK_LIMITS } from './limits.ts';
import { createResolver } from './resolver.ts';

export interface CalendarFetchOptions {
  /** Permits http, and addresses on this machine. For development only. */
  readonly allowInsecure: boolean;
  /** The only way out, where there is one. */
  readonly proxy?: EgressProxy | undefined;
  /** Replaces our own resolver; for tests. */
  readonly resolve?: Resolver;
  /** Time of the whole exchange, with redirects; for tests. */
  readonly totalMs?: number;
}

/**
 * The text behind an address. Redirects are followed, each of them through the same guard, so that none leads inside.
 * @throws ImportFailed; EgressUnavailable, which is not the calendar's fault; the signal's reason when it is aborted.
 */
export type FetchCalendar = (url: string, signal?: AbortSignal) => Promise<string>;

const HEADERS = {
  accept: 'text/calendar, text/plain;q=0.5',
  'accept-encoding': 'identity',
  'user-agent': 'Guidepost-Calendar/1',
};
const REDIRECTS = [301, 302, 303, 307, 308];

export function createCalendarFetch(options: CalendarFetchOptions): FetchCalendar {
  const { allowInsecure, proxy, totalMs = IMPORT_LIMITS.totalMs } = options;
  const { connectMs, lookupMs, answerBytes } = CALLBACK_LIMITS;
  const resolve = options.resolve ?? createResolver({ limitMs: lookupMs });
  const connect = createConnector({ rules: { allowInsecure }, proxy, resolve, connectMs, answerBytes });
  return async (url, signal) => {
    // Only for this import: the next one is an hour away.
    const agent = new Agent({ connect, headersTimeout: 0, bodyTimeout: 0 });
    const limit = AbortSignal.timeout(totalMs);
    const stop = signal === undefined ? limit : AbortSignal.any([limit, signal]);
    try {
      return await Promise.race([follow(agent, url, stop), whenAborted(stop)]);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof EgressUnavailable) throw error;
      const failed = limit.aborted ? new ImportFailed('timeout', error) : asImportFailed(error);
      await proxy?.blame(failed.word);
      throw failed;
    } finally {
      await agent.destroy();
    }
  };
}

async function follow(agent: Agent, address: string, signal: AbortSignal): Promise<string> {
  let url = address;
  for (let hop = 0; hop <= IMPORT_LIMITS.redirects; hop += 1) {
    const response = await request(agent, url, signal);
    const location = single(response.headers.location);
    if (!REDIRECTS.includes(response.statusCode) || location === undefined) return await read(response);
    // undici breaks the connection off: a body of any length is not waited for.
    response.body.destroy();
    url = URL.parse(location, url)?.href ?? '';
  }
  throw new ImportFailed('too_many_redirects');
}

async function request(agent: Agent, text: string, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  const url = URL.parse(text);
  const isPlain = url !== null && url.username === '' && url.password === '';
  if (!isPlain || !['https:', 'http:'].includes(url.protocol)) throw new ImportFailed('address_refused');
  const { origin, pathname, search } = url;
  const path = pathname + search;
  const response = await agent.request({ origin, path, method: 'GET', headers: HEADERS, signal });
  // A body that is left behind says so, and nobody else listens.
  response.body.on('error', () => undefined);
  return response;
}

/** @throws ImportFailed for every answer that is no text of ours to read. */
async function read({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<string> {
  if (statusCode !== 200) throw abandoned(body, 'http_status');
  const encoding = single(headers['content-encoding']) ?? 'identity';
  if (encoding !== 'identity') throw abandoned(body, 'not_a_calendar');
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    // Leaving the loop destroys the stream, and with it the connection.
    if (length > IMPORT_LIMITS.bytes) throw new ImportFailed('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function abandoned(body: Dispatcher.ResponseData['body'], word: ImportError): ImportFailed {
  body.destroy();
  return new ImportFailed(word);
}

/** undici checks the signal only once it is connected; this promise rejects at any time. */
function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function asImportFailed(error: unknown): ImportFailed {
  if (error instanceof ImportFailed) return error;
  const word = error instanceof AttemptFailed ? CONNECTING[error.word] : undefined;
  return new ImportFailed(word ?? 'connection_lost', error);
}

/** What connecting fails by (connector.ts). */
const CONNECTING: Readonly<Partial<Record<AttemptFailed['word'], ImportError>>> = {
  address_refused: 'address_refused',
  dns_failed: 'dns_failed',
  connect_failed: 'connect_failed',
  connect_timeout: 'connect_timeout',
  tls_failed: 'tls_failed',
};

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
