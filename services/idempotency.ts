import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Cipher } from '../db/cipher.ts';
import { IdempotencyKey } from '../db/entities/index.ts';
import { IdempotencyKeyReused, RequestInProgress } from '../domain/errors.ts';

/** Longer than any request may take: a process that holds a lease past its end has crashed. */
const LEASE_SECONDS = 20;
/** How long a twin waits for the answer of the first. */
const WAIT_MS = 5_000;
const POLL_MS = 100;
const RETRY_AFTER_SECONDS = 2;

interface KeyedRequest {
  /** Whose key it is: a merchant's, or a person's at the console, `person:12`. */
  readonly owner: string;
  /** `Idempotency-Key`. */
  readonly key: string;
  /** See requestHash. */
  readonly hash: string;
}

/** A request that this process carries out, alone, until its lease ends. */
export interface Lease extends KeyedRequest {
  readonly leasedUntil: string;
}

export interface Idempotency {
  /**
   * Takes the request, or finds the answer that an earlier one got; a twin under way is waited for.
   * @throws IdempotencyKeyReused, RequestInProgress
   */
  begin(request: KeyedRequest): Promise<{ lease: Lease } | { answer: string }>;
  /** Keeps the answer for repeats of the request within 24 h. */
  finish(lease: Lease, answer: string): Promise<void>;
  /** It was refused: where it changed nothing, the key is free again. */
  release(lease: Lease): Promise<void>;
  /** Nobody knows what it changed: only the same request may try again, and at once. */
  expire(lease: Lease): Promise<void>;
}

/**
 * Answers kept by `Idempotency-Key`, in the database, so that it holds over processes and crashes. Answers are
 * encrypted: some show a secret, many a name and a phone number.
 */
export function createIdempotency({ orm, cipher }: { orm: MikroORM; cipher: Cipher }): Idempotency {
  const run = <Row>(sql: string, values: unknown[]) => orm.em.fork().execute<Row[]>(sql, values);

  async function lookUp(request: KeyedRequest): Promise<{ answer: string } | undefined> {
    const { owner, key, hash } = request;
    const known = await orm.em.fork().findOne(IdempotencyKey, { merchantKey: owner, key });
    if (known === null) return undefined;
    if (known.requestHash !== hash) throw new IdempotencyKeyReused();
    const sealed = known.answer?.sealed;
    return typeof sealed === 'string' ? { answer: await cipher.decrypt(sealed) } : undefined;
  }

  return {
    async begin(request) {
      const { owner, key, hash } = request;
      for (const end = performance.now() + WAIT_MS; ; await sleep(POLL_MS)) {
        const [taken] = await run<{ leasedUntil: string }>(TAKE, [owner, key, hash]);
        if (taken) return { lease: { ...request, ...taken } };
        const known = await lookUp(request);
        if (known) return known;
        if (performance.now() > end) throw new RequestInProgress(RETRY_AFTER_SECONDS);
      }
    },
    async finish(lease, answer) {
      const sealed = JSON.stringify({ sealed: await cipher.encrypt(answer) });
      await run(FINISH, [sealed, ...identity(lease)]);
    },
    release: async (lease) => {
      await run(RELEASE, identity(lease));
      await run(EXPIRE, identity(lease));
    },
    expire: async (lease) => void (await run(EXPIRE, identity(lease))),
  };
}

/**
 * A hash of method, path with query, and body; members of an object count the same in any order.
 * @param askedBy where the answer shows a secret: the credential that asks. Under another one it is another request.
 */
export function requestHash(method: string, target: string, body: unknown, askedBy?: string): string {
  const parts = [method, target, body ?? null, ...(askedBy === undefined ? [] : [askedBy])];
  return createHash('sha256').update(JSON.stringify(parts, sortMembers)).digest('hex');
}

function sortMembers(_name: string, value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
}

function identity({ owner, key, leasedUntil }: Lease): string[] {
  return [owner, key, leasedUntil];
}

/** A new key, one older than a day, or the same request whose holder crashed. */
const TAKE = `
insert into idempotency_key as known (merchant_key, key, request_hash, leased_until, created_at)
values (?, ?, ?, now() + interval '${LEASE_SECONDS} seconds', now())
on conflict (merchant_key, key) do update
  set request_hash = excluded.request_hash, leased_until = excluded.leased_until, created_at = now(), answer = null,
    done = case when known.created_at < now() - interval '24 hours' then null else known.done end
  where known.created_at < now() - interval '24 hours'
    or (known.answer is null and known.leased_until < now() and known.request_hash = excluded.request_hash)
returning leased_until::text as "leasedUntil"`;

const MINE = 'merchant_key = ? and key = ? and leased_until = ?::timestamptz and answer is null';
const FINISH = `update idempotency_key set answer = ?::jsonb where ${MINE}`;
const RELEASE = `delete from idempotency_key where ${MINE} and done is null`;
const EXPIRE = `update idempotency_key set leased_until = now() where ${MINE}`;
