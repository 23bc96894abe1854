import type { Resolver } from './address-guard.ts';
import { type CallbackRequest, type CallbackResult, exchange } from './exchange.ts';
import { CALLBACK_LIMITS, type CallbackLimits } from './limits.ts';
import { createOrigins } from './origins.ts';

export interface CallbackClientOptions {
  /** Permits http, and addresses on this machine. For development only. */
  readonly allowInsecure: boolean;
  readonly limits?: Partial<CallbackLimits>;
  /** In place of the resolver below; for tests. */
  readonly resolve?: Resolver;
  /** Name servers to ask in place of the machine's (config: callbackNameServers). */
  readonly nameServers?: readonly string[] | undefined;
  /** Trusted certificate authorities, PEM, in place of Node's own; for tests. */
  readonly ca?: string;
}

/**
 * Sends one notification. Everything that the other side can do wrong is a result, not a rejection.
 * @throws NoSlot when too many requests to that origin are under way; the signal's reason when it is aborted.
 */
export type PostCallback = (request: CallbackRequest, signal?: AbortSignal) => Promise<CallbackResult>;

export interface CallbackClient {
  readonly post: PostCallback;
  /** Waits for the requests under way, and closes all connections. */
  close(): Promise<void>;
}

/**
 * Posts to merchants' addresses within fixed limits, whatever the other side does (docs/notifications.md): keep-alive
 * connections over HTTP/1.1, no redirects, no cookies, no decompression. One per process.
 */
export function createCallbackClient(options: CallbackClientOptions): CallbackClient {
  const limits: CallbackLimits = { ...CALLBACK_LIMITS, ...options.limits };
  const origins = createOrigins({ ...options, limits });
  return {
    post: async (request, signal) => {
      const url = parseUrl(request.url);
      if (url === undefined) return REFUSED;
      const { pool, slots } = origins.of(url.origin);
      await slots.acquire(limits.slotWaitMs, signal);
      try {
        return await exchange({ pool, url, request, limits, signal });
      } finally {
        slots.release();
      }
    },
    close: () => origins.close(),
  };
}

const REFUSED: CallbackResult = {
  error: 'address_refused',
  status: null,
  excerpt: null,
  retryAfterMs: 0,
  durationMs: 0,
};

function parseUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined;
}
