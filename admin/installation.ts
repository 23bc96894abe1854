import type { Command } from 'commander';
import { recordAudit } from '../api/services/audit.ts';
import { ownerOf, takeNamespace } from '../operations/temporal-identity.ts';
import type { AdminContext } from './context.ts';
import { print } from './print.ts';
import { withAnyTemporal } from './temporal.ts';

type Run = <Result>(work: (context: AdminContext) => Promise<Result>) => Promise<Result>;

/** installation. */
export function installationCommand(program: Command, run: Run): void {
  program
    .command('installation')
    .helpGroup('Repair:')
    .summary('show show whose the database and the Temporal namespace are')
    .description(
      'show the ids that the database and the Temporal namespace carry; exits with status 1 if they differ. If they do, ' +
        'the API, the workers and the commands that need Temporal refuse to work',
    )
    .option(
      '--take',
      'claim the namespace for this database; the installation that had it then refuses to use it',
    )
    .action(async ({ take = false }: { take?: boolean }) => {
      const ids = await run(async (context) => {
        if (take) await takeOver(context);
        const temporal = await withAnyTemporal(context.config, ownerOf);
        return { database: context.installation, temporal: temporal ?? 'none' };
      });
      print(ids);
      if (ids.database !== ids.temporal) process.exitCode = 1;
    });
}

async function takeOver({ config, orm, operator, installation }: AdminContext): Promise<void> {
  await withAnyTemporal(config, async (client) => {
    const details = { from: (await ownerOf(client)) ?? null, namespace: client.options.namespace };
    const subject = `installation:${installation}`;
    await recordAudit(orm.em.fork(), operator, { action: 'namespace.taken', subject, details });
    await takeNamespace(client, installation);
  });
}
