import { raiseEpoch } from '../db/feed-epoch.ts';
import { recordAudit } from '../services/audit.ts';
import type { AdminCommand } from './command.ts';
import { record } from './shape.ts';

/** restored. */
export function restoredCommand(program: AdminCommand): void {
  program
    .command('restored')
    .helpGroup('Repair:')
    .summary('after a cold copy or a snapshot was put back: the pull feeds go on')
    .description(
      'begin a new epoch of the pull feeds, so that events from now on come behind what readers have read before the restore. ' +
        'Needed after a copy of the data folder or a snapshot of its disk was put back; after any other restore the first start does it. ' +
        'Does no harm otherwise',
    )
    .changes()
    .does(record({ epoch: 'of the feeds, from now on' }), async ({ orm, operator, installation }) => {
      const epoch = await raiseEpoch(orm.em.fork());
      const subject = `installation:${installation}`;
      await recordAudit(orm.em.fork(), operator, { action: 'feeds.restored', subject, details: { epoch } });
      return { epoch };
    });
}
