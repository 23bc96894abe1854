import { Agent, fetch } from 'undici';
import { createConnector } from './connector.ts';
import type { EgressProxy } from './egress-proxy.ts';
import { CALLBACK_LIMITS } from './limits.ts';

/** As openid-client takes it. */
export type ProviderFetch = (
  url: string,
  options: { body?: unknown; headers: Record<string, string>; method: string; signal?: AbortSignal },
) => Promise<Response>;

/**
 * Asks the OpenID provider (its metadata, keys and tokens) through the only way out. Without a proxy it needs none of this: the address is
 * the operator's own, and may be a private one.
 */
export function createProviderFetch(proxy: EgressProxy, ca?: string): ProviderFetch {
  const { connectMs, answerBytes } = CALLBACK_LIMITS;
  const resolve = () => Promise.reject(new Error('the proxy resolves names'));
  const connect = createConnector({
    ...{ rules: { allowInsecure: false }, resolve, proxy, connectMs, answerBytes },
    ...(ca === undefined ? {} : { ca }),
  });
  const dispatcher = new Agent({ connect });
  return async (url, options) =>
    (await fetch(url, { ...(options as RequestInit), redirect: 'manual', dispatcher } as Parameters<
      typeof fetch
    >[1])) as unknown as Response;
}
