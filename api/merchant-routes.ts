import type { FastifyInstance } from 'fastify';
import { addRoutes } from '../lib/http/add-routes.ts';
import type { AppDeps } from '../lib/http/deps.ts';
import { registerIdempotency } from '../lib/http/plugins/idempotency.ts';
import { createCredentialService } from '../services/credentials/credentials.ts';
import { createIdempotency } from '../services/idempotency.ts';
import { type CursorSeal, createCursorSeal } from '../services/lists/sealed-cursor.ts';
import type { MerchantDirectory } from '../services/merchants.ts';
import { createSignatureAdvisor } from '../services/signing/advice.ts';
import { publicHost } from '../services/signing/canonical.ts';
import { createSignatureCheck } from '../services/signing/check.ts';
import { createNonces } from '../services/signing/nonces.ts';
import { createAppSecrets } from '../services/signing/secrets.ts';
import { createAvailability } from './octo/availability.ts';
import { createBookings } from './octo/bookings/index.ts';
import { createCatalogue } from './octo/catalogue.ts';
import { octoRoutes } from './octo/routes.ts';
import { registerRequestSigning, registerSecretProof } from './plugins/request-signing.ts';
import { credentialRoutes } from './routes/credential.ts';
import { signatureRoutes } from './routes/signature.ts';

import { registerTradeRoutes } from './trade-routes.ts';

/** Everything that merchants may do with a token: the scope that asks for it is the caller's. */
export async function registerMerchantRoutes(
  scope: FastifyInstance,
  deps: AppDeps,
  merchants: MerchantDirectory,
): Promise<void> {
  const secrets = createAppSecrets(deps);
  const host = publicHost(deps.config.publicBaseUrl);
  const signing = { ...deps, secrets, host, nonces: createNonces(deps.orm) };
  const cursors = createCursorSeal(deps.cipher);
  registerRequestSigning(scope, createSignatureCheck(signing));
  // Before a stored answer is read: it may hold a secret.
  registerSecretProof(scope, secrets);
  registerIdempotency(scope, createIdempotency(deps));
  await addRoutes(scope, credentialRoutes(createCredentialService(deps)));
  await addRoutes(scope, signatureRoutes(createSignatureAdvisor(signing)));
  await registerTradeRoutes(scope, deps, { merchants, cursors });
  await registerOctoRoutes(scope, deps, cursors);
}

/** The same services in the trade's own language (docs/octo.md). */
async function registerOctoRoutes(scope: FastifyInstance, deps: AppDeps, cursors: CursorSeal): Promise<void> {
  const { publicBaseUrl } = deps.config;
  const catalogue = createCatalogue(deps);
  const availability = createAvailability(deps);
  const { orders } = deps;
  const bookings = orders && createBookings({ ...deps, orders });
  await addRoutes(scope, octoRoutes({ publicBaseUrl, catalogue, availability, bookings, cursors }));
}
