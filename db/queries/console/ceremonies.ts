import type { EntityManager } from '@mikro-orm/postgresql';
import { SignInCeremony, type SignInCeremonyPurpose } from '../../entities/index.ts';
import { hashToken } from '../../secret-tokens.ts';

/** From the question to its answer. */
const LIFETIME_MS = 5 * 60_000;

export interface NewCeremony {
  readonly purpose: SignInCeremonyPurpose;
  /** What the answer repeats: a challenge, a state. Kept as its hash. */
  readonly question: string;
  /** Only an answer within this session counts; null: before anybody is signed in. */
  readonly sessionId: number | null;
  /** What is needed to check the answer; encrypted where it is secret. */
  readonly details?: string;
}

/** Notes a question that was asked. */
export async function openCeremony(em: EntityManager, ceremony: NewCeremony, now: Date): Promise<void> {
  const { question, details = null, ...rest } = ceremony;
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  await em.insert(SignInCeremony, { ...rest, details, questionHash: hashToken(question), expiresAt });
}

const TAKE = `
delete from sign_in_ceremony
where question_hash = ? and purpose = ? and session_id is not distinct from ?::bigint and expires_at > ?::timestamptz
returning details`;

/** Takes an answer's question away: of two answers to it one counts. @returns undefined where nobody asked that, or too long ago. */
export async function takeCeremony(
  em: EntityManager,
  { purpose, question, sessionId }: Omit<NewCeremony, 'details'>,
  now: Date,
): Promise<{ readonly details: string | null } | undefined> {
  const [row] = await em.execute<{ details: string | null }[]>(TAKE, [
    hashToken(question),
    purpose,
    sessionId,
    now,
  ]);
  return row;
}
