import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ClientInvalid, InvalidParameter } from '../../domain/errors.ts';
import { isSameText } from '../services/same-text.ts';
import type { AppSecrets } from '../services/signing/secrets.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `app_secret`: besides a token the route needs proof that the caller holds the app_secret that the token was bought
     * with: the body's `clientSecret`, or a request signature made with it.
     */
    proof?: 'app_secret';
  }
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

const UNPROVEN = {
  path: 'body.clientSecret',
  reason: 'is missing: send the app_secret that the token was bought with, or sign the request with it',
};
