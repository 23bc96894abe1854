/** What a leaf of the log is made of: the facts of one row. */
import { leafHash, sha256 } from './merkle.ts';

/** The bytes that hide what a leaf says from who knows its hash only, and those that hide what is withheld from who knows the rest. */
export const SALT_BYTES = 32;
export const SHOWN_BYTES = 16;

export interface LeafParts {
  readonly kind: string;
  readonly rowId: number;
  /** SALT_BYTES of chance, or the first SHOWN_BYTES of them: its hash is the same. */
  readonly salt: Buffer;
  /** The commitment to what is withheld; null: nothing is. */
  readonly withheld: Buffer | null;
  /** JSON on one line. */
  readonly facts: string;
}

/** That half of the salt which may be shown: the other one hides what is withheld. */
export const shownSalt = (salt: Buffer): Buffer => salt.subarray(0, SHOWN_BYTES);

/** A leaf as it is hashed. */
function leafData({ kind, rowId, salt, withheld, facts }: LeafParts): string {
  const shown = shownSalt(salt).toString('base64');
  return `guidepost-log/1\n${kind} ${rowId}\n${shown}\n${withheld?.toString('base64') ?? '-'}\n${facts}\n`;
}

export const hashOf = (parts: LeafParts): Buffer => leafHash(leafData(parts));

/** Stands in a leaf for what only the platform knows, or may be erased. */
export function commitmentTo(text: string | null, salt: Buffer): Buffer | null {
  return text === null ? null : sha256(salt.subarray(SHOWN_BYTES), text);
}
