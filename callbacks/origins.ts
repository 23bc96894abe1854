import { LRUCache } from 'lru-cache';
import { Pool } from 'undici';
import type { Resolver } from './address-guard.ts';
import { createConnector } from './connector.ts';
import type { CallbackLimits } from './limits.ts';
import { createResolver } from './resolver.ts';
import { Slots } from './semaphore.ts';

interface Origin {
  readonly pool: Pool;
  /** As many as the pool has connections, so that nothing waits inside undici while the clock runs. */
  readonly slots: Slots;
}

export interface Origins {
  of(origin: string): Origin;
  /** Waits for the requests under way. */
  close(): Promise<void>;
}

export interface OriginsOptions {
  readonly allowInsecure: boolean;
  readonly limits: CallbackLimits;
  readonly resolve?: Resolver;
  readonly nameServers?: readonly string[] | undefined;
  readonly ca?: string;
}

/**
 * Keeps connections to the origins used last; their number and the connections of each are bounded. undici's own
 * `maxOrigins` would refuse the next merchant instead of letting the least recent one go.
 */
export function createOrigins({ allowInsecure, limits, ca, ...names }: OriginsOptions): Origins {
  const connect = createConnector({
    rules: { allowInsecure },
    resolve: names.resolve ?? createResolver({ nameServers: names.nameServers, limitMs: limits.lookupMs }),
    connectMs: limits.connectMs,
    answerBytes: limits.answerBytes,
    ...(ca === undefined ? {} : { ca }),
  });
  const open = (origin: string): Origin => ({
    // One limit over the whole exchange replaces undici's two, which start again with every byte.
    pool: new Pool(origin, {
      connect,
      connections: limits.connectionsPerOrigin,
      headersTimeout: 0,
      bodyTimeout: 0,
    }),
    slots: new Slots(limits.connectionsPerOrigin),
  });

  const closing = new Set<Promise<void>>();
  const close = ({ pool }: Origin) => {
    const closed: Promise<void> = pool.close().finally(() => closing.delete(closed));
    closing.add(closed);
  };
  const cache = new LRUCache<string, Origin>({ max: limits.origins, dispose: close });
  return {
    of: (origin) => {
      const known = cache.get(origin) ?? open(origin);
      cache.set(origin, known);
      return known;
    },
    close: async () => {
      cache.clear();
      await Promise.all(closing);
    },
  };
}
