import { createProviderFetch } from '../../lib/callbacks/provider-fetch.ts';
import type { Config } from '../../lib/config.ts';
import { openProcess, type ServingOptions } from '../../lib/http/process.ts';
import { createPasswords } from '../../services/accounts/passwords.ts';
import { ensureSandboxLogins } from '../../services/accounts/sandbox-logins.ts';
import { buildConsole } from './app.ts';

/** Serves the console until the process is stopped. */
export async function serveConsole(config: Config, options?: ServingOptions): Promise<void> {
  const { shared, egressProxy, openProcessing, serve } = await openProcess(config, 'console');
  if (config.sandboxConsolePassword !== undefined)
    await ensureSandboxLogins(shared.orm, createPasswords(), config.sandboxConsolePassword, shared.now);
  // Its work in the background is the API's: what a console process loses, the API's sweepers find.
  const processing = await openProcessing();
  const { orders, settlements, sandboxStatements, statementGateway, notifications, probeTemporal } =
    processing;
  const app = await buildConsole({
    ...shared,
    ...{ orders, settlements, sandboxStatements, statementGateway, notifications, probeTemporal },
    temporal: processing.client,
    ...(egressProxy && { providerFetch: createProviderFetch(egressProxy) }),
  });
  await serve(app, processing, options);
}
