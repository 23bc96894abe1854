/**
 * A request under an `Idempotency-Key` is one command, however often it is sent (docs/decisions/0125). What this rules out
 * (test/security/repeats/every-operation.test.ts, frozen-worker.test.ts):
 *
 * - A process dies, or its answer is lost, after the write and before the answer is kept, and the repeat writes again: the transaction records what was done.
 * - A repeat finds what it did itself, or what others did since, and is refused: services read what was done before they refuse.
 * - Two processes carry a command out at once, after the first one's lease has expired: the second can't record it, and rolls back.
 */
import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { RequestInProgress } from '../domain/errors.ts';
import type { CallingMerchant } from '../domain/merchant.ts';

const RETRY_AFTER_SECONDS = 2;

/**
 * The id of a command: of the Update that carries it, and of the row that it becomes.
 * @param what distinguishes it from others that one merchant sends under one key.
 */
export function commandId(merchantKey: string, what: string, key: string): string {
  return createHash('sha256').update(`${merchantKey}\n${what}\n${key}`).digest('base64url');
}

/** The id of what somebody asks for without a key: the same words are the same command. */
export function commandOfWords(...words: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('base64url');
}

/**
 * Carries out a part of a command, unless an earlier try has.
 * @param em of the transaction that `work` writes in.
 * @param action distinguishes this part from the command's others.
 * @param work returns what is to be kept: JSON of ids and settings, never secrets or personal data.
 * @returns what `work` returned, then or now.
 * @throws RequestInProgress where another process is carrying it out.
 */
export async function once<Result extends object>(
  em: EntityManager,
  merchant: CallingMerchant,
  action: string,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly isRepeat: boolean }> {
  const earlier = await findDone<Result>(em, merchant, action);
  if (earlier !== undefined) return { result: earlier, isRepeat: true };
  const result = await work();
  await noteDone(em, merchant, action, result);
  return { result, isRepeat: false };
}

/** What an earlier try of this command did; undefined for one that did nothing, and without a key. */
export async function findDone<Result extends object>(
  em: EntityManager,
  { key: merchantKey, via }: CallingMerchant,
  action: string,
): Promise<Result | undefined> {
  if (via?.command === undefined) return undefined;
  const { key, requestHash } = via.command;
  const [row] = await em.execute<{ done: Result | null }[]>(
    'select done -> ? as done from idempotency_key where merchant_key = ? and key = ? and request_hash = ?',
    [action, merchantKey, key, requestHash],
  );
  return row?.done ?? undefined;
}

/** Notes what was done, in the transaction that did it. @throws RequestInProgress where another process has. */
export async function noteDone(
  em: EntityManager,
  { key: merchantKey, via }: CallingMerchant,
  action: string,
  result: object = {},
): Promise<void> {
  if (via?.command === undefined) return;
  const { key, requestHash } = via.command;
  const noted = await em.execute<unknown[]>(NOTE, [
    action,
    JSON.stringify(result),
    ...[merchantKey, key, requestHash, action],
  ]);
  if (noted.length === 0) throw new RequestInProgress(RETRY_AFTER_SECONDS);
}

const NOTE = `
update idempotency_key set done = coalesce(done, '{}') || jsonb_build_object(?::text, ?::jsonb)
where merchant_key = ? and key = ? and request_hash = ? and done -> ? is null
returning 1`;
