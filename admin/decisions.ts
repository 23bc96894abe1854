import { createSettlementGateway } from '../lib/temporal/settlement-gateway.ts';
import { createAccountMailer } from '../services/accounts/mailer.ts';
import { createSettlementOperations } from '../services/operators/money/statements.ts';
import { createOperators } from '../services/operators/operators.ts';
import { createOperatorDecisions, type OperatorDecisions } from '../services/operators/proposed-actions.ts';
import { createProviderLinks } from '../services/operators/registry/provider-links.ts';
import { createVerificationDecisions } from '../services/operators/verification.ts';
import type { TemporalContext } from './command.ts';
import type { AdminContext } from './context.ts';

/** What takes two operators (docs/decisions/0140), by the services of the console. Payments need Temporal. */
export function decisionsOf(context: AdminContext | TemporalContext): OperatorDecisions {
  const { orm, now, config, merchants } = context;
  const { consoleBaseUrl, operatorsToApprove, terms } = config;
  const gateway = 'client' in context ? createSettlementGateway(context.client) : undefined;
  return createOperatorDecisions({
    orm,
    now,
    operatorsNeeded: operatorsToApprove,
    merchants,
    links: createProviderLinks(context),
    verifications: createVerificationDecisions({ ...context, consoleBaseUrl }),
    operators: createOperators({ orm, now, mailer: createAccountMailer(consoleBaseUrl) }),
    settlements: gateway && createSettlementOperations({ orm, now, timeZone: terms.timeZone, gateway }),
  });
}

/** What an answer says where a thing may wait for another operator. */
export const PROPOSAL = {
  says: 'its id where another operator has to confirm it: "confirm" takes it',
  none: 'none: it is done',
} as const;
