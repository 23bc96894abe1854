import { LRUCache } from 'lru-cache';
import { Client, Pool } from 'undici';
import type { Resolver } from './address-guard.ts';
import type { CallbackRequest, CallbackResult } from './attempt.ts';
import { createConnector } from './connector.ts';
import type { EgressProxy } from './egress-proxy.ts';
import { exchange } from './exchange.ts';
import { CALLBACK_LIMITS, type CallbackLimits } from './limits.ts';
import { createResolver } from './resolver.ts';
import { Semaphore } from './semaphore.ts';

export interface CallbackClientOptions {
  /** Permits http, and addresses on this machine. For development only. */
  readonly allowInsecure: boolean;
  /** The only way out, where there is one. */
  readonly proxy?: EgressProxy | undefined;
  readonly limits?: Partial<CallbackLimits>;
  /** Replaces our own resolver; for tests. */
  readonly resolve?: Resolver;
  /** The platform's clock: what a `Retry-After` with a date is compared with. */
  readonly now: () => Date;
  /** Trusted certificate authorities, PEM, in place of Node's own; for tests. */
  readonly ca?: string;
}

/**
 * Sends one notification. Everything that the other side can do wrong is a result, not a rejection.
 * @throws NoCapacity when too many requests to that origin are under way; EgressUnavailable when the proxy is no way out now, which
 *   says nothing of the other side; the signal's reason when it is aborted.
 */
export type SendCallback = (request: CallbackRequest, signal?: AbortSignal) => Promise<CallbackResult>;

export interface CallbackClient {
  readonly sendCallback: SendCallback;
  /** Waits for the requests under way, and closes all connections. */
  close(): Promise<void>;
}

interface Origin {
  readonly pool: Pool;
  /** As many as the pool has connections, so that nothing waits inside undici while the clock runs. */
  readonly semaphore: Semaphore;
  readonly openFresh: () => Client;
}

/**
 * Sends to merchants' addresses within fixed limits, whatever the other side does (docs/notifications.md): keep-alive
 * connections over HTTP/1.1, no redirects, no cookies, no decompression. One per process. It keeps connections to the
 * origins used last; undici's own `maxOrigins` would refuse the next merchant instead of letting the least recent one go.
 */
export function createCallbackClient(options: CallbackClientOptions): CallbackClient {
  const limits: CallbackLimits = { ...CALLBACK_LIMITS, ...options.limits };
  const open = createOpener(options, limits);
  const closing = new Set<Promise<void>>();
  const dispose = ({ pool }: Origin) => {
    const closed: Promise<void> = pool.close().finally(() => closing.delete(closed));
    closing.add(closed);
  };
  const origins = new LRUCache<string, Origin>({ max: limits.origins, dispose });
  return {
    sendCallback: async (request, signal) => {
      const url = parseUrl(request.url);
      if (url === undefined) return REFUSED;
      const origin = origins.get(url.origin) ?? open(url.origin);
      origins.set(url.origin, origin);
      const { pool, semaphore, openFresh } = origin;
      await semaphore.acquire(request.waitsForConnection === false ? 0 : limits.connectionWaitMs, signal);
      try {
        const result = await exchange({ pool, openFresh, url, request, limits, signal, now: options.now });
        await options.proxy?.blame(result.error);
        return result;
      } finally {
        semaphore.release();
      }
    },
    close: async () => {
      origins.clear();
      await Promise.all(closing);
    },
  };
}

function createOpener(options: CallbackClientOptions, limits: CallbackLimits): (origin: string) => Origin {
  const { allowInsecure, proxy, resolve, ca } = options;
  const connect = createConnector({
    ...{ rules: { allowInsecure }, proxy },
    resolve: resolve ?? createResolver({ limitMs: limits.lookupMs }),
    connectMs: limits.connectMs,
    answerBytes: limits.answerBytes,
    ...(ca === undefined ? {} : { ca }),
  });
  const connections = limits.connectionsPerOrigin;
  // One limit over the whole exchange replaces undici's two, which start again with every byte.
  const withoutOwnLimits = { connect, headersTimeout: 0, bodyTimeout: 0 };
  return (origin) => ({
    pool: new Pool(origin, { ...withoutOwnLimits, connections }),
    openFresh: () => new Client(origin, withoutOwnLimits),
    semaphore: new Semaphore(connections),
  });
}

const REFUSED: CallbackResult = {
  error: 'address_refused',
  status: null,
  excerpt: null,
  headers: null,
  retryAfterMs: 0,
  durationMs: 0,
};

function parseUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined;
}
