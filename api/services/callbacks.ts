import { randomBytes } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Cipher } from '../../db/cipher.ts';
import { CallbackEndpoint } from '../../db/entities/index.ts';
import { checkCallbackUrl } from '../../domain/callback-url.ts';
import { InvalidParameter } from '../../domain/errors.ts';
import type { CallbackConfig } from '../schemas/callback.ts';

const SECRET_BYTES = 32;
const HINT_LENGTH = 4;

export interface CallbackServiceDeps {
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  readonly now: () => Date;
  readonly allowInsecure: boolean;
  /** Called after a merchant saved or removed its address; wakes what waits for it. */
  readonly onCallbackChanged?: (merchantKey: string) => Promise<void>;
}

export interface CallbackService {
  /** The merchant's configuration; never its secret. */
  read(merchantKey: string): Promise<CallbackConfig>;
  /**
   * Saves or, with an empty or null url, removes the address. Saving ends a pause. The first save makes the secret,
   * and only its answer shows it.
   * @throws InvalidParameter for an address that notifications may not go to.
   */
  save(merchantKey: string, url: string | null): Promise<CallbackConfig>;
}

/** Where merchants receive notifications (design, chapter 5). */
export function createCallbackService(deps: CallbackServiceDeps): CallbackService {
  const { orm, cipher, now } = deps;

  async function read(merchantKey: string): Promise<CallbackConfig> {
    const endpoint = await orm.em.fork().findOne(CallbackEndpoint, { merchantKey });
    if (endpoint === null) return NO_CALLBACK;
    return show(endpoint, await cipher.decrypt(endpoint.secretEncrypted), now());
  }

  async function save(merchantKey: string, url: string | null): Promise<CallbackConfig> {
    const freshSecret = url ? await upsert(merchantKey, url) : await remove(merchantKey);
    await deps.onCallbackChanged?.(merchantKey);
    const config = await read(merchantKey);
    return freshSecret === undefined ? config : { ...config, secret: freshSecret };
  }

  /** One statement, so that of two first saves at once only one made the secret, and knows it. */
  async function upsert(merchantKey: string, url: string): Promise<string | undefined> {
    const check = checkCallbackUrl(url, { allowInsecure: deps.allowInsecure });
    if (!check.ok) throw new InvalidParameter([{ path: 'body.url', reason: check.reason }]);
    const secret = newCallbackSecret();
    const at = now();
    const [row] = await orm.em
      .fork()
      .execute<{ created: boolean }[]>(UPSERT, [
        merchantKey,
        check.url,
        await cipher.encrypt(secret),
        at,
        at,
      ]);
    return row?.created ? secret : undefined;
  }

  async function remove(merchantKey: string): Promise<undefined> {
    await orm.em.fork().nativeDelete(CallbackEndpoint, { merchantKey });
  }

  return { read, save };
}

/** A new callback secret: `whsec_` and 256 random bits in base64 (Standard Webhooks, "Signature scheme"). */
export function newCallbackSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** `xmax` is 0 only in a row that this statement inserted. */
const UPSERT = `
insert into callback_endpoint (merchant_key, url, secret_encrypted, created_at, updated_at) values (?, ?, ?, ?, ?)
on conflict (merchant_key) do update
  set url = excluded.url, paused_at = null, failing_since = null, updated_at = excluded.updated_at
returning xmax = 0 as created`;

const NO_CALLBACK: CallbackConfig = {
  url: null,
  status: 'none',
  failingSince: null,
  secretHint: null,
  previousSecretUntil: null,
};

function show(endpoint: CallbackEndpoint, secret: string, now: Date): CallbackConfig {
  const { url, failingSince, previousSecretUntil } = endpoint;
  const isRotating = previousSecretUntil != null && previousSecretUntil > now;
  return {
    url,
    status: statusOf(endpoint),
    failingSince: failingSince?.toISOString() ?? null,
    secretHint: `…${secret.slice(-HINT_LENGTH)}`,
    previousSecretUntil: isRotating ? previousSecretUntil.toISOString() : null,
  };
}

function statusOf({ pausedAt, failingSince }: CallbackEndpoint): CallbackConfig['status'] {
  if (pausedAt != null) return 'paused';
  return failingSince != null ? 'failing' : 'healthy';
}
