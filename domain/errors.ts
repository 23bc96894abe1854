import type { RefusalReason } from './refusal-reasons.ts';

/**
 * Every refusal of the platform: one table for code, HTTP status and message (specification, "Errors";
 * docs/architecture.md, "HTTP"), and one class per code. The documentation and the OpenAPI document are made from it.
 */
export const ERRORS = {
  invalidParameter: { code: 40001, status: 400, msg: 'parameter missing or malformed' },
  guideForbidden: { code: 40003, status: 403, msg: 'no permission for that guide' },
  guideNotFound: { code: 40004, status: 404, msg: 'guide does not exist' },
  orderNotFound: { code: 40005, status: 404, msg: 'order does not exist' },
  merchantKindForbidden: { code: 40006, status: 403, msg: 'this merchant may not do that' },
  notificationNotFound: { code: 40007, status: 404, msg: 'notification does not exist' },
  callbackMissing: { code: 40008, status: 404, msg: 'no callback address is configured' },
  settlementNotFound: { code: 40009, status: 404, msg: 'settlement does not exist' },
  credentialNotFound: { code: 40010, status: 404, msg: 'app_secret does not exist' },
  callbackEndpointNotFound: { code: 40011, status: 404, msg: 'callback endpoint does not exist' },
  recoveryNotFound: { code: 40012, status: 404, msg: 'recovery does not exist' },
  holdNotFound: { code: 40013, status: 404, msg: 'hold does not exist' },
  waitlistEntryNotFound: { code: 40014, status: 404, msg: 'waitlist entry does not exist' },
  endpointNotFound: { code: 40400, status: 404, msg: 'no such endpoint' },
  methodNotAllowed: { code: 40500, status: 405, msg: 'method not allowed' },
  unsupportedMediaType: { code: 41500, status: 415, msg: 'content type not supported' },
  tokenInvalid: { code: 40101, status: 401, msg: 'token missing or invalid' },
  clientInvalid: { code: 40102, status: 401, msg: 'client credentials wrong' },
  tokenExpired: { code: 40103, status: 401, msg: 'token expired' },
  signatureInvalid: { code: 40104, status: 401, msg: 'request signature missing, wrong, stale or replayed' },
  notAcceptable: { code: 40601, status: 406, msg: 'none of the accepted media types is available' },
  orderStateForbids: { code: 40901, status: 409, msg: "the order's state does not allow it" },
  guideUnavailable: { code: 40902, status: 409, msg: 'guide not available on those days' },
  idempotencyKeyReused: { code: 40903, status: 409, msg: 'idempotency key reused with another body' },
  requestInProgress: {
    code: 40904,
    status: 409,
    msg: 'the same request is still being processed, try again',
  },
  settlementStateForbids: { code: 40905, status: 409, msg: "the settlement's state does not allow it" },
  notificationStateForbids: {
    code: 40906,
    status: 409,
    msg: "the notification's state does not allow it",
  },
  holdStateForbids: { code: 40907, status: 409, msg: "the hold's state does not allow it" },
  priceChanged: { code: 40908, status: 409, msg: 'the price is not the expected one' },
  referenceTaken: { code: 40909, status: 409, msg: 'an order of yours has this clientReference' },
  guideAvailable: { code: 40910, status: 409, msg: 'the guide is available then: book it' },
  guideChanged: { code: 41201, status: 412, msg: 'the guide has changed since it was read' },
  rateLimited: { code: 42901, status: 429, msg: 'too many requests' },
  limitReached: {
    code: 42902,
    status: 429,
    msg: 'too many open holds, unconfirmed days of a guide or waitlist entries',
  },
  internal: { code: 50000, status: 500, msg: 'internal error; quote the requestId when you contact us' },
  unavailable: { code: 50301, status: 503, msg: 'service temporarily unavailable, try again' },
} as const;

export type ErrorName = keyof typeof ERRORS;
export type ErrorCode = (typeof ERRORS)[ErrorName]['code'];

/** One thing that is wrong with a request: where, and why. */
export interface ErrorDetail {
  readonly path: string;
  /** For programs: a word that keeps its meaning. */
  readonly reason: RefusalReason;
  /** For people: a sentence, which may change. */
  readonly msg: string;
  /** With `day_off`, `not_on_sale` and `already_booked`: the days of the guide's calendar that prevent it. */
  readonly days?: string[];
  /** With `already_booked`, for a trip of hours. */
  readonly times?: { startAt: string; endAt: string }[];
}

/** A detail of a refusal. @param path of the request: `body.tripDays`, `query.size`. */
export function detail(path: string, reason: RefusalReason, msg: string): ErrorDetail {
  return { path, reason, msg };
}

export interface ErrorExtras {
  readonly details?: readonly ErrorDetail[];
  /** More members for the envelope's `data`; never anything about another merchant. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Seconds until trying again can help; becomes the `Retry-After` header. */
  readonly retryAfter?: number;
  /** Headers of the answer, beside the usual ones. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** The base of every error that a merchant may see. Anything else that is thrown becomes 50000. */
export abstract class PlatformError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly ErrorDetail[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly retryAfter: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(name: ErrorName, msg?: string, extras: ErrorExtras = {}) {
    const row = ERRORS[name];
    super(msg ?? row.msg, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.name = new.target.name;
    this.code = row.code;
    this.status = row.status;
    this.details = extras.details ?? [];
    this.data = extras.data ?? {};
    this.retryAfter = extras.retryAfter;
    this.headers = extras.headers ?? {};
  }
}

/** The class of a code that says all by itself. */
function errorOf(name: ErrorName) {
  return class extends PlatformError {
    constructor(extras?: ErrorExtras) {
      super(name, undefined, extras);
    }
  };
}

/** Of one that may say it in other words than the table's. */
function saidErrorOf(name: ErrorName) {
  return class extends PlatformError {
    constructor(msg?: string, extras?: ErrorExtras) {
      super(name, msg, extras);
    }
  };
}

/** 40001 */
export class InvalidParameter extends PlatformError {
  constructor(details: readonly ErrorDetail[], extras?: ErrorExtras) {
    super('invalidParameter', undefined, { ...extras, details });
  }
}

/** 40001 of one parameter. @param path of the request: `body.tripDays`, `query.size`; of a console page's form, as that names it. */
export const invalidParameter = (path: string, reason: RefusalReason, msg: string): InvalidParameter =>
  new InvalidParameter([detail(path, reason, msg)]);

/** 40003 */
export class GuideForbidden extends errorOf('guideForbidden') {}
/** 40004 */
export class GuideNotFound extends errorOf('guideNotFound') {}
/** 40005; also for another merchant's order, so that nobody learns which orders exist. */
export class OrderNotFound extends errorOf('orderNotFound') {}
/** 40006 */
export class MerchantKindForbidden extends saidErrorOf('merchantKindForbidden') {}
/** 40007 */
export class NotificationNotFound extends errorOf('notificationNotFound') {}
/** 40008 */
export class CallbackMissing extends errorOf('callbackMissing') {}
/** 40009; also for another merchant's settlement. */
export class SettlementNotFound extends errorOf('settlementNotFound') {}
/** 40010; also for another merchant's credential. */
export class CredentialNotFound extends errorOf('credentialNotFound') {}
/** 40011; also for another merchant's, and for one that was removed. */
export class CallbackEndpointNotFound extends errorOf('callbackEndpointNotFound') {}
/** 40012; also for another merchant's recovery. */
export class RecoveryNotFound extends errorOf('recoveryNotFound') {}
/** 40013; also for another merchant's hold. */
export class HoldNotFound extends errorOf('holdNotFound') {}
/** 40014; also for another merchant's entry, and for one whose trip has begun. */
export class WaitlistEntryNotFound extends errorOf('waitlistEntryNotFound') {}
/** 40400 */
export class EndpointNotFound extends errorOf('endpointNotFound') {}
/** 40500; `Allow` names the methods that there are (RFC 9110 §15.5.6). */
export class MethodNotAllowed extends PlatformError {
  constructor(methods: readonly string[]) {
    const allow = methods.join(', ');
    const details = [detail('method', 'not_one_of', `must be one of ${allow}`)];
    super('methodNotAllowed', undefined, { details, headers: { allow } });
  }
}
/** 41500; `Accept` names the types that are read (RFC 9110 §15.5.16). @param given undefined where the body had none. */
export class UnsupportedMediaType extends PlatformError {
  constructor(types: readonly string[], given: string | undefined) {
    const accept = types.join(', ');
    const reason = given === undefined ? 'missing' : 'unsupported_media_type';
    const details = [detail('header.content-type', reason, `must be ${accept}`)];
    super('unsupportedMediaType', undefined, { details, headers: { accept } });
  }
}
/** 40101 */
export class TokenInvalid extends PlatformError {
  constructor(extras?: ErrorExtras) {
    super('tokenInvalid', undefined, { details: [UNKNOWN_TOKEN], ...extras });
  }
}
/** The reason is not given: it would show forgers of tokens what is right about theirs. */
const UNKNOWN_TOKEN = detail(
  'header.authorization',
  'unknown_token',
  'is not a token of ours that is accepted',
);
/** 40102 */
export class ClientInvalid extends errorOf('clientInvalid') {}
/** 40103 */
export class TokenExpired extends errorOf('tokenExpired') {}
/** 40104 */
export class SignatureInvalid extends PlatformError {
  constructor(details: readonly ErrorDetail[], extras?: ErrorExtras) {
    super('signatureInvalid', undefined, { ...extras, details });
  }
}
/** 40601 */
export class NotAcceptable extends PlatformError {
  constructor(offered: readonly string[]) {
    const msg = `accepts none of ${offered.join(', ')}`;
    super('notAcceptable', undefined, {
      details: [{ path: 'header.accept', reason: 'not_acceptable', msg }],
    });
  }
}
/** 40901; `data` says the order's status and its availableActions. */
export class OrderStateForbids extends saidErrorOf('orderStateForbids') {}
/** 40902 */
export class GuideUnavailable extends errorOf('guideUnavailable') {}
/** 40903 */
export class IdempotencyKeyReused extends errorOf('idempotencyKeyReused') {}
/** 40904; with `Retry-After`. */
export class RequestInProgress extends PlatformError {
  constructor(retryAfter: number, extras?: ErrorExtras) {
    super('requestInProgress', undefined, { ...extras, retryAfter });
  }
}
/** 40905; `data` says the settlement's status. */
export class SettlementStateForbids extends saidErrorOf('settlementStateForbids') {}
/** 40906 */
export class NotificationStateForbids extends saidErrorOf('notificationStateForbids') {}
/** 40907; `data` says the hold's status, and the order that it became. */
export class HoldStateForbids extends PlatformError {
  constructor(msg: string, extras?: ErrorExtras) {
    super('holdStateForbids', msg, extras);
  }
}
/** 40908; `data` says what the trip costs. */
export class PriceChanged extends errorOf('priceChanged') {}
/** 40909; `data` says the caller's own order that has the reference. */
export class ReferenceTaken extends errorOf('referenceTaken') {}
/** 40910 */
export class GuideAvailable extends errorOf('guideAvailable') {}
/** 41201; `data` says the guide's version. */
export class GuideChanged extends PlatformError {
  constructor(version: number) {
    const msg = `the guide's version is ${version}`;
    super('guideChanged', undefined, {
      details: [{ path: 'header.if-match', reason: 'version_differs', msg }],
      data: { version },
    });
  }
}
/** 42901 */
export class RateLimited extends PlatformError {
  constructor(retryAfter: number, extras?: ErrorExtras) {
    super('rateLimited', undefined, { ...extras, retryAfter });
  }
}
/** 42902: as many open holds, unconfirmed days of a guide or waitlist entries as there may be. `Retry-After` is when the first of them ends. */
export class LimitReached extends PlatformError {
  constructor(retryAfter: number, extras?: ErrorExtras) {
    super('limitReached', undefined, { ...extras, retryAfter });
  }
}
/** 50000; what really happened goes to the log, under the request's id. */
export class InternalError extends PlatformError {
  constructor(cause: unknown) {
    super('internal', undefined, { cause });
  }
}
/** 50301 */
export class Unavailable extends PlatformError {
  constructor(msg: string, retryAfter: number, cause?: unknown) {
    super('unavailable', msg, { retryAfter, cause });
  }
}
