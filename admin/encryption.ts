import { createEncryption } from '../services/operators/registry/encryption.ts';
import { type AdminCommand, endWith } from './command.ts';
import { list, record, sections } from './shape.ts';

/** reencrypt. */
export function encryptionCommands(program: AdminCommand): void {
  program
    .command('reencrypt')
    .helpGroup('Secrets and keys:')
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
    .changesWhen(({ check }) => check !== true, 'negative')
    .does(
      sections({
        secrets: list({ secret: 'which', stored: 'how many', otherKey: 'how many another key encrypted' }),
        result: record({
          left: 'how many another key encrypted, of all',
          says: 'the same in words',
          unreadable: { says: 'those that no key decrypts', none: 'none' },
        }),
      }),
      async (context, { check = false }: { check?: boolean }) => {
        const encryption = createEncryption(context);
        const { unreadable } = check ? { unreadable: [] } : await encryption.reencrypt(context.operator);
        for (const what of unreadable) console.error(`no key decrypts ${what}`);
        const states = await encryption.states();
        const left = states.reduce((sum, store) => sum + store.left, 0);
        if (left > 0) endWith('negative');
        return {
          secrets: states.map((store) => ({ secret: store.name, stored: store.total, otherKey: store.left })),
          result: {
            left,
            says: left === 0 ? 'all secrets are encrypted with ENCRYPTION_KEY' : `${left} left`,
            unreadable,
          },
        };
      },
    );
}
