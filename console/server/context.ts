import type { Budgets } from '../../lib/admission/budgets.ts';
import type { createSessions } from '../../services/accounts/sessions.ts';
import type { MerchantDirectory } from '../../services/merchants.ts';
import type { OperatorDecisions } from '../../services/operators/proposed-actions.ts';
import type { ConsoleDeps } from './deps.ts';
import type { registerSessions } from './plugins/session.ts';

/** What the console's own routes are made with. */
export interface ConsoleContext {
  readonly deps: ConsoleDeps;
  /** What a person, a merchant or an address may have in a while: of requests, mails, uploads. */
  readonly budgets: Budgets;
  readonly decisions: OperatorDecisions;
  readonly merchants: MerchantDirectory;
  readonly sessions: ReturnType<typeof createSessions>;
  readonly cookie: Awaited<ReturnType<typeof registerSessions>>;
}
