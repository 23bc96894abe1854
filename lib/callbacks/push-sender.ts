/** Hands messages to browsers' push services (RFC 8030), as safely as notifications are sent: guarded addresses, and limits on everything. */
import { Agent } from 'undici';
import type { PushMessage, PushSubscription } from '../../domain/push-message.ts';
import type { Resolver } from './address-guard.ts';
import { createConnector } from './connector.ts';
import type { EgressProxy } from './egress-proxy.ts';
import { CALLBACK_LIMITS } from './limits.ts';
import { createResolver } from './resolver.ts';
import type { VapidKey } from './vapid.ts';

export interface PushSenderOptions {
  /** The first one is for new subscriptions; the others are of those from before ENCRYPTION_KEY was changed. */
  readonly keys: readonly VapidKey[];
  /** Whom a push service may write to: `https://…` or `mailto:…` (RFC 8292, section 2.1). */
  readonly contact: string;
  /** Permits http, and addresses on this machine. For development only. */
  readonly allowInsecure: boolean;
  /** The only way out, where there is one. */
  readonly proxy?: EgressProxy | undefined;
  /** Replaces our own resolver; for tests. */
  readonly resolve?: Resolver;
}

interface PushOptions {
  /** For how long the push service keeps it for a device that is off. */
  readonly ttlSeconds: number;
  /** It may wake up a device that saves its battery. */
  readonly isUrgent: boolean;
}

/** The push service took the message, or there is no such subscription any more. */
type PushOutcome = 'taken' | 'gone';

/** @throws PushRefused, which may be over later; AttemptFailed, EgressUnavailable where there is no connection. */
export type SendPush = (
  subscription: PushSubscription,
  message: PushMessage,
  options: PushOptions,
) => Promise<PushOutcome>;

/** What the push service answered. */
export class PushRefused extends Error {
  override name = 'PushRefused';
  constructor(status: number) {
    super(`the push service answered ${status}`);
  }
}

/** 403: it was made for another key than it says. */
const GONE = [403, 404, 410];
const ANSWER_BYTES = 16_384;

export function createPushSender(options: PushSenderOptions): SendPush {
  const { keys, contact, allowInsecure, proxy } = options;
  const { connectMs, lookupMs, totalMs, answerBytes } = CALLBACK_LIMITS;
  const resolve = options.resolve ?? createResolver({ limitMs: lookupMs });
  const connect = createConnector({ rules: { allowInsecure }, proxy, resolve, connectMs, answerBytes });
  const agent = new Agent({ connect, headersTimeout: totalMs, bodyTimeout: totalMs });
  return async ({ endpoint, p256dh, auth, serverKey }, message, { ttlSeconds, isUrgent }) => {
    const key = keys.find(({ publicKey }) => publicKey === serverKey);
    if (key === undefined) return 'gone';
    // With the first message: a start need not wait for it (60 ms).
    const { default: webPush } = await import('web-push');
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      {
        vapidDetails: { subject: contact, ...key },
        TTL: ttlSeconds,
        urgency: isUrgent ? 'high' : 'normal',
      },
    );
    const { origin, pathname, search } = new URL(endpoint);
    const path = pathname + search;
    const signal = AbortSignal.timeout(totalMs);
    const sent = { ...headers, 'content-length': `${body.length}` };
    const answer = await agent.request({
      origin,
      path,
      method: 'POST',
      headers: headersOf(sent),
      body,
      signal,
    });
    await answer.body.dump({ limit: ANSWER_BYTES, signal });
    if (answer.statusCode >= 200 && answer.statusCode < 300) return 'taken';
    if (GONE.includes(answer.statusCode)) return 'gone';
    throw new PushRefused(answer.statusCode);
  };
}

/** One spelling of each name, and texts alone. */
function headersOf(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), `${value}`]));
}
