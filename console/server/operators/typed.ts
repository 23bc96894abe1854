import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { CredentialService } from '../../../services/credentials/credentials.ts';
import type { CursorSeal } from '../../../services/lists/sealed-cursor.ts';
import type { OperatorDecisions } from '../../../services/operators/proposed-actions.ts';
import type { MerchantRegistry } from '../../../services/operators/registry/merchant-registry.ts';
import type { ConsoleDeps } from '../deps.ts';

export type TypedRoutes = FastifyPluginAsyncTypebox;

/** What operators' routes call. */
export interface OperatorServices extends ConsoleDeps {
  readonly seal: CursorSeal;
  readonly merchants: MerchantRegistry;
  readonly decisions: OperatorDecisions;
  readonly credentials: CredentialService;
}

/** The owner of the cursors. */
export function readerOf({ session }: FastifyRequest): string {
  return `person:${session?.person.id}`;
}
