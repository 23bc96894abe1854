/** Why an order is in its state, and what it waits for: what the back office and `admin order` say. */

/** What each reason is about; texts of others are short and in one line. */
interface ReasonFacts {
  /** Temporal does not answer, and why. */
  readonly unknown: { readonly error: string };
  readonly not_started: Record<never, never>;
  /** Its workflow task fails again and again, whether or not it timed out first. */
  readonly task_fails: { readonly error: string };
  /** @param since the last poll that Temporal knows of; null: none for minutes. */
  readonly no_worker: { readonly queue: string; readonly since: string | null };
  readonly workflow_ended: { readonly status: string };
  readonly behind: { readonly status: string };
  readonly activity_fails: { readonly activity: string; readonly attempt: number; readonly error: string };
  readonly not_acknowledged: {
    readonly count: number;
    readonly endpoint: string;
    readonly notification: string;
    readonly attempts: number;
    readonly outcome: string;
    readonly next: string | null;
  };
  /** Its deadline has passed, and nothing happened. */
  readonly overdue: { readonly status: string; readonly at: string; readonly seconds: number };
  readonly change_expires: { readonly change: string; readonly at: string };
  readonly next_step: { readonly status: string; readonly at: string; readonly isPending: boolean };
}
type ReasonCode = keyof ReasonFacts;
export type OrderReason = { [Code in ReasonCode]: { readonly code: Code } & ReasonFacts[Code] }[ReasonCode];

/** A sentence for each. */
export type ReasonTexts = { readonly [Code in ReasonCode]: (facts: ReasonFacts[Code]) => string };

export const ENGLISH_REASONS: ReasonTexts = {
  unknown: ({ error }) => `what its workflow does is unknown: ${error}`,
  not_started: () => 'it was accepted, and no workflow has it yet: an API process starts it within seconds',
  task_fails: ({ error }) =>
    `its workflow makes no progress, since its task fails: ${error}: "reconcile --repair" starts it again`,
  no_worker: ({ queue, since }) =>
    `no worker polls the task queue ${queue}${since === null ? ': none has for five minutes' : ` since ${since}`}`,
  workflow_ended: ({ status }) => `it is open, and its workflow is ${status}: "catch-up" starts it again`,
  behind: ({ status }) => `its workflow believes it ${status}: "catch-up" corrects it`,
  activity_fails: ({ activity, attempt, error }) =>
    `its activity ${activity} is at attempt ${attempt}, with this error: ${error}`,
  not_acknowledged: ({ count, endpoint, notification, attempts, outcome, next }) =>
    `${count} notification(s) wait at ${endpoint}: ${notification} after ${attempts} attempt(s), ${outcome}${next === null ? '' : `, next attempt ${next}`}`,
  overdue: ({ status, at, seconds }) => `it was to be ${status} at ${at}: overdue by ${inWords(seconds)}`,
  change_expires: ({ change, at }) => `unless the studio answers, its change ${change} expires at ${at}`,
  next_step: ({ isPending, status, at }) =>
    `${isPending ? 'unless the studio answers' : 'unless somebody moves it'}, it is ${status} at ${at}`,
};

/** What only says how it goes on: nothing is wrong. */
export const isExpected = ({ code }: OrderReason): boolean =>
  code === 'change_expires' || code === 'next_step';

/** @param texts of the language that is wanted. */
export function sayReason(texts: ReasonTexts, reason: OrderReason): string {
  const say = texts[reason.code] as (facts: OrderReason) => string;
  return say(reason);
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** 59 s, 12 min, 3 h: as exact as anybody reads it. */
export function inWords(seconds: number): string {
  if (seconds < MINUTE) return `${Math.round(seconds)} s`;
  return seconds < HOUR ? `${Math.floor(seconds / MINUTE)} min` : `${Math.floor(seconds / HOUR)} h`;
}
