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
    cause:
      'A parameter, a header or a member of the body is missing or malformed, or contradicts another one.',
    remedy:
      'Read data.details: each entry has the path of what is wrong, a reason for your program and a sentence for you. Correct the request; the same request is refused again.',
    retry: 'no',
  },
  guideForbidden: {
    cause: 'The guide belongs to another studio, or is only for partners of its studio, and you are not one.',
    remedy: 'Ask the studio to make you its partner, or use another guide.',
    retry: 'after a change',
  },
  guideNotFound: {
    cause: 'There is no guide with this id in your environment, or its studio has deleted it.',
    remedy:
      'Read guide/list, or follow guide/changes, which also names deleted guides. Sandbox and live have different guides.',
    retry: 'no',
  },
  orderNotFound: {
    cause: "You have no order with this id. The answer is the same for other merchants' orders.",
    remedy:
      'Compare the orderId with the one that order/create returned, and check which merchant the token is for.',
    retry: 'no',
  },
  merchantKindForbidden: {
    cause:
      'Your kind of merchant may not do this, the token lacks the scope, or the merchant named by On-Behalf-Of has not granted it.',
    remedy:
      'The message says which. Request a token with the scope in data.scope, or ask the merchant to link you with that scope.',
    retry: 'after a change',
  },
  notificationNotFound: {
    cause: 'You have no notification with this id, or it is too old and has been removed.',
    remedy: 'Take ids from notification/list. Events are also in event/list.',
    retry: 'no',
  },
  callbackMissing: {
    cause: 'The request needs a callback address, and none is saved.',
    remedy: 'Save one with callback/config or for the endpoint, then repeat the request.',
    retry: 'after a change',
  },
  settlementNotFound: {
    cause: 'You have no statement with this id.',
    remedy: 'Take ids from settlement/list.',
    retry: 'no',
  },
  credentialNotFound: {
    cause: 'You have no valid app_secret with this id.',
    remedy: 'Take ids from credential/list.',
    retry: 'no',
  },
  callbackEndpointNotFound: {
    cause: 'You have no callback endpoint with this id, or it was removed.',
    remedy: 'List your endpoints and take the id from there.',
    retry: 'no',
  },
  recoveryNotFound: {
    cause: 'You have no recovery with this id, or it is too old and has been removed.',
    remedy: 'List your recoveries and take the id from there.',
    retry: 'no',
  },
  holdNotFound: {
    cause: 'You have no hold with this id.',
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
    cause: "The body's Content-Type is missing, or not one that this endpoint accepts.",
    remedy:
      'Send the body with the type given in data.details and in the Accept header of the answer: application/json, or a form for auth/token.',
    retry: 'no',
  },
  tokenInvalid: {
    cause:
      'There is no Authorization header, it has no Bearer token, or the platform does not accept the token: it may be for another environment, or its app_secret was revoked.',
    remedy:
      'data.details says which. Request a new token from auth/token and repeat the request once; if that is refused too, check the app_secret.',
    retry: 'after a change',
  },
  clientInvalid: {
    cause:
      'The merchant key and the app_secret do not belong together, or the app_secret has expired or been revoked.',
    remedy:
      'Check which environment they are for, and that nothing was cut off when they were copied. Do not retry in a loop: failed attempts are limited.',
    retry: 'no',
  },
  tokenExpired: {
    cause: 'The access token has expired. It is valid for two hours, unless you asked for a shorter time.',
    remedy:
      'Request a new token and repeat the request. To avoid this, get a new token five minutes before the old one expires.',
    retry: 'after a change',
  },
  signatureInvalid: {
    cause:
      'The merchant requires signed requests, and this one has no signature, a wrong one, an old timestamp or a nonce that was used before.',
    remedy:
      'data.details names the header, and POST signature/verify explains what differs. Sign each attempt again with a new nonce and the current time.',
    retry: 'after a change',
  },
  notAcceptable: {
    cause: 'The Accept header includes none of the types that the endpoint can return.',
    remedy: 'Leave it out, or accept application/json.',
    retry: 'no',
  },
  orderStateForbids: {
    cause:
      'This is not possible in the current state of the order, for example because it is cancelled or the trip is already under way.',
    remedy:
      'Read data.status and data.availableActions, or order/detail: the order may have changed since you read it.',
    retry: 'after a change',
  },
  guideUnavailable: {
    cause:
      'The guide is off on one of the days, has to be booked earlier, or is taken by orders or holds for some of the time, possibly only since a moment ago.',
    remedy:
      'data.details says why, and data has the days or times. Choose others with guide/calendar, or wait for this time with waitlist/create.',
    retry: 'after a change',
  },
  idempotencyKeyReused: {
    cause: 'This Idempotency-Key was used for a request with a different path or body.',
    remedy: 'Use a new key for every new request, and the same key only to repeat exactly the same request.',
    retry: 'no',
  },
  requestInProgress: {
    cause: 'A request with this Idempotency-Key is still being processed.',
    remedy:
      'Wait for as long as Retry-After says, then repeat it with the same key: you get the answer to the first request.',
    retry: 'later',
  },
  settlementStateForbids: {
    cause:
      'This is not possible in the current state of the statement: it is not issued yet, or already paid.',
    remedy: 'Read data.status, or settlement/detail.',
    retry: 'after a change',
  },
  notificationStateForbids: {
    cause: 'The endpoint does not subscribe to this event, so the notification is not sent to it.',
    remedy: 'Subscribe the endpoint to the event, or read the event from event/list.',
    retry: 'after a change',
  },
  holdStateForbids: {
    cause:
      'The hold has expired, was released, or has already become an order; or it is a turn of the waitlist, which cannot be extended.',
    remedy: 'Read data.status; data.orderId is the order that it became. Otherwise make a new hold.',
    retry: 'after a change',
  },
  priceChanged: {
    cause: 'The price of the trip is not the expectedTotal of the request.',
    remedy:
      'data has the current price. Show it to your customer, and repeat the request with it as expectedTotal.',
    retry: 'after a change',
  },
  referenceTaken: {
    cause: 'The request has uniqueReference, and another of your orders has this clientReference.',
    remedy: 'data.orderId is that order. Read it: most likely it is the one that you wanted to place.',
    retry: 'no',
  },
  guideAvailable: {
    cause: 'The time that you want to wait for is free.',
    remedy: 'Book it with order/create.',
    retry: 'no',
  },
  guideChanged: {
    cause: 'The guide has changed since the version in If-Match.',
    remedy: 'Read the guide, apply your change to its current version, and send it with the new ETag.',
    retry: 'after a change',
  },
  rateLimited: {
    cause:
      'There were too many requests within a minute from your merchant or your address, or too many are running at the same time.',
    remedy: 'Wait for as long as Retry-After says. The RateLimit header says how many requests are left.',
    retry: 'later',
  },
  limitReached: {
    cause:
      'You have reached the limit of open holds, of days of a guide without a confirmed order, or of waitlist entries.',
    remedy:
      'Release holds, cancel pending orders or delete entries that you do not need, or wait until the first of them ends: Retry-After says when.',
    retry: 'later',
  },
  internal: {
    cause: 'Something went wrong on our side. It is not known whether the request took effect.',
    remedy: 'Repeat it with the same Idempotency-Key. If the error persists, contact us with data.requestId.',
    retry: 'later',
  },
  unavailable: {
    cause:
      'A part of the platform is not responding at the moment. It is not known whether the request took effect.',
    remedy: 'Wait for as long as Retry-After says, and repeat the request with the same Idempotency-Key.',
    retry: 'later',
  },
};

/** An entry for each code, in their order. */
export function errorCatalogue(): CatalogueEntry[] {
  const names = Object.keys(ERRORS) as ErrorName[];
  return names.map((name) => ({ name, ...ERRORS[name], ...TEXTS[name] })).toSorted((a, b) => a.code - b.code);
}
