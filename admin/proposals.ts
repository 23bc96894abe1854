import { InvalidArgumentError } from 'commander';
import { PROPOSAL_ID_PATTERN } from '../domain/ids.ts';
import type { PageOptions } from '../services/lists/page.ts';
import type { AdminCommand } from './command.ts';
import type { AdminContext } from './context.ts';
import { decisionsOf } from './decisions.ts';
import { paged, pageOfAll } from './paging.ts';
import { list, record } from './shape.ts';
import { withTemporal } from './temporal.ts';

const ID = ['<proposal>', 'its id, PRP…', proposalId] as const;

/** proposals, confirm, decline. */
export function proposalCommands(program: AdminCommand): void {
  program.commandsGroup('What takes two operators:');
  listCommand(program);
  program
    .command('confirm')
    .description('do what another operator proposed; who proposed it may not')
    .argument(...ID)
    .changes('notFound')
    .does(record({ proposal: 'its id', state: 'confirmed' }), async (context, id: string) => {
      await confirm(context, id);
      return { proposal: id, state: 'confirmed' };
    });
  program
    .command('decline')
    .description('take back what you have proposed, or decline what another operator has')
    .argument(...ID)
    .changes('notFound')
    .does(record({ proposal: 'its id', state: 'declined' }), async (context, id: string) => {
      await decisionsOf(context).decline(context.operator, id);
      return { proposal: id, state: 'declined' };
    });
}

function listCommand(program: AdminCommand): void {
  const command = program
    .command('proposals')
    .description('list what waits for another operator, oldest first')
    .option('--decided', 'those that were decided, newest first');
  paged(command).does(
    list({
      proposal: 'its id',
      action: 'what is proposed',
      subject: 'about what',
      by: 'who proposed it',
      state: 'open, confirmed, declined',
      at: 'when it was proposed',
    }),
    async (context, { decided = false, ...page }: PageOptions & { decided?: boolean }) => {
      const found = await decisionsOf(context).list(decided ? 'decided' : 'open');
      const rows = found.map(
        ({ proposalId: proposal, action, subject, proposedBy: by, state, createdAt: at }) => ({
          proposal,
          action,
          subject,
          by,
          state,
          at,
        }),
      );
      return pageOfAll(rows, page, ({ proposal }) => proposal);
    },
  );
}

/** A payment is sent to the statement's workflow. */
async function confirm(context: AdminContext, id: string): Promise<void> {
  const needed = await decisionsOf(context).neededFor(id);
  if (needed !== 'operator.money.write') return await decisionsOf(context).confirm(context.operator, id);
  await withTemporal(context, (client) => decisionsOf({ ...context, client }).confirm(context.operator, id));
}

function proposalId(text: string): string {
  if (new RegExp(PROPOSAL_ID_PATTERN).test(text)) return text;
  throw new InvalidArgumentError('A proposal, such as PRP17.');
}
