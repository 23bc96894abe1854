import type { Command } from 'commander';
import type { AdminContext } from './context.ts';
import { printTable } from './print.ts';
import { createEncryption, type EncryptionService } from './services/encryption.ts';

type Run = <Result>(work: (context: AdminContext) => Promise<Result>) => Promise<Result>;

/** reencrypt. */
export function encryptionCommands(program: Command, run: Run): void {
  program
    .command('reencrypt')
    .summary('encrypt every stored secret with the current ENCRYPTION_KEY')
    .description(
      'encrypt with ENCRYPTION_KEY every stored secret that was encrypted with one of ENCRYPTION_KEYS_ACCEPTED; ' +
        'exits with status 1 while any are left',
    )
    .option('--check', 'only count what remains')
    .addHelpText(
      'after',
      '\nIt may be interrupted and repeated. The whole change of keys: docs/security.md, "Drills".',
    )
    .action(async ({ check = false }: { check?: boolean }) => {
      await run(async (context) => {
        const encryption = createEncryption(context);
        if (!check) await reencrypt(encryption, context);
        await report(encryption);
      });
    });
}

async function reencrypt(encryption: EncryptionService, { operator }: AdminContext): Promise<void> {
  const { unreadable } = await encryption.reencrypt(operator);
  for (const what of unreadable) console.error(`no key decrypts ${what}`);
}

async function report(encryption: EncryptionService): Promise<void> {
  const states = await encryption.states();
  printTable(states.map(({ name, total, left }) => ({ secret: name, stored: total, 'other key': left })));
  const left = states.reduce((sum, store) => sum + store.left, 0);
  console.log(left === 0 ? 'all secrets are encrypted with ENCRYPTION_KEY' : `${left} left`);
  if (left > 0) process.exitCode = 1;
}
