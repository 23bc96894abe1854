/** One POST to a service that a person has chosen, as safely as notifications are sent: guarded addresses, and limits on everything. */
import { Agent } from 'undici';
import type { Resolver } from './address-guard.ts';
import { createConnector } from './connector.ts';
import type { EgressProxy } from './egress-proxy.ts';
import { CALLBACK_LIMITS } from './limits.ts';
import { createResolver } from './resolver.ts';

export interface PosterOptions {
  /** Permits http, and addresses on this machine. For development only. */
  readonly allowInsecure: boolean;
  /** The only way out, where there is one. */
  readonly proxy?: EgressProxy | undefined;
  /** Replaces our own resolver; for tests. */
  readonly resolve?: Resolver;
}

/** @returns the status. @throws AttemptFailed, EgressUnavailable where there is no connection; the time limit's reason. */
type Post = (url: string, headers: Readonly<Record<string, string>>, body: Buffer) => Promise<number>;

const ANSWER_BYTES = 16_384;

export function createPoster({ allowInsecure, proxy, resolve: given }: PosterOptions): Post {
  const { connectMs, lookupMs, totalMs, answerBytes } = CALLBACK_LIMITS;
  const resolve = given ?? createResolver({ limitMs: lookupMs });
  const connect = createConnector({ rules: { allowInsecure }, proxy, resolve, connectMs, answerBytes });
  const agent = new Agent({ connect, headersTimeout: totalMs, bodyTimeout: totalMs });
  return async (url, headers, body) => {
    const { origin, pathname, search } = new URL(url);
    const path = pathname + search;
    const signal = AbortSignal.timeout(totalMs);
    const answer = await agent.request({ origin, path, method: 'POST', headers, body, signal });
    await answer.body.dump({ limit: ANSWER_BYTES, signal });
    return answer.statusCode;
  };
}

/** It took the message, or there is no such address any more. */
export type PostOutcome = 'taken' | 'gone';

/** @param gone the statuses by which that service says so. @throws PostRefused */
export function outcomeOf(status: number, gone: readonly number[]): PostOutcome {
  if (status >= 200 && status < 300) return 'taken';
  if (gone.includes(status)) return 'gone';
  throw new PostRefused(status);
}

/** What it answered; that may be over later. */
export class PostRefused extends Error {
  override name = 'PostRefused';
  constructor(status: number) {
    super(`the service answered ${status}`);
  }
}
