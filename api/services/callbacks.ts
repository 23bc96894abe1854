import { randomBytes } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Cipher } from '../../db/cipher.ts';
import { CallbackEndpoint } from '../../db/entities/index.ts';
import { REQUEST_RETRY } from '../../db/queries/retry-requests.ts';
import { checkCallbackUrl } from '../../domain/callback-url.ts';
import { CallbackMissing, InvalidParameter } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import type { CallbackConfig } from '../schemas/callback.ts';
import { recordAudit } from './audit.ts';

const SECRET_BYTES = 32;
const HINT_LENGTH = 4;

export interface CallbackServiceDeps {
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  readonly now: () => Date;
  readonly allowInsecure: boolean;
  /** Called after a merchant saved or removed its address: a request to retry what waits is recorded. */
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
  save(merchant: CallingMerchant, url: string | null): Promise<CallbackConfig>;
  /**
   * Makes a new secret and shows it, once. Until the overlap ends both sign; of an earlier rotation that is still
   * under way, the oldest secret stops at once.
   * @param overlapSeconds 0 to 7 days.
   * @throws CallbackMissing
   */
  rotateSecret(merchant: CallingMerchant, overlapSeconds: number): Promise<CallbackConfig>;
}

/** Where merchants receive notifications (docs/notifications.md). */
export function createCallbackService(deps: CallbackServiceDeps): CallbackService {
  const { orm, cipher, now } = deps;

  async function read(merchantKey: string): Promise<CallbackConfig> {
    const endpoint = await orm.em.fork().findOne(CallbackEndpoint, { merchantKey });
    if (endpoint === null) return NO_CALLBACK;
    return show(endpoint, await cipher.decrypt(endpoint.secretEncrypted), now());
  }

  async function save(merchant: CallingMerchant, url: string | null): Promise<CallbackConfig> {
    const freshSecret = url ? await upsert(merchant, url) : await remove(merchant);
    await deps.onCallbackChanged?.(merchant.key);
    const config = await read(merchant.key);
    return freshSecret === undefined ? config : { ...config, secret: freshSecret };
  }

  /** One statement, so that of two first saves at once only one made the secret, and knows it. */
  async function upsert(merchant: CallingMerchant, url: string): Promise<string | undefined> {
    const check = checkCallbackUrl(url, { allowInsecure: deps.allowInsecure });
    if (!check.ok) throw new InvalidParameter([{ path: 'body.url', reason: check.reason }]);
    const secret = newCallbackSecret();
    const at = now();
    const encrypted = await cipher.encrypt(secret);
    const { key } = merchant;
    return orm.em.fork().transactional(async (em) => {
      const [row] = await em.execute<{ created: boolean }[]>(UPSERT, [
        key,
        check.url,
        encrypted,
        at,
        at,
        key,
        'wake',
        null,
      ]);
      // Only the host: whatever else an address holds may be a secret.
      const details = { host: new URL(check.url).host };
      await recordAudit(em, merchant, { action: 'callback.saved', subject: `callback:${key}`, details });
      return row?.created ? secret : undefined;
    });
  }

  /** What waits is told as well: there is nowhere to go any more. */
  async function remove(merchant: CallingMerchant): Promise<undefined> {
    const { key } = merchant;
    await orm.em.fork().transactional(async (em) => {
      await em.execute(REMOVE, [key, key, 'wake', null]);
      await recordAudit(em, merchant, { action: 'callback.removed', subject: `callback:${key}` });
    });
  }

  async function rotateSecret(merchant: CallingMerchant, overlapSeconds: number): Promise<CallbackConfig> {
    const secret = newCallbackSecret();
    const until = new Date(now().getTime() + overlapSeconds * 1_000);
    const encrypted = await cipher.encrypt(secret);
    const { key } = merchant;
    await orm.em.fork().transactional(async (em) => {
      const rotated = await em.execute<unknown[]>(ROTATE, [overlapSeconds > 0, until, encrypted, key]);
      if (rotated.length === 0) throw new CallbackMissing();
      const details = { overlapSeconds };
      await recordAudit(em, merchant, {
        action: 'callback.secret_rotated',
        subject: `callback:${key}`,
        details,
      });
    });
    return { ...(await read(key)), secret };
  }

  return { read, save, rotateSecret };
}

/** A new callback secret: `whsec_` and 256 random bits in base64 (Standard Webhooks, "Signature scheme"). */
function newCallbackSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** `xmax` is 0 only in a row that this statement inserted. A retry of what waits is asked for in the same statement. */
const UPSERT = `
with saved as (
  insert into callback_endpoint (merchant_key, url, secret_encrypted, created_at, updated_at) values (?, ?, ?, ?, ?)
  on conflict (merchant_key) do update
    set url = excluded.url, paused_at = null, failing_since = null, held_until = null, updated_at = excluded.updated_at
  returning xmax = 0 as created
), retried as (${REQUEST_RETRY})
select created from saved`;

const REMOVE = `
with removed as (delete from callback_endpoint where merchant_key = ?), retried as (${REQUEST_RETRY})
select 1`;

/** On the right of each `=` is the row as it was. */
const ROTATE = `
with choice as (select ?::boolean as overlaps, ?::timestamptz as until)
update callback_endpoint e set
  previous_secret_encrypted = case when c.overlaps then e.secret_encrypted end,
  previous_secret_until = case when c.overlaps then c.until end,
  secret_encrypted = ?
from choice c where e.merchant_key = ? returning 1`;

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
