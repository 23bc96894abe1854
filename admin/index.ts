/** `npm run admin -- <command>`: what operators do from a shell, by the very services that a console uses. */
import { Command } from 'commander';
import { SettlementRefusedError } from '../api/services/settlements/gateway.ts';
import { ConfigError } from '../config.ts';
import { CorrectionRefused } from '../db/queries/corrections.ts';
import { PlatformError } from '../domain/errors.ts';
import { withContext } from './context.ts';
import { credentialCommands } from './credentials.ts';
import { encryptionCommands } from './encryption.ts';
import { ledgerCommands } from './ledger.ts';
import { merchantCommands } from './merchants.ts';
import { reconcileCommand } from './reconcile/index.ts';
import { settlementCommands } from './settlements.ts';

const program = new Command('admin')
  .description(
    'Merchants, their app_secrets, settlements, and the keys of the platform. Every change is in the audit log.',
  )
  .showHelpAfterError();
merchantCommands(program, withContext);
settlementCommands(program, withContext);
ledgerCommands(program, withContext);
credentialCommands(program, withContext);
encryptionCommands(program, withContext);
reconcileCommand(program, withContext);

try {
  await program.parseAsync();
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

function explain(error: unknown): string {
  if (error instanceof PlatformError) {
    return error.details.map(({ path, reason }) => `${path}: ${reason}`).join('\n') || error.message;
  }
  const isOurs =
    error instanceof ConfigError ||
    error instanceof SettlementRefusedError ||
    error instanceof CorrectionRefused;
  if (isOurs) return error.message;
  // A database error quotes its statement with values; only its name is told.
  return `failed: ${error instanceof Error ? `${error.name} ${'code' in error ? String(error.code) : ''}` : 'unknown'}`;
}
