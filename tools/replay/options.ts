import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { TASK_QUEUES } from '../../workflows/contract.ts';
import { TYPES } from './histories.ts';

export interface ReplayOptions {
  readonly ids: readonly string[];
  /** Temporal's list filter; undefined: the ids. */
  readonly query?: string;
  readonly types: readonly string[];
  /** Of the repository, without a platform; `ids` and `query` are empty then. */
  readonly recorded?: true;
  /** Where under test/histories the one history is written. */
  readonly keep?: string;
}

/** What follows an older program is taken over, and does not go on (docs/decisions/0160). */
const OPEN = `ExecutionStatus = 'Running' and TaskQueue in (${Object.values(TASK_QUEUES)
  .map((queue) => `'${queue}'`)
  .join(', ')})`;

/** @throws CommanderError, which was printed on standard error. */
export function readOptions(args: readonly string[]): ReplayOptions {
  const command = new Command('replay')
    .description(
      'Before a roll-out: replays histories of the running platform on this code, and says which would fail. Ends with 0 where ' +
        'all replay, 1 where one does not, 2 where it could not be found out. Changes nothing.',
    )
    .addArgument(new Argument('[ids...]', 'workflows: ORD…, HLD…, STL…, delivery-…'))
    .option('--recorded', 'what is recorded in test/histories; needs no platform')
    .option('--open', 'every workflow that runs by the program of this checkout')
    .option('--query <filter>', "Temporal's list filter, such as \"MerchantKey = 'mk_…'\"")
    .addOption(
      new Option('--type <types...>', 'with --open or --query: of these types only')
        .choices(TYPES)
        .default(TYPES, 'all'),
    )
    .option(
      '--keep <folder/name>',
      'of one workflow: write its history to test/histories, without words',
      keepName,
    )
    .exitOverride()
    .showHelpAfterError();
  command.parse(args, { from: 'user' });
  const { recorded, open, query, type, keep } = command.opts<{
    recorded?: true;
    open?: boolean;
    query?: string;
    type: string[];
    keep?: string;
  }>();
  const ids = command.args;
  const chosen = [ids.length > 0, recorded, open, query !== undefined].filter(Boolean).length;
  if (chosen !== 1)
    command.error('error: name workflows, or say --open, --query or --recorded', { exitCode: 2 });
  if (keep !== undefined && ids.length !== 1)
    command.error('error: --keep is of one workflow', { exitCode: 2 });
  const filter = open ? OPEN : query;
  return {
    ids,
    types: type,
    ...(recorded && { recorded }),
    ...(filter !== undefined && { query: filter }),
    ...(keep !== undefined && { keep }),
  };
}

function keepName(text: string): string {
  if (/^[a-z0-9-]+(\/[a-z0-9-]+)+$/.test(text)) return text;
  throw new InvalidArgumentError('Lower-case letters, digits and hyphens: folder/name.');
}
