import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { CallbackConfig } from '../../contract/schemas/callback.ts';
import type { Cipher } from '../../db/cipher.ts';
import { CallbackEndpoint } from '../../db/entities/index.ts';
import { addResumedNotice } from '../../db/queries/notifications/endpoint-trouble.ts';
import { addSingleJob } from '../../db/queries/platform/jobs.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { recordAudit } from '../audit.ts';
import { once } from '../commands.ts';
import {
  checkedUrl,
  lockEndpoint,
  overlapEnd,
  ownEndpoint,
  removeAddress,
  resume,
  rotateSecret,
  setAddress,
} from './changes.ts';
import { noteOf, shownToMaker } from './made-secret.ts';
import { showConfig } from './view.ts';

export interface CallbackServiceDeps {
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  readonly now: () => Date;
  readonly allowInsecure: boolean;
  /** Called after a merchant saved or removed its address: a request to retry what waits is recorded. */
  readonly onCallbackChanged?: (merchantKey: string) => Promise<void>;
  readonly onRetryRequested?: () => void;
}

export interface CallbackService {
  /** The merchant's configuration; never its secret. */
  read(merchant: CallingMerchant): Promise<CallbackConfig>;
  /**
   * Saves or, with an empty or null url, removes the address. Saving ends a pause. The first save makes the secret,
   * and only its answer shows it.
   * @throws InvalidParameter for an address that notifications may not go to.
   */
  save(merchant: CallingMerchant, url: string | null): Promise<CallbackConfig>;
  /**
   * Makes a new secret and shows it, once. Until the overlap ends both sign; of an earlier rotation that is still
   * under way, the oldest secret stops at once.
   * @param overlapSeconds 0 to 7 days.
   * @throws CallbackMissing
   */
  rotateSecret(merchant: CallingMerchant, overlapSeconds: number): Promise<CallbackConfig>;
}

/** The first endpoint of a merchant, and its address only: all that most of them need (docs/notifications.md). */
export function createCallbackService(deps: CallbackServiceDeps): CallbackService {
  const { orm, cipher, now } = deps;

  async function change(merchant: CallingMerchant, part: string, work: Change): Promise<CallbackConfig> {
    return await orm.em.fork().transactional(async (em) => {
      const endpoint = await lockEndpoint(em, merchant.key);
      const { result } = await once(em, merchant, part, async () => {
        const secret = await work(endpoint, em);
        await em.flush();
        return noteOf(secret);
      });
      const config = await showConfig(cipher, endpoint, { merchant, now: now() });
      return { ...config, ...(await shownToMaker(cipher, endpoint, result)) };
    });
  }

  /** Pending notifications are retried also when the address is removed, so that they are resolved as having none. */
  async function save(merchant: CallingMerchant, url: string | null): Promise<CallbackConfig> {
    const address = url ? checkedUrl(url, deps.allowInsecure) : undefined;
    const subject = `callback:${merchant.key}`;
    const config = await change(merchant, 'callback.saved', async (endpoint, em) => {
      resume(endpoint, now());
      await addSingleJob(em, 'endpoint_retry', endpoint.id);
      await addResumedNotice(em, endpoint.id);
      if (address === undefined) {
        removeAddress(endpoint);
        await recordAudit(em, merchant, { action: 'callback.removed', subject });
        return undefined;
      }
      // Only the host: the rest of an address may contain a secret.
      const details = { host: new URL(address).host };
      await recordAudit(em, merchant, { action: 'callback.saved', subject, details });
      return await setAddress(cipher, endpoint, address);
    });
    deps.onRetryRequested?.();
    await deps.onCallbackChanged?.(merchant.key);
    return config;
  }

  return {
    read: async (merchant) => {
      const endpoint = await orm.em.fork().findOneOrFail(CallbackEndpoint, ownEndpoint(merchant.key));
      return await showConfig(cipher, endpoint, { merchant, now: now() });
    },
    save,
    rotateSecret: (merchant, overlapSeconds) =>
      change(merchant, 'callback.secret_rotated', async (endpoint, em) => {
        const previousUntil = overlapEnd(now(), overlapSeconds);
        const { signatureScheme: scheme } = endpoint;
        const secret = await rotateSecret(cipher, endpoint, { scheme, previousUntil });
        await recordAudit(em, merchant, {
          action: 'callback.secret_rotated',
          subject: `callback:${merchant.key}`,
          details: { overlapSeconds },
        });
        return secret;
      }),
  };
}

/** @returns a secret that it made. */
type Change = (endpoint: CallbackEndpoint, em: EntityManager) => Promise<string | undefined>;
