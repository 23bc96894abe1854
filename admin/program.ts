import { InvalidArgumentError } from 'commander';
import { auditCommand } from './audit.ts';
import { AdminCommand } from './command.ts';
import { credentialCommands } from './credentials.ts';
import { encryptionCommands } from './encryption.ts';
import { helpCommands } from './help.ts';
import { installationCommand } from './installation.ts';
import { jobCommands } from './jobs.ts';
import { ledgerCommands } from './ledger.ts';
import { mailCommands } from './mail.ts';
import { merchantCommands } from './merchants.ts';
import { operatorCommands } from './operators.ts';
import { personalDataCommands } from './personal-data.ts';
import { proposalCommands } from './proposals.ts';
import { pruneCommand } from './prune.ts';
import { reconcileCommand } from './reconcile.ts';
import { releaseCommands } from './releases.ts';
import { restoredCommand } from './restored.ts';
import { settlementCommands } from './settlements.ts';
import { backupNotedCommand, statusCommand } from './status.ts';
import { verificationCommands } from './verifications.ts';
import { verifyLogCommand } from './verify-log.ts';

/** All commands of the operators. @param isJson errors are for programs, too: nothing is printed beside them. */
export function createProgram({ isJson = false } = {}): AdminCommand {
  const program = new AdminCommand('admin')
    .description(
      'Merchants, their app_secrets, settlements, and the keys of the platform. Every change is in the audit log. ' +
        'Needs DATABASE_URL and ENCRYPTION_KEY, or the platform that npm start runs here.',
    )
    .option('--json', 'answer in JSON, also where it is refused (on stderr)')
    .option('--as <name>', 'who you are, for the audit log; needed where the account is shared', operatorName)
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', '\n"admin help COMMAND" says more: what it answers, and its exit codes.')
    .showHelpAfterError()
    .exitOverride();
  if (isJson) program.configureOutput({ writeErr: () => {} });
  for (const addTo of GROUPS) addTo(program);
  for (const command of commandsOf(program)) command.addHelpText('after', () => command.explain());
  return program;
}

const GROUPS: readonly ((program: AdminCommand) => void)[] = [
  statusCommand,
  merchantCommands,
  verificationCommands,
  settlementCommands,
  ledgerCommands,
  credentialCommands,
  helpCommands,
  proposalCommands,
  operatorCommands,
  auditCommand,
  verifyLogCommand,
  encryptionCommands,
  personalDataCommands,
  jobCommands,
  pruneCommand,
  reconcileCommand,
  restoredCommand,
  backupNotedCommand,
  releaseCommands,
  mailCommands,
  installationCommand,
];

/** Every command that does something, also below another. */
export function commandsOf(program: AdminCommand): AdminCommand[] {
  const own = program.commands.filter((command) => command instanceof AdminCommand);
  return own.flatMap((command) => [...(command.declared ? [command] : []), ...commandsOf(command)]);
}

function operatorName(text: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N} ._@+-]{0,59}$/u.test(text)) return text;
  throw new InvalidArgumentError('A name of up to 60 letters, digits, spaces, dots, dashes and @.');
}
