import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DatabaseFailure, databaseFailure } from '../../db/failures.ts';
import {
  EndpointNotFound,
  type ErrorDetail,
  InternalError,
  InvalidParameter,
  PlatformError,
  Unavailable,
} from '../../domain/errors.ts';

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
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    path: 'header.content-type',
    reason: 'unsupported_media_type',
    msg: 'is not supported by this endpoint',
  },
  FST_ERR_CTP_EMPTY_TYPE: { path: 'header.content-type', reason: 'missing', msg: 'is missing' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { path: 'body', reason: 'missing', msg: 'is missing' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    path: 'header.content-length',
    reason: 'wrong_length',
    msg: 'does not match the body',
  },
};

/** Every error and every unknown path leaves as an envelope (docs/architecture.md, "HTTP"). */
export function registerErrors(app: FastifyInstance): void {
  app.decorateReply('refusedWith', undefined);
  app.setErrorHandler<FastifyError>((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendError(new EndpointNotFound(), request, reply));
}

/** Answers with the envelope of `error`; also called for what fails before any route is found. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.send(prepareRefusal(error, request, reply));
}

/** Sets status and headers for `error`, logs it where it is our fault, and returns the envelope to send. */
export function prepareRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toPlatformError(error, subjectOf(request));
  if (refusal.status >= 500) request.log.error({ err: error }, 'request failed');
  reply.refusedWith = refusal.code;
  reply.code(refusal.status).header('x-request-id', request.id);
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter));
  return {
    code: refusal.code as number,
    msg: refusal.message,
    data: {
      ...refusal.data,
      requestId: request.id,
      ...(refusal.details.length > 0 ? { details: refusal.details } : {}),
    },
  };
}

/** The refusal that a merchant sees for anything that was thrown; what is not known becomes 50000 or 50301. */
export function toPlatformError(error: unknown, subject = 'the resource'): PlatformError {
  if (error instanceof PlatformError) return error;
  const failure = databaseFailure(error);
  if (failure !== undefined)
    return new Unavailable(FAILURE_TEXTS[failure](subject), RETRY_AFTER_SECONDS, error);
  if (!(error instanceof Error)) return new InternalError(error);
  const { validation, validationContext, code, statusCode } = error as FastifyError;
  if (validation) return new InvalidParameter(validationDetails(validation, validationContext));
  const known = FRAMEWORK_REFUSALS[code];
  if (known) return new InvalidParameter([known]);
  // What is left of 4xx comes from the body's parser: broken JSON, or a member called __proto__.
  const isClientFault = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  if (isClientFault)
    return new InvalidParameter([{ path: 'body', reason: 'malformed_json', msg: 'cannot be read' }]);
  return new InternalError(error);
}

function subjectOf({ params }: FastifyRequest): string | undefined {
  if (typeof params !== 'object' || params === null) return undefined;
  if ('orderId' in params) return 'the order';
  return 'guideId' in params ? 'the guide' : undefined;
}
