import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SignatureCheck } from '../services/signing/check.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `exempt`: signatures are neither checked nor demanded here. */
    signature?: 'exempt';
  }
  interface FastifyRequest {
    /** The body's bytes, kept only for requests that come with a signature. */
    rawBody?: Buffer;
    /** The credential whose app_secret signed the request; undefined: it came unsigned. */
    signedBy?: string | undefined;
  }
}

const EMPTY = Buffer.alloc(0);

/** Checks signatures inside the authenticated scope: after the body was read, before it is looked at. */
export function registerRequestSigning(scope: FastifyInstance, signatures: SignatureCheck): void {
  scope.addHook('preValidation', async (request) => {
    if (request.routeOptions.config.signature === 'exempt') return;
    const headers = {
      timestamp: header(request, 'x-timestamp'),
      nonce: header(request, 'x-nonce'),
      signature: header(request, 'x-signature'),
    };
    const signed = {
      method: request.method,
      target: request.raw.url ?? '',
      onBehalfOf: header(request, 'on-behalf-of'),
      idempotencyKey: header(request, 'idempotency-key'),
      body: request.rawBody ?? EMPTY,
    };
    request.signedBy = await signatures.check(request.caller, headers, signed);
  });
}

/** Called by the body's parser. */
export function keepRawBody(request: FastifyRequest, body: Buffer): void {
  if (request.headers['x-signature'] !== undefined) request.rawBody = body;
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}
