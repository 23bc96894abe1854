/** What both doors know of a route and of a request. */
import type { OperationAccess } from '../../contract/operations/define.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import type { Caller } from '../../services/credentials/caller.ts';

declare module 'fastify' {
  /** What an operation declares (contract/operations). */
  interface FastifyContextConfig extends Omit<OperationAccess, 'limits'> {
    /** Set on routes behind the token, or the session. */
    isAuthenticated?: boolean;
  }
  interface FastifyRequest {
    /** The merchant of the request; set on every route that needs a token or a session. */
    merchant: CallingMerchant;
    /** The owner of the token or session, and its permissions. */
    caller: Caller;
  }
}
