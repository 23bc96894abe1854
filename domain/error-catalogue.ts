/** What brings each refusal about, and what a caller does: the texts of the documentation's error catalogue, an entry for each code. */
import { ERRORS, type ErrorCode, type ErrorName } from './errors.ts';

/** Whether the same request may be answered otherwise: never, when something else has changed, or after a while by itself. */
type Retry = 'no' | 'after a change' | 'later';

interface ErrorTexts {
  /** What brings it about. */
  readonly cause: string;
  /** What a caller does. */
  readonly remedy: string;
  readonly retry: Retry;
}

export interface CatalogueEntry extends ErrorTexts {
  readonly name: ErrorName;
  readonly code: ErrorCode;
  readonly status: number;
  readonly msg: string;
}

const TEXTS: Record<ErrorName, ErrorTexts> = {
  invalidParameter: {
    cause: 'A parameter, a header or a member of the body is missing, malformed or contradicts another one.',
    remedy:
      'Read data.details: each has the path of what is wrong, a reason for your program and a sentence for you. Correct the request; the same one is refused again.',
    retry: 'no',
  },
  guideForbidden: {
    cause:
      'The guide belongs to another studio, or is shown only to partners of its studio and you are none.',
    remedy: 'Ask the studio to make you its partner, or use another guide.',
    retry: 'after a change',
  },
  guideNotFound: {
    cause: 'There is no guide of this id in your environment, or its studio has deleted it.',
    remedy:
      'Read guide/list, or follow guide/changes, which also names deleted guides. Sandbox and live have different guides.',
    retry: 'no',
  },
  orderNotFound: {
    cause: "No order of yours has this id. Other merchants' orders are answered in the same way.",
    remedy: 'Compare the orderId with the answer of order/create, and check which merchant the token is for.',
    retry: 'no',
  },
  merchantKindForbidden: {
    cause:
      'Your kind of merchant may not do this, the token lacks the scope, or the merchant named by On-Behalf-Of has not granted it.',
    remedy:
      'The message says which it is. Request a token with the scope that data.scope names, or have the merchant link you with it.',
    retry: 'after a change',
  },
  notificationNotFound: {
    cause: 'There is no notification of this id that was for you, or it is older than what is kept.',
    remedy: 'Take ids from notification/list. Events are also in event/list.',
    retry: 'no',
  },
  callbackMissing: {
    cause: 'No callback address is saved where one is needed.',
    remedy: 'Save one with callback/config or at the endpoint, then repeat the request.',
    retry: 'after a change',
  },
  settlementNotFound: {
    cause: 'There is no statement of this id that is yours.',
    remedy: 'Take ids from settlement/list.',
    retry: 'no',
  },
  credentialNotFound: {
    cause: 'There is no app_secret of this id that is yours and valid.',
    remedy: 'Take ids from credential/list.',
    retry: 'no',
  },
  callbackEndpointNotFound: {
    cause: 'There is no callback endpoint of this id that is yours, or it was removed.',
    remedy: 'List your endpoints and take the id from there.',
    retry: 'no',
  },
  recoveryNotFound: {
    cause: 'There is no recovery of this id that is yours, or it is older than what is kept.',
    remedy: 'List your recoveries and take the id from there.',
    retry: 'no',
  },
  holdNotFound: {
    cause: 'There is no hold of this id that is yours.',
    remedy: 'Take the holdId from the answer of order/hold, or read order/hold/list.',
    retry: 'no',
  },
  waitlistEntryNotFound: {
    cause: 'You have no such entry: it was deleted, its trip has begun, or it is not yours.',
    remedy: 'Take the entryId from the answer of waitlist/create, or read waitlist/list.',
    retry: 'no',
  },
  endpointNotFound: {
    cause: 'No endpoint has this path.',
    remedy: 'Compare the path with the API reference; a slash at the end counts.',
    retry: 'no',
  },
  methodNotAllowed: {
    cause: 'The path exists, but not with this HTTP method.',
    remedy: 'Use a method that the Allow header of the answer names.',
    retry: 'no',
  },
  unsupportedMediaType: {
    cause: "The body's Content-Type is missing, or is none that this endpoint reads.",
    remedy:
      'Send the body as the type that data.details and the Accept header of the answer name: application/json, and a form for auth/token.',
    retry: 'no',
  },
  tokenInvalid: {
    cause:
      'There is no Authorization header, it holds no Bearer token, or the token is none that this platform accepts: of another environment, or of an app_secret that was revoked.',
    remedy:
      'data.details says which. Request a new token from auth/token and repeat the request once; if that is refused too, check the app_secret.',
    retry: 'after a change',
  },
  clientInvalid: {
    cause:
      'The merchant key and the app_secret do not belong together, or the app_secret has expired or been revoked.',
    remedy:
      'Check which environment they are of, and that none was cut when it was copied. Do not retry in a loop: failed attempts are limited.',
    retry: 'no',
  },
  tokenExpired: {
    cause: 'The access token is older than its life, two hours unless a shorter one was asked for.',
    remedy:
      'Request a new token and repeat the request. Refresh five minutes before the end, and this does not happen.',
    retry: 'after a change',
  },
  signatureInvalid: {
    cause:
      'The merchant requires signed requests, and this one has no signature, a wrong one, an old timestamp or a nonce that was used before.',
    remedy:
      'data.details names the header. POST signature/verify explains what differs. Sign each attempt again, with a new nonce and the current time.',
    retry: 'after a change',
  },
  notAcceptable: {
    cause: 'The Accept header takes none of the types that the endpoint can answer with.',
    remedy: 'Leave it out, or accept application/json.',
    retry: 'no',
  },
  orderStateForbids: {
    cause:
      'The order is in a state in which this is not possible, for example cancelled, or under way already.',
    remedy:
      'Read data.status and data.availableActions, or order/detail: the order may have changed since you read it.',
    retry: 'after a change',
  },
  guideUnavailable: {
    cause:
      'The guide does not work on one of the days, has to be booked earlier, or orders or holds have some of the time, possibly since a moment ago.',
    remedy:
      'data.details says why and data names the days or times. Choose other ones with guide/calendar, or wait for this time with waitlist/create.',
    retry: 'after a change',
  },
  idempotencyKeyReused: {
    cause: 'This Idempotency-Key was used for a request with another path or body.',
    remedy: 'Use a new key for every new request, and the same key only to repeat the very same one.',
    retry: 'no',
  },
  requestInProgress: {
    cause: 'A request with this Idempotency-Key is still being processed.',
    remedy:
      'Wait for as long as Retry-After says and repeat it with the same key: you get the answer of the first.',
    retry: 'later',
  },
  settlementStateForbids: {
    cause:
      'The statement is in a state in which this is not possible: it is not issued yet, or paid already.',
    remedy: 'Read data.status, or settlement/detail.',
    retry: 'after a change',
  },
  notificationStateForbids: {
    cause: 'The endpoint does not subscribe to this event, so that the notification is not sent to it.',
    remedy: 'Subscribe the endpoint to the event, or read the event from event/list.',
    retry: 'after a change',
  },
  holdStateForbids: {
    cause:
      'The hold has expired, was released, or has become an order already; or a turn of the waitlist was to be extended.',
    remedy: 'Read data.status; data.orderId names the order that it became. Otherwise make a new hold.',
    retry: 'after a change',
  },
  priceChanged: {
    cause: 'The trip costs something else than the expectedTotal of the request.',
    remedy:
      'data has the price of now. Show it to your customer, and repeat the request with it as expectedTotal.',
    retry: 'after a change',
  },
  referenceTaken: {
    cause: 'The request has uniqueReference, and an order of yours has this clientReference.',
    remedy: 'data.orderId is that order: read it, it is most likely the one that you wanted to place.',
    retry: 'no',
  },
  guideAvailable: {
    cause: 'The time to wait for is free.',
    remedy: 'Book it with order/create.',
    retry: 'no',
  },
  guideChanged: {
    cause: 'The guide has been changed since the version that If-Match names.',
    remedy: 'Read the guide, apply your change to what it is now, and send it with the new ETag.',
    retry: 'after a change',
  },
  rateLimited: {
    cause:
      'Too many requests came within a minute, from your merchant or your address, or too many run at once.',
    remedy: 'Wait for as long as Retry-After says. The RateLimit header says how many requests are left.',
    retry: 'later',
  },
  limitReached: {
    cause:
      'You have as many open holds, days of a guide without a confirmed order, or entries of the waitlist, as you may have.',
    remedy:
      'Release holds, cancel pending orders or delete entries that are not needed, or wait until the first ends: Retry-After says when.',
    retry: 'later',
  },
  internal: {
    cause: 'Something went wrong on our side. Whether the request took effect is not known.',
    remedy: 'Repeat it with the same Idempotency-Key. If it stays so, contact us with data.requestId.',
    retry: 'later',
  },
  unavailable: {
    cause:
      'A part of the platform does not answer at the moment. Whether the request took effect is not known.',
    remedy: 'Wait for as long as Retry-After says, and repeat the request with the same Idempotency-Key.',
    retry: 'later',
  },
};

/** An entry for each code, in their order. */
export function errorCatalogue(): CatalogueEntry[] {
  const names = Object.keys(ERRORS) as ErrorName[];
  return names.map((name) => ({ name, ...ERRORS[name], ...TEXTS[name] })).toSorted((a, b) => a.code - b.code);
}
