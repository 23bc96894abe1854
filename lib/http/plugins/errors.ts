import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DatabaseFailure, databaseFailure } from '../../../db/failures.ts';
import {
  EndpointNotFound,
  type ErrorCode,
  type ErrorDetail,
  InternalError,
  InvalidParameter,
  invalidParameter,
  PlatformError,
  Unavailable,
  UnsupportedMediaType,
} from '../../../domain/errors.ts';

import { JSON_TYPE } from './content.ts';
import { validationDetails } from './validation.ts';

export const BODY_LIMIT_BYTES = 65_536;
const RETRY_AFTER_SECONDS = 2;
const FAILURE_TEXTS: Record<DatabaseFailure, (subject: string) => string> = {
  unavailable: () => 'the database is unavailable, try again',
  busy: (subject) => `${subject} is busy with another request, try again`,
};

declare module 'fastify' {
  interface FastifyReply {
    /** The platform's code of a refusal; for the log and the metrics. */
    refusedWith?: number;
    /** The first of its details; for the request log. */
    refusedFor?: ErrorDetail;
  }
  interface FastifyInstance {
    publicBaseUrl: string;
    /** Addresses that have refusals of their own. */
    errorDialects: readonly ErrorDialect[];
  }
}

/** What Fastify refuses by itself, said in our words: its own code → where and why. */
const FRAMEWORK_REFUSALS: Record<string, ErrorDetail> = {
  FST_ERR_BAD_URL: { path: 'path', reason: 'malformed_encoding', msg: 'is not well-formed percent-encoding' },
  FST_ERR_MAX_PARAM_LENGTH: { path: 'path', reason: 'too_long', msg: 'is too long' },
  FST_ERR_CTP_BODY_TOO_LARGE: {
    path: 'body',
    reason: 'body_too_large',
    msg: `must be at most ${BODY_LIMIT_BYTES} bytes`,
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: { path: 'body', reason: 'missing', msg: 'is missing' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    path: 'header.content-length',
    reason: 'wrong_length',
    msg: 'does not match the body',
  },
};

/** The address of a code's entry in the documentation's error catalogue. */
export function docUrlOf(publicBaseUrl: string, code: ErrorCode): string {
  return `${publicBaseUrl}/docs/errors#${code}`;
}

/** The form of refusals below an address whose standard has its own. */
export interface ErrorDialect {
  readonly prefix: string;
  readonly send: (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

/** Every error and every unknown path leaves as an envelope (docs/architecture.md, "HTTP"), or in the dialect of its address. */
export function registerErrors(
  app: FastifyInstance,
  publicBaseUrl: string,
  dialects: readonly ErrorDialect[] = [],
): void {
  app.decorate('errorDialects', dialects);
  app.decorate('publicBaseUrl', publicBaseUrl);
  app.decorateReply('refusedWith', undefined);
  app.decorateReply('refusedFor', undefined);
  app.setErrorHandler<FastifyError>((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendError(new EndpointNotFound(), request, reply));
}

/** Answers with the envelope of `error`; also called for what fails before any route is found. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const dialect = request.server.errorDialects.find(({ prefix }) => request.url.startsWith(prefix));
  if (dialect) return dialect.send(error, request, reply);
  return reply.send(prepareRefusal(error, request, reply));
}

/** Sets status and headers for `error`, logs it where it is our fault, and returns the envelope to send. */
export function prepareRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toPlatformError(error, request);
  if (refusal.status >= 500) request.log.error({ err: error }, 'request failed');
  reply.refusedWith = refusal.code;
  const [first] = refusal.details;
  if (first !== undefined) reply.refusedFor = first;
  reply.code(refusal.status).headers(refusal.headers).header('x-request-id', request.id);
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter));
  return {
    code: refusal.code as number,
    msg: refusal.message,
    data: {
      ...refusal.data,
      requestId: request.id,
      docUrl: docUrlOf(request.server.publicBaseUrl, refusal.code),
      ...(refusal.details.length > 0 ? { details: refusal.details } : {}),
    },
  };
}

/** The refusal that a merchant sees for anything that was thrown; what is not known becomes 50000 or 50301. */
export function toPlatformError(error: unknown, request: FastifyRequest): PlatformError {
  if (error instanceof PlatformError) return error;
  if (isBrokenOff(error, request)) return new InvalidParameter([BROKEN_OFF]);
  const failure = databaseFailure(error);
  if (failure !== undefined)
    return new Unavailable(FAILURE_TEXTS[failure](subjectOf(request)), RETRY_AFTER_SECONDS, error);
  if (typeof error !== 'object' || error === null) return new InternalError(error);
  const { validation, validationContext, code, statusCode } = error as FastifyError;
  if (validation) return new InvalidParameter(validationDetails(validation, validationContext));
  if (WRONG_TYPE.includes(code)) return unsupported(request);
  const known = FRAMEWORK_REFUSALS[code];
  if (known) return new InvalidParameter([known]);
  const isClientFault = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  if (isClientFault) return invalidParameter('body', 'invalid', 'cannot be read');
  return new InternalError(error);
}

/** Its client has gone, or was ended: no fault of ours, and none of the database's, whose connections break by the same code. */
function isBrokenOff(error: unknown, { raw }: FastifyRequest): boolean {
  return raw.readableAborted && (error as { code?: unknown } | null)?.code === 'ECONNRESET';
}

const BROKEN_OFF = { path: 'body', reason: 'wrong_length', msg: 'ended too early' } as const;

function subjectOf({ params }: FastifyRequest): string {
  if (typeof params !== 'object' || params === null) return 'the resource';
  if ('orderId' in params) return 'the order';
  return 'guideId' in params ? 'the guide' : 'the resource';
}

const WRONG_TYPE = ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'FST_ERR_CTP_EMPTY_TYPE'];

function unsupported({ routeOptions, headers }: FastifyRequest): UnsupportedMediaType {
  return new UnsupportedMediaType(routeOptions.schema?.consumes ?? [JSON_TYPE], headers['content-type']);
}
