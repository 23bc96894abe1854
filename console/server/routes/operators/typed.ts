import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { MerchantRegistry } from '../../../../admin/services/merchant-registry.ts';
import type { OperatorDecisions } from '../../../../admin/services/proposed-actions.ts';
import type { CredentialService } from '../../../../api/services/credentials.ts';
import type { CursorSeal } from '../../../../api/services/sealed-cursor.ts';
import type { ConsoleDeps } from '../../deps.ts';

export type TypedRoutes = FastifyPluginAsyncTypebox;

/** What operators' routes call. */
export interface OperatorServices extends ConsoleDeps {
  readonly seal: CursorSeal;
  readonly merchants: MerchantRegistry;
  readonly decisions: OperatorDecisions;
  readonly credentials: CredentialService;
}

/** Whose cursors they are. */
export function readerOf({ session }: FastifyRequest): string {
  return `person:${session?.person.id}`;
}
