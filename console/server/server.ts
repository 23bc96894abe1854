/** `npm run console`: one console process. Any number of them may run. */
import { openProcess } from '../../api/process.ts';
import { loadConfig } from '../../config.ts';
import { createPasswords } from './accounts/passwords.ts';
import { buildConsole } from './app.ts';
import { ensureSandboxLogins } from './sandbox-logins.ts';

const config = loadConfig();
const { shared, openProcessing, serve } = await openProcess(config, 'console');
if (config.sandboxConsolePassword !== undefined)
  await ensureSandboxLogins(shared.orm, createPasswords(), config.sandboxConsolePassword);
// Its work in the background is the API's: what a console process loses, the API's sweepers find.
const processing = await openProcessing();
const { orders, settlements, sandboxStatements, statementGateway, notifications, probeTemporal } = processing;
const app = await buildConsole({
  ...shared,
  ...{ orders, settlements, sandboxStatements, statementGateway, notifications, probeTemporal },
  temporal: processing.client,
});
await serve(app, processing);
