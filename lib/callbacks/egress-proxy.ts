/**
 * The one way out to addresses that merchants chose, where EGRESS_PROXY names it (docs/security.md, "The way out"): each connection is a
 * tunnel of its own (HTTP CONNECT), and TLS goes through it end to end. The proxy decides which addresses may be reached. What this
 * rules out (test/callbacks/egress-proxy.test.ts):
 *
 * - The proxy's own trouble counts as an endpoint's: whatever fails is either said by the proxy, or the proxy is asked whether it
 *   answers at all.
 */
import { isIPv6, type Socket } from 'node:net';
import { Client } from 'undici';
import type { ImportError } from '../../domain/calendar-import.ts';
import type { AttemptError } from '../../domain/notification.ts';
import { AttemptFailed } from './attempt.ts';
import { CALLBACK_LIMITS } from './limits.ts';

/** Nobody could be reached, whoever it was: no attempt was made, or it says nothing of the receiver. */
export class EgressUnavailable extends Error {
  override readonly name = 'EgressUnavailable';
  /** `no connection`, `no answer`, `status 503`. */
  readonly why: string;

  constructor(why: string, cause?: unknown) {
    super(`the egress proxy is unavailable: ${why}`, cause === undefined ? undefined : { cause });
    this.why = why;
  }
}

export interface EgressProxy {
  /**
   * A connection to that host and port.
   * @throws AttemptFailed what the proxy says of the target; EgressUnavailable
   */
  tunnel(hostname: string, port: number): Promise<Socket>;
  /** Asks for any HTTP answer. @throws EgressUnavailable */
  check(): Promise<void>;
  /** @throws EgressUnavailable where a request failed in a way that may be the proxy's, and the proxy does not answer */
  blame(word: AttemptError | ImportError | null): Promise<void>;
}

interface EgressProxyOptions {
  /** `http://host:port`, or https. */
  readonly url: string;
  readonly connectMs?: number;
  /** Milliseconds for an answer to `check`. */
  readonly checkMs?: number;
}

/** How a request fails whose tunnel ends, or is silent. */
const AMBIGUOUS: readonly unknown[] = ['connect_timeout', 'tls_failed', 'timeout', 'connection_lost'];

/** One for a process. */
export function createEgressProxy(options: EgressProxyOptions): EgressProxy {
  const { url, connectMs = CALLBACK_LIMITS.connectMs, checkMs = 2_000 } = options;
  const openClient = (timeout: number) => new Client(url, { connect: { timeout }, headersTimeout: 0 });

  async function ask(): Promise<void> {
    const client = openClient(checkMs);
    const limit = AbortSignal.timeout(checkMs);
    try {
      const { body } = await client.request({ method: 'GET', path: '/', signal: limit });
      body.on('error', () => undefined).destroy();
    } catch (error) {
      throw new EgressUnavailable(limit.aborted ? 'no answer' : 'no connection', error);
    } finally {
      await client.destroy();
    }
  }
  let asking: Promise<void> | undefined;
  /** Many requests that fail at once ask once. */
  const check = () => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };

  return {
    check,
    blame: async (word) => {
      if (AMBIGUOUS.includes(word)) await check();
    },
    tunnel: async (hostname, port) => {
      const client = openClient(connectMs);
      const limit = AbortSignal.timeout(connectMs);
      const authority = `${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`;
      try {
        return opened(await client.connect({ path: authority, headers: { host: authority }, signal: limit }));
      } catch (error) {
        if (error instanceof AttemptFailed || error instanceof EgressUnavailable) throw error;
        if (!limit.aborted) throw new EgressUnavailable('no connection', error);
        // Somebody is silent: the proxy, or the target behind it.
        await check();
        throw new AttemptFailed('connect_timeout', error);
      } finally {
        // The tunnel is no longer the client's.
        await client.destroy();
      }
    },
  };
}

interface ProxyAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket: NodeJS.ReadWriteStream;
}

/** @throws AttemptFailed what the proxy says of the target; EgressUnavailable */
function opened({ statusCode, headers, socket }: ProxyAnswer): Socket {
  const tunnel = socket as Socket;
  if (statusCode >= 200 && statusCode < 300) return tunnel;
  tunnel.on('error', () => undefined).destroy();
  const word = refusedBy(statusCode, headers);
  throw word === undefined ? new EgressUnavailable(`status ${statusCode}`) : new AttemptFailed(word);
}

/**
 * What the proxy's status says of the target, as Stripe's smokescreen has it: it refuses with 407, and without the challenge that
 * would make that a question for credentials (RFC 9110, 15.5.8). Everything else is the proxy's own trouble: overload, a wrong ACL.
 */
function refusedBy(status: number, headers: ProxyAnswer['headers']): AttemptError | undefined {
  if (status === 403 || (status === 407 && headers['proxy-authenticate'] === undefined))
    return 'address_refused';
  if (status === 504) return 'connect_timeout';
  if (status !== 502) return undefined;
  const reason = String(headers['x-smokescreen-error'] ?? '');
  return reason.startsWith('Failed to resolve') ? 'dns_failed' : 'connect_failed';
}
