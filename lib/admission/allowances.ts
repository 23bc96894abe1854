import type { RateLimitSettings } from '../config.ts';

/** How much there is of something, and in how long it comes back. */
export interface Allowance {
  /** 0: no limit. */
  readonly points: number;
  /** Length of the fixed window. */
  readonly seconds: number;
}

export const DEFAULT_RATE_LIMITS: RateLimitSettings = {
  merchantPerMinute: 10_000,
  tokenPerMinute: 300,
  addressPerMinute: 3_000,
};

const MINUTE = 60;
const HOUR = 3_600;

/** What each budget counts, by what its keys are. Docs: docs/security.md, "Limits". Mails are counted where they are written (db/queries/console/account-mails.ts). */
const FIXED = {
  /** Wrong app_secrets of one client id from one address. */
  guess: { points: 10, seconds: 5 * MINUTE },
  /** Requests of one address that sign in, register or ask for a mail. */
  signIn: { points: 60, seconds: MINUTE },
  /** Guesses of passwords and factors that failed: they are only counted, how long the next one waits says guess-limits.ts of the console. */
  failedGuess: { points: Number.MAX_SAFE_INTEGER, seconds: 24 * HOUR },
  guessTurn: { points: 1, seconds: 15 * MINUTE },
  /** Files that one person sends, and their bytes. */
  upload: { points: 600, seconds: HOUR },
  uploadBytes: { points: 512 * 1_024 * 1_024, seconds: HOUR },
} as const satisfies Readonly<Record<string, Allowance>>;

/** Requests in a minute: of a merchant, of a person, for tokens and all others of an address. */
const REQUEST_KINDS = ['merchant', 'person', 'token', 'address'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
export type BudgetKind = RequestKind | keyof typeof FIXED;

/** The table of all budgets. What a person may do is what one merchant may: free companies of one person share it. */
export function allowances(settings: RateLimitSettings): Readonly<Record<BudgetKind, Allowance>> {
  const { merchantPerMinute, tokenPerMinute, addressPerMinute } = settings;
  return {
    ...FIXED,
    merchant: { points: merchantPerMinute, seconds: MINUTE },
    person: { points: merchantPerMinute, seconds: MINUTE },
    token: { points: tokenPerMinute, seconds: MINUTE },
    address: { points: addressPerMinute, seconds: MINUTE },
  };
}
