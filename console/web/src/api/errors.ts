/** What can come of a request, for pages to show: one class, with what the server said. */

/** Why one part of a request was refused. */
export interface RefusalDetail {
  /** Where, as in the API: `body.bookingInfo.contactPhone`. */
  readonly path: string;
  readonly reason: string;
  /** The API's words for it, English. */
  readonly msg: string;
}

/** A refusal, or a request that had no answer (`code` 0). */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** The platform's code (docs: error catalogue); 0 where there was no answer. */
  readonly code: number;
  /** A word for programs: `second_factor_needed`, `offline`, `timeout`, … */
  readonly reason: string | undefined;
  readonly details: readonly RefusalDetail[];
  /** All that the platform says about it beside the sentence. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;

  constructor(
    message: string,
    facts: {
      status?: number;
      code?: number;
      reason?: string | undefined;
      details?: readonly RefusalDetail[];
      data?: Readonly<Record<string, unknown>>;
      requestId?: string | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: facts.cause });
    this.status = facts.status ?? 0;
    this.code = facts.code ?? 0;
    this.reason = facts.reason;
    this.details = facts.details ?? [];
    this.data = facts.data ?? {};
    this.requestId = facts.requestId;
  }

  /** Whether the same request may succeed later by itself. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** Anything that was thrown, as a refusal. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return new Refusal(error instanceof Error ? error.message : String(error), { cause: error });
}
