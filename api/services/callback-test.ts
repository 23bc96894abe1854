import type { MikroORM } from '@mikro-orm/postgresql';
import type { SendCallback } from '../../callbacks/client.ts';
import { signedHeaders } from '../../callbacks/signature.ts';
import type { Cipher } from '../../db/cipher.ts';
import { CallbackEndpoint } from '../../db/entities/index.ts';
import { requestRetry } from '../../db/queries/retry-requests.ts';
import { CallbackMissing, RateLimited, Unavailable } from '../../domain/errors.ts';
import { newTestNotificationId } from '../../domain/ids.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { testBody } from '../../domain/order-notification.ts';
import type { CallbackTestData } from '../schemas/callback.ts';
import { recordProviderAct } from './audit.ts';

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

export interface CallbackTest {
  /** Sends a signed test to the merchant's address now. @throws CallbackMissing, RateLimited, Unavailable */
  send(merchant: CallingMerchant): Promise<CallbackTestData>;
}

/** Lets a merchant try its receiver (docs/architecture.md, "HTTP"): one test at a time, so that it is no way to flood anybody. */
export function createCallbackTest(deps: CallbackTestDeps): CallbackTest {
  const underWay = new Set<string>();

  async function send(merchantKey: string): Promise<CallbackTestData> {
    const { orm, cipher, now, sendCallback } = deps;
    if (sendCallback === undefined)
      throw new Unavailable('this process does not send test notifications', RETRY_AFTER_SECONDS);
    const endpoint = await orm.em.fork().findOne(CallbackEndpoint, { merchantKey });
    if (endpoint === null) throw new CallbackMissing();
    const sentAt = now();
    const id = newTestNotificationId(sentAt);
    const secrets = await Promise.all(secretsOf(endpoint, sentAt).map((secret) => cipher.decrypt(secret)));
    const body = testBody(id, sentAt);
    const headers = signedHeaders({ id, body, sentAt, secrets });
    const result = await sendCallback({ url: endpoint.url, headers, body });
    if (result.error === null && endpoint.failingSince != null) await retryWaiting(merchantKey);
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
  async function retryWaiting(merchantKey: string): Promise<void> {
    await requestRetry(deps.orm.em.fork(), merchantKey, 'wake', null);
    deps.onRetryRequested?.();
  }

  return {
    send: async (merchant) => {
      const { key: merchantKey } = merchant;
      if (underWay.has(merchantKey) || underWay.size >= MAX_TESTS) throw new RateLimited(RETRY_AFTER_SECONDS);
      underWay.add(merchantKey);
      try {
        const result = await send(merchantKey);
        const act = { action: 'callback.tested', subject: `callback:${merchantKey}` };
        await recordProviderAct(deps.orm.em.fork(), merchant, act);
        return result;
      } finally {
        underWay.delete(merchantKey);
      }
    },
  };
}

/** The current one first; the previous one while a rotation lasts. */
function secretsOf(endpoint: CallbackEndpoint, at: Date): string[] {
  const { secretEncrypted, previousSecretEncrypted, previousSecretUntil } = endpoint;
  const isRotating =
    previousSecretEncrypted != null && previousSecretUntil != null && previousSecretUntil > at;
  return isRotating ? [secretEncrypted, previousSecretEncrypted] : [secretEncrypted];
}
