import { ownerOf, takeNamespace } from '../lib/operations/temporal-identity.ts';
import { recordAudit } from '../services/audit.ts';
import { type AdminCommand, endWith } from './command.ts';
import type { AdminContext } from './context.ts';
import { record } from './shape.ts';
import { withAnyTemporal } from './temporal.ts';

/** installation. */
export function installationCommand(program: AdminCommand): void {
  program
    .command('installation')
    .helpGroup('Repair:')
    .summary('show whose the database and the Temporal namespace are')
    .description(
      'show the ids that the database and the Temporal namespace carry; exits with status 1 if they differ. If they do, ' +
        'the API, the workers and the commands that need Temporal refuse to work',
    )
    .option(
      '--take',
      'claim the namespace for this database; the installation that had it then refuses to use it; asks before',
    )
    .changesWhen(({ take }) => take === true, 'negative')
    .asksBefore()
    .does(
      record({
        database: 'the id in the database',
        temporal: { says: 'the id in the namespace', none: 'none' },
      }),
      async (context, { take = false }: { take?: boolean }) => {
        if (take) await takeOver(context);
        const temporal = (await withAnyTemporal(context.config, ownerOf)) ?? null;
        if (context.installation !== temporal) endWith('negative');
        return { database: context.installation, temporal };
      },
    );
}

async function takeOver({ config, orm, operator, installation, confirm }: AdminContext): Promise<void> {
  await withAnyTemporal(config, async (client) => {
    const owner = await ownerOf(client);
    const { namespace } = client.options;
    if (owner !== undefined && owner !== installation)
      await confirm(`take the namespace ${namespace} from installation ${owner}`);
    const details = { from: owner ?? null, namespace };
    const subject = `installation:${installation}`;
    await recordAudit(orm.em.fork(), operator, { action: 'namespace.taken', subject, details });
    await takeNamespace(client, installation);
  });
}
