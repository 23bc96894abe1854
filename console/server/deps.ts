import type { Client } from '@temporalio/client';
import type { ProviderFetch } from '../../lib/callbacks/provider-fetch.ts';
import type { Config } from '../../lib/config.ts';
import type { AppDeps } from '../../lib/http/deps.ts';
import type { SettlementGateway } from '../../lib/temporal/settlement-gateway.ts';

/** What the console is built from: all that the API is, since it does the same things. */
export interface ConsoleDeps extends AppDeps {
  readonly config: AppDeps['config'] &
    Pick<Config, 'consoleBaseUrl'> &
    Partial<Pick<Config, 'mail' | 'oidc' | 'operatorsToApprove' | 'terms' | 'temporalUiUrl'>>;
  /** The only way to the OpenID provider; without it the console asks it directly. */
  readonly providerFetch?: ProviderFetch;
  /** Without it, operators can ask nothing of workflows. */
  readonly temporal?: Client;
  /** Moves statements for operators; without it they only read. */
  readonly statementGateway?: SettlementGateway;
  /** The folder of the built pages; without it the checkout's. */
  readonly pages?: string;
}
