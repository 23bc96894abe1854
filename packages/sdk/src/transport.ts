/** One request, from its headers to its answer or error: token, signature, timeout, retries. */
import { dataOf } from './answer.ts';
import { type Bytes, utf8 } from './bytes.ts';
import { baseOf, checkOptions } from './checks.ts';
import { AuthenticationError } from './errors.ts';
import { exchange } from './exchange.ts';
import type { Fetch, GuidepostOptions, WriteOptions } from './options.ts';
import { delayBefore, mayRetry, sleep } from './retry.ts';
import { signatureHeaders } from './signing.ts';
import { type BoughtToken, TokenCache } from './token.ts';
import { VERSION } from './version.ts';

const TIMEOUT_MS = 30_000;
const MAX_RETRIES = 3;
/** The platform's `Date` has whole seconds, and its answer was on its way for some of them. */
const CLOCK_NOISE_MS = 5_000;
/** Elsewhere RFCs and other standards define the answer. */
const ENVELOPED = /^\/(open\/v1\/|healthz|readyz)/;
const TOKEN_INVALID = 40101;
const TOKEN_EXPIRED = 40103;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Call {
  readonly method: Method;
  /** From `/open/v1/` on, percent-encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** Sent as JSON; URLSearchParams: as a form. */
  readonly body?: unknown;
  /** Names and values that the operation itself wants, by lower-case name. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** Carried out twice it has the same effect as once. */
  readonly isRepeatable: boolean;
  /** Neither token nor signature. */
  readonly isPublic?: boolean | undefined;
  /** Milliseconds that the platform may take on top of the timeout. */
  readonly waits?: number | undefined;
  /** The media type of a file: the answer's body is returned as it comes. */
  readonly fileType?: string | undefined;
  readonly options?: WriteOptions | undefined;
}

interface Prepared {
  readonly call: Call;
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body: Bytes | undefined;
}

export class Transport {
  readonly #options: GuidepostOptions;
  readonly #base: URL;
  readonly #fetch: Fetch;
  readonly #tokens: TokenCache;
  /** How far the platform's clock is ahead of ours; matters to signatures only. */
  #clockAheadMs = 0;

  constructor(options: GuidepostOptions) {
    checkOptions(options);
    this.#options = options;
    this.#base = baseOf(options);
    this.#fetch = options.fetch ?? ((url, init) => fetch(url, init));
    this.#tokens = new TokenCache(() => this.buyToken<BoughtToken>({}, { maxRetries: 0 }));
  }

  /** A token that holds, bought where need be. */
  accessToken(): Promise<string> {
    return this.#tokens.get();
  }

  /** Buys a token; `expiresIn` in seconds. */
  buyToken<Token>(given: { scope?: string; expiresIn?: number }, options?: WriteOptions): Promise<Token> {
    const { clientId, clientSecret, scope = given.scope } = { ...this.#options, ...given };
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      ...(scope === undefined ? {} : { scope }),
      ...(given.expiresIn === undefined ? {} : { expires_in: String(given.expiresIn) }),
    });
    const path = '/open/v1/auth/token';
    return this.send<Token>({
      method: 'POST',
      path,
      body: form,
      isRepeatable: true,
      isPublic: true,
      options,
    });
  }

  /** @returns `data` of the answer, or a file's bytes. @throws GuidepostError, the reason of the caller's signal, or TypeError for options that make no sense. */
  async send<Data>(call: Call): Promise<Data> {
    checkOptions(call.options);
    const prepared = this.#prepare(call);
    const { signal, maxRetries = this.#options.maxRetries ?? MAX_RETRIES } = call.options ?? {};
    let isRenewed = false;
    for (let attempt = 0; ; attempt++) {
      let token: string | undefined;
      try {
        if (!call.isPublic) token = await unlessAborted(this.#tokens.get(), signal);
        return (await this.#attempt(prepared, token)) as Data;
      } catch (error) {
        if (token !== undefined && !isRenewed && isTokenRefused(error)) {
          // Nothing was done yet: once more with a new one, which is no retry.
          isRenewed = true;
          attempt--;
          this.#tokens.drop(token);
          continue;
        }
        const isUnsent = token === undefined && !call.isPublic;
        if (attempt >= maxRetries || !mayRetry(error, call.isRepeatable || isUnsent)) throw error;
        await sleep(delayBefore(attempt, error), signal);
      }
    }
  }

  async #attempt(prepared: Prepared, token?: string): Promise<unknown> {
    const { call, url, body } = prepared;
    const headers = { ...prepared.headers };
    if (token !== undefined)
      Object.assign(headers, { authorization: `Bearer ${token}` }, await this.#sign(prepared));
    const init: RequestInit = { method: call.method, headers, redirect: 'manual' };
    if (body !== undefined) init.body = body;
    const { signal, timeout = this.#options.timeout ?? TIMEOUT_MS } = call.options ?? {};
    const isFile = call.fileType !== undefined;
    const outgoing = { fetch: this.#fetch, url, init, signal, timeout: timeout + (call.waits ?? 0), isFile };
    const { response, text } = await exchange(outgoing);
    this.#readClock(response, call);
    for (const listener of [this.#options.onResponse, call.options?.onResponse]) listener?.(response);
    if (isFile && response.ok) return response.body;
    const { status, headers: received } = response;
    return dataOf({ status, headers: received, text }, !ENVELOPED.test(call.path));
  }

  async #sign({ call, url, headers, body }: Prepared): Promise<Record<string, string>> {
    const { signRequests = false, clientSecret } = this.#options;
    if (signRequests === false) return {};
    const host = signRequests === true ? this.#base.host : signRequests.host;
    const now = Date.now() + this.#clockAheadMs;
    const request = { method: call.method, url, host, headers, body: body ?? utf8(''), now };
    return await signatureHeaders(clientSecret, request);
  }

  /** A signature under a wrong clock would be refused as stale; each token has the time. */
  #readClock(response: Response, { isPublic }: Call): void {
    const date = Date.parse(response.headers.get('date') ?? '');
    if (!isPublic || Number.isNaN(date)) return;
    const ahead = date - Date.now();
    this.#clockAheadMs = Math.abs(ahead) > CLOCK_NOISE_MS ? ahead : 0;
  }

  #prepare(call: Call): Prepared {
    const url = new URL(this.#base.href + call.path.slice(1));
    for (const [name, value] of Object.entries(call.query ?? {})) {
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    }
    const isForm = call.body instanceof URLSearchParams;
    const hasBody = call.body !== undefined;
    const { userAgent } = this.#options;
    const given: Record<string, string | undefined> = {
      accept: call.fileType ?? 'application/json',
      'user-agent': [userAgent, `guidepost-sdk/${VERSION} (${RUNTIME})`].filter(Boolean).join(' '),
      ...call.headers,
      ...lowerCase(this.#options.headers),
      ...lowerCase(call.options?.headers),
      ...(hasBody
        ? { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }
        : {}),
    };
    const headers = Object.fromEntries(
      Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    const text = isForm ? String(call.body) : JSON.stringify(call.body);
    return { call, url, headers, body: hasBody ? utf8(text) : undefined };
  }
}

function isTokenRefused(error: unknown): boolean {
  return (
    error instanceof AuthenticationError && (error.code === TOKEN_INVALID || error.code === TOKEN_EXPIRED)
  );
}

/** The renewal goes on for whoever else waits for it. */
function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function lowerCase(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

const RUNTIME = runtime(globalThis as Runtimes);

interface Runtimes {
  readonly Deno?: { readonly version: { readonly deno: string } };
  readonly Bun?: { readonly version: string };
  readonly process?: { readonly versions?: { readonly node?: string } };
}

function runtime({ Deno, Bun, process }: Runtimes): string {
  if (Deno !== undefined) return `deno/${Deno.version.deno}`;
  if (Bun !== undefined) return `bun/${Bun.version}`;
  const node = process?.versions?.node;
  return node === undefined ? 'edge' : `node/${node}`;
}
