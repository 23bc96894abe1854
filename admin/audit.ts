import { findAuditEntries } from '../db/queries/operators/audit.ts';
import { type PageOptions, pageOf } from '../services/lists/page.ts';
import { withNames } from '../services/operators/audit-log.ts';
import type { AdminCommand } from './command.ts';
import { MERCHANT_OPTION, type Since, since, words } from './options.ts';
import { paged } from './paging.ts';
import { OperatorError } from './refusal.ts';
import { list } from './shape.ts';

interface AuditOptions extends PageOptions {
  readonly by?: string;
  readonly action?: string;
  readonly subject?: string;
  readonly merchant?: string;
  readonly since?: Since;
}

/** audit. */
export function auditCommand(program: AdminCommand): void {
  const command = program
    .command('audit')
    .helpGroup('Operators of the console:')
    .description('list who changed what, the newest first: operators, merchants and the platform')
    .option('--by <actor>', 'such as operator:filipa, person:12, mk_live_… or platform', words(80))
    .option('--action <action>', 'such as guide.updated', words(60))
    .option('--subject <subject>', 'such as order:ORD…', words(120))
    .option(...MERCHANT_OPTION)
    .option('--since <time>', 'so long ago (30m, 2h, 3d), or an instant', since);
  paged(command).does(
    list({
      at: 'when',
      actor: 'who: operator:NAME, person:NUMBER, a merchant key, or platform',
      name: 'of a person',
      action: 'what was done',
      subject: 'to what',
      merchant: 'whose it is',
      address: 'where from: IP address, or account and host of an operator',
      details: 'JSON; never a secret',
    }),
    async ({ orm, now }, { by, action, subject, merchant, since: from, limit, after }: AuditOptions) => {
      const filter = {
        actor: by,
        action,
        subject,
        merchantKey: merchant,
        since: from?.(now()).toISOString(),
      };
      const found = await findAuditEntries(orm.em.fork(), filter, placeOf(after), limit + 1);
      const { list: rows, next } = pageOf(await withNames(orm, found), limit, ({ id }) => String(id));
      return {
        next,
        list: rows.map(({ occurredAt, actor, actorName, merchantKey, details, ...row }) => ({
          at: occurredAt,
          actor,
          name: actorName,
          action: row.action,
          subject: row.subject,
          merchant: merchantKey,
          address: row.address,
          details: JSON.stringify(details),
        })),
      };
    },
  );
}

/** The entry that the page before has ended with. */
function placeOf(after: string | undefined): number | undefined {
  if (after === undefined) return undefined;
  if (/^[1-9][0-9]{0,14}$/.test(after)) return Number(after);
  throw new OperatorError('--after: the value after "more:" of the page before', { exit: 'usage' });
}
