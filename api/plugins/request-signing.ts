import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ClientInvalid, type ErrorDetail, InvalidParameter } from '../../domain/errors.ts';
import { isSameText } from '../../services/credentials/same-text.ts';
import type { SignatureCheck } from '../../services/signing/check.ts';
import type { AppSecrets } from '../../services/signing/secrets.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `exempt`: signatures are neither checked nor demanded here. */
    signature?: 'exempt';
  }
  interface FastifyRequest {
    /** The credential whose app_secret signed the request; undefined: it came unsigned. */
    signedBy?: string | undefined;
  }
}

const EMPTY = Buffer.alloc(0);

/** Checks signatures inside the authenticated scope: after the body was read, before it is parsed. */
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

/** A stolen token alone gets nothing from routes with `proof`. Register it before what replays stored answers. */
export function registerSecretProof(scope: FastifyInstance, secrets: AppSecrets): void {
  scope.addHook('preHandler', async (request) => {
    if (request.routeOptions.config.proof === 'app_secret') await requireProof(request, secrets);
  });
}

async function requireProof(request: FastifyRequest, secrets: AppSecrets): Promise<void> {
  const { credential } = request.caller;
  const { clientSecret } = request.body as { clientSecret?: string };
  if (clientSecret === undefined) {
    if (request.signedBy !== credential.id) throw new InvalidParameter([UNPROVEN]);
  } else if (!isSameText(await secrets.secretOf(credential.id), clientSecret)) {
    throw new ClientInvalid();
  }
}

const UNPROVEN: ErrorDetail = {
  path: 'body.clientSecret',
  reason: 'missing',
  msg: 'is missing: send the app_secret that the token was issued for, or sign the request with it',
};

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}
