/** `Idempotency-Key` where the answer is kept within the transaction of what it answers: a crash loses both or neither. */
import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { IdempotencyKey } from '../../db/entities/index.ts';
import { IdempotencyKeyReused } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';

/** Who asked, and under which key. */
export interface KeyedCall {
  readonly merchant: CallingMerchant;
  readonly key: string | undefined;
  readonly requestHash: string;
}

export interface Keyed<Request> extends KeyedCall {
  readonly request: Request;
}

/** Equal for bodies with equal members, in whatever order and spacing they came. */
export function hashOf(endpoint: string, request: object): string {
  const members = Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([endpoint, members]))
    .digest('hex');
}

/** What an earlier request under the same key was answered. @throws IdempotencyKeyReused for another request. */
export async function findEarlier<Answer extends object>(
  em: EntityManager,
  { merchant, key, requestHash }: KeyedCall,
): Promise<Answer | undefined> {
  if (key === undefined) return undefined;
  const earlier = await em.findOne(IdempotencyKey, { merchantKey: merchant.key, key });
  if (!earlier) return undefined;
  if (earlier.requestHash !== requestHash) throw new IdempotencyKeyReused();
  return earlier.answer as Answer;
}
