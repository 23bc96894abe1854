import { Command } from 'commander';
import { withContext } from './context.ts';
import { credentialCommands } from './credentials.ts';
import { encryptionCommands } from './encryption.ts';
import { helpCommands } from './help.ts';
import { installationCommand } from './installation.ts';
import { ledgerCommands } from './ledger.ts';
import { merchantCommands } from './merchants.ts';
import { operatorCommands } from './operators.ts';
import { personalDataCommands } from './personal-data.ts';
import { reconcileCommand } from './reconcile/index.ts';
import { settlementCommands } from './settlements.ts';
import { verificationCommands } from './verifications.ts';

/** All commands of the operators. */
export function createProgram(): Command {
  const program = new Command('admin')
    .description(
      'Merchants, their app_secrets, settlements, and the keys of the platform. Every change is in the audit log. ' +
        'Needs DATABASE_URL and ENCRYPTION_KEY, or the platform that npm start runs here.',
    )
    .addHelpText(
      'after',
      '\n"admin help COMMAND" tells more. A command that is refused exits with status 1 and changes nothing.',
    )
    .showHelpAfterError();
  merchantCommands(program, withContext);
  verificationCommands(program, withContext);
  settlementCommands(program, withContext);
  ledgerCommands(program, withContext);
  credentialCommands(program, withContext);
  helpCommands(program, withContext);
  operatorCommands(program, withContext);
  encryptionCommands(program, withContext);
  personalDataCommands(program, withContext);
  reconcileCommand(program, withContext);
  installationCommand(program, withContext);
  return program;
}
