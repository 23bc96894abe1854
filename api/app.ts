import type { MikroORM } from '@mikro-orm/postgresql';
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import type { DestinationStream } from 'pino';
import type { Config } from '../config.ts';
import type { Cipher } from '../db/cipher.ts';
import { authentication } from './plugins/authentication.ts';
import { BODY_LIMIT_BYTES, registerErrors, sendError } from './plugins/errors.ts';
import { loggerOptions, registerRequestLog } from './plugins/logging.ts';
import { registerRequestId, requestIdOf } from './plugins/request-id.ts';
import { registerValidation } from './plugins/validation.ts';
import { createAccessTokens } from './services/access-tokens.ts';
import { createMerchantDirectory } from './services/merchants.ts';
import { createSigningKeys } from './services/signing-keys.ts';

export interface AppDeps {
  readonly config: Pick<Config, 'publicBaseUrl' | 'allowInsecureCallbacks' | 'logLevel'>;
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  readonly now: () => Date;
  /** The order endpoints, registered behind the token. */
  readonly orders?: FastifyPluginAsync;
  /** Where log lines go; the process's standard output by default. */
  readonly logStream?: DestinationStream;
}

/**
 * Builds the whole HTTP API and opens no port: `server.ts` listens, tests inject. Closing it closes nothing that
 * was given to it.
 */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerOptions(deps.config.logLevel, deps.logStream),
    disableRequestLogging: true,
    genReqId: requestIdOf,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  });

  registerRequestId(app);
  registerRequestLog(app);
  registerErrors(app);
  registerValidation(app);

  const keys = createSigningKeys(deps);
  const tokens = createAccessTokens({ keys, issuer: deps.config.publicBaseUrl, now: deps.now });
  const merchants = createMerchantDirectory(deps.orm);

  await app.register(async (scope) => {
    await scope.register(authentication, { tokens, merchants });
    if (deps.orders) await scope.register(deps.orders);
  });
  await app.ready();
  return app;
}
