import { createMerchantRegistry } from '../../admin/services/merchant-registry.ts';
import { createOperators } from '../../admin/services/operators.ts';
import { createOperatorDecisions, type OperatorDecisions } from '../../admin/services/proposed-actions.ts';
import { createProviderLinks } from '../../admin/services/provider-links.ts';
import { createSettlementOperations } from '../../admin/services/statements.ts';
import { createVerificationDesk } from '../../admin/services/verification.ts';
import { createLetters } from '../../api/services/accounts/letters.ts';
import { DEFAULT_OPERATORS_NEEDED } from '../../domain/operator-proposals.ts';
import { DEFAULT_PLATFORM_TERMS } from '../../domain/platform-terms.ts';
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
    verifications: createVerificationDesk({ ...deps, consoleBaseUrl }),
    operators: createOperators({ orm, now, letters: createLetters(consoleBaseUrl) }),
    settlements: gateway && createSettlementOperations({ orm, now, timeZone, gateway }),
  });
}
