/** Everything that the SDK throws is a GuidepostError, except a caller's mistakes (TypeError) and the reason of its AbortSignal. */

/** One thing that is wrong with a request. */
export interface ErrorDetail {
  /** Where: `body.tripDate`, `query.size`, `header.if-match`. */
  readonly path: string;
  /** Why, as a stable word: `past_date`. */
  readonly reason: string;
  /** Why, as a sentence. */
  readonly msg?: string;
  /** Of `already_booked`, `day_off` and `not_on_sale`: the days that are in the way, `YYYY-MM-DD`. */
  readonly days?: readonly string[];
  /** Of `already_booked`, for a trip of hours: the times that are in the way. */
  readonly times?: readonly { readonly startAt: string; readonly endAt: string }[];
}

export interface ErrorFacts {
  readonly msg: string;
  readonly code?: number | undefined;
  readonly status?: number | undefined;
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  readonly requestId?: string | undefined;
  readonly docUrl?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** The base of all errors of this package. */
export class GuidepostError extends Error {
  // Written out, not taken from the class: minifiers rename classes.
  static {
    GuidepostError.prototype.name = 'GuidepostError';
  }
  /** The platform's code, for example 40902; undefined: it did not answer. */
  readonly code: number | undefined;
  /** HTTP status; undefined: no answer came. */
  readonly status: number | undefined;
  /** The platform's message. */
  readonly msg: string;
  /** What is wrong, one by one; may be empty. */
  readonly details: readonly ErrorDetail[];
  /** `data` of the answer; some codes have members of their own, such as an order's `availableActions`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Quote it when you contact us. */
  readonly requestId: string | undefined;
  /** The code's entry in the catalogue of errors. */
  readonly docUrl: string | undefined;
  /** Seconds until trying again can help. */
  readonly retryAfter: number | undefined;

  constructor(facts: ErrorFacts) {
    super(sentence(facts), facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code;
    this.status = facts.status;
    this.msg = facts.msg;
    this.details = facts.details ?? [];
    this.data = facts.data ?? {};
    this.requestId = facts.requestId;
    this.docUrl = facts.docUrl;
    this.retryAfter = facts.retryAfter;
  }
}

/** A parameter is missing or malformed (400): `details` says which. */
export class ValidationError extends GuidepostError {
  static {
    ValidationError.prototype.name = 'ValidationError';
  }
}
/** Token, client credentials or request signature are wrong (401). */
export class AuthenticationError extends GuidepostError {
  static {
    AuthenticationError.prototype.name = 'AuthenticationError';
  }
}
/** The caller may not do that (403). */
export class PermissionError extends GuidepostError {
  static {
    PermissionError.prototype.name = 'PermissionError';
  }
}
/** It does not exist, or not for this caller (404). */
export class NotFoundError extends GuidepostError {
  static {
    NotFoundError.prototype.name = 'NotFoundError';
  }
}
/** The state of things does not allow it (409, 412). */
export class ConflictError extends GuidepostError {
  static {
    ConflictError.prototype.name = 'ConflictError';
  }
}
/** Too many requests, or too many open holds (429). */
export class RateLimitError extends GuidepostError {
  static {
    RateLimitError.prototype.name = 'RateLimitError';
  }
}
/** The platform failed or is unavailable (5xx). */
export class ServerError extends GuidepostError {
  static {
    ServerError.prototype.name = 'ServerError';
  }
}
/** No answer, or half of one: whether the request was carried out is not known. */
export class ConnectionError extends GuidepostError {
  static {
    ConnectionError.prototype.name = 'ConnectionError';
  }
}
/** No answer in time. */
export class TimeoutError extends ConnectionError {
  static {
    TimeoutError.prototype.name = 'TimeoutError';
  }
}

const KINDS: Record<number, new (facts: ErrorFacts) => GuidepostError> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  412: ConflictError,
  429: RateLimitError,
};

/** The error of a refusal, by its HTTP status. */
export function errorOf(facts: ErrorFacts & { readonly status: number }): GuidepostError {
  const Kind = facts.status >= 500 ? ServerError : (KINDS[facts.status] ?? GuidepostError);
  return new Kind(facts);
}

function sentence({ msg, code, details = [], requestId }: ErrorFacts): string {
  const start = code === undefined ? msg : `${code} ${msg}`;
  const places = details.map(({ path, reason, msg: why = reason }) => `${path} ${why}`);
  const reasons = places.length > 0 ? `: ${places.join('; ')}` : '';
  return `${start}${reasons}${requestId === undefined ? '' : ` (request ${requestId})`}`;
}
