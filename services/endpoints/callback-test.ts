import type { MikroORM } from '@mikro-orm/postgresql';
import type { CallbackTestData } from '../../contract/schemas/callback.ts';
import type { Cipher } from '../../db/cipher.ts';
import { CallbackEndpoint } from '../../db/entities/index.ts';
import { addSingleJob } from '../../db/queries/platform/jobs.ts';
import { isRotating } from '../../domain/callback-endpoint.ts';
import { CallbackEndpointNotFound, CallbackMissing, RateLimited, Unavailable } from '../../domain/errors.ts';
import { sampleBody } from '../../domain/event-samples.ts';
import type { EventType } from '../../domain/event-types.ts';
import { newTestNotificationId } from '../../domain/ids.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { testBody } from '../../domain/order-notification.ts';
import type { SendCallback } from '../../lib/callbacks/client.ts';
import { EgressUnavailable } from '../../lib/callbacks/egress-proxy.ts';
import { headersOf, openEndpoint } from '../../lib/callbacks/signature.ts';
import { recordProviderAct } from '../audit.ts';
import { ownEndpoint } from './changes.ts';

/** At once in one process; each may take ten seconds. */
const MAX_TESTS = 50;
const RETRY_AFTER_SECONDS = 5;

export interface CallbackTestDeps {
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  readonly now: () => Date;
  /** The API sends tests itself, so that they work while Temporal is unavailable. */
  readonly sendCallback?: SendCallback;
  readonly onRetryRequested?: () => void;
}

interface TestTarget {
  /** Default: the merchant's first one. */
  readonly endpointId?: string;
  /** An example of such an event; default: a body of its own type. */
  readonly type?: EventType | undefined;
}

export interface CallbackTest {
  /**
   * Sends a signed test to the merchant's endpoint now.
   * @throws CallbackEndpointNotFound, CallbackMissing, RateLimited, Unavailable
   */
  send(merchant: CallingMerchant, target?: TestTarget): Promise<CallbackTestData>;
}

/** Lets a merchant try its receiver (docs/architecture.md, "HTTP"): one test at a time, so that it is no way to flood anybody. */
export function createCallbackTest(deps: CallbackTestDeps): CallbackTest {
  const underWay = new Set<string>();

  async function send(merchantKey: string, { endpointId, type }: TestTarget): Promise<CallbackTestData> {
    const { orm, cipher, now, sendCallback } = deps;
    const row = await orm.em.fork().findOne(CallbackEndpoint, ownEndpoint(merchantKey, endpointId));
    if (row === null) throw new CallbackEndpointNotFound();
    if (sendCallback === undefined)
      throw new Unavailable('this process does not send test notifications', RETRY_AFTER_SECONDS);
    if (row.url == null) throw new CallbackMissing();
    const sentAt = now();
    const id = newTestNotificationId(sentAt);
    const { headersEncrypted } = row;
    const sealed = { secretsEncrypted: secretsOf(row, sentAt), headersEncrypted };
    const endpoint = await openEndpoint(cipher.decrypt, sealed);
    const body = type === undefined ? testBody(id, sentAt) : sampleBody(type, id, sentAt);
    const headers = headersOf({ id, body, sentAt, endpoint });
    const result = await sendCallback({ url: row.url, headers, body }).catch(orUnavailable);
    if (result.error === null && row.failingSince != null) await retryWaiting(row.id);
    return {
      notificationId: id,
      acknowledged: result.error === null,
      httpStatus: result.status,
      durationMs: result.durationMs,
      error: result.error,
      responseExcerpt: result.excerpt,
    };
  }

  /** It works again: what waits need not wait on. */
  async function retryWaiting(endpointId: string): Promise<void> {
    await addSingleJob(deps.orm.em.fork(), 'endpoint_retry', endpointId);
    deps.onRetryRequested?.();
  }

  return {
    send: async (merchant, target = {}) => {
      const { key: merchantKey } = merchant;
      if (underWay.has(merchantKey) || underWay.size >= MAX_TESTS) throw new RateLimited(RETRY_AFTER_SECONDS);
      underWay.add(merchantKey);
      try {
        const result = await send(merchantKey, target);
        const { endpointId } = target;
        const subject = endpointId === undefined ? `callback:${merchantKey}` : `endpoint:${endpointId}`;
        const act = { action: 'callback.tested', subject };
        await recordProviderAct(deps.orm.em.fork(), merchant, act);
        return result;
      } finally {
        underWay.delete(merchantKey);
      }
    },
  };
}

/** It would say nothing of the receiver. */
function orUnavailable(error: unknown): never {
  if (!(error instanceof EgressUnavailable)) throw error;
  throw new Unavailable('our way out to receivers is unavailable', RETRY_AFTER_SECONDS, error);
}

/** The current one first; the previous one while a rotation lasts. */
function secretsOf(endpoint: CallbackEndpoint, at: Date): string[] {
  const { secretEncrypted, previousSecretEncrypted } = endpoint;
  return [secretEncrypted, isRotating(endpoint, at) ? previousSecretEncrypted : null].filter(
    (secret) => secret != null,
  );
}
