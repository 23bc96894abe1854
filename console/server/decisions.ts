import { DEFAULT_OPERATORS_NEEDED } from '../../domain/operator-proposals.ts';
import { DEFAULT_PLATFORM_TERMS } from '../../domain/platform-terms.ts';
import { createAccountMailer } from '../../services/accounts/mailer.ts';
import { createSettlementOperations } from '../../services/operators/money/statements.ts';
import { createOperators } from '../../services/operators/operators.ts';
import {
  createOperatorDecisions,
  type OperatorDecisions,
} from '../../services/operators/proposed-actions.ts';
import { createMerchantRegistry } from '../../services/operators/registry/merchant-registry.ts';
import { createProviderLinks } from '../../services/operators/registry/provider-links.ts';
import { createVerificationDecisions } from '../../services/operators/verification.ts';
import type { ConsoleDeps } from './deps.ts';

/** What operators do that takes two of them: one way to each, for all routes of the console. */
export function decisionsOf(deps: ConsoleDeps): OperatorDecisions {
  const { orm, now, statementGateway: gateway, config } = deps;
  const { consoleBaseUrl, operatorsToApprove = DEFAULT_OPERATORS_NEEDED } = config;
  const { timeZone } = config.terms ?? DEFAULT_PLATFORM_TERMS;
  return createOperatorDecisions({
    orm,
    now,
    operatorsNeeded: operatorsToApprove,
    merchants: createMerchantRegistry(deps),
    links: createProviderLinks(deps),
    verifications: createVerificationDecisions({ ...deps, consoleBaseUrl }),
    operators: createOperators({ orm, now, mailer: createAccountMailer(consoleBaseUrl) }),
    settlements: gateway && createSettlementOperations({ orm, now, timeZone, gateway }),
  });
}
