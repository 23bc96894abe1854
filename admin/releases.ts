import { InvalidArgumentError } from 'commander';
import { runsOf } from '../lib/temporal/programs.ts';
import {
  endRelease,
  type RampedRelease,
  rampRelease,
  readRelease,
  stopRelease,
} from '../services/operators/releases.ts';
import { PROGRAM } from '../workflows/contract.ts';
import { type AdminCommand, endWith } from './command.ts';
import { wholeNumber } from './options.ts';
import { record } from './shape.ts';

const MOST = 1_000_000;
const RELEASE = {
  program: { says: 'its number', none: 'none: no release is tried beside this one' },
  state: 'tried; withdrawn; none',
  percent: 'of new orders that begin with it',
  processes: 'workers of it that run',
} as const;
const SHOWN = {
  ...RELEASE,
  workflows: 'that run by it now; of a withdrawn one this falls to 0',
  own: 'the number of this release',
} as const;

/** release show, ramp, stop, end. */
export function releaseCommands(program: AdminCommand): void {
  const release = program
    .command('release')
    .helpGroup('The platform:')
    .description('try a newer release beside the running one, and withdraw it (docs/upgrades.md)');
  showCommand(release);
  rampCommand(release);
  stopCommand(release);
  release
    .command('end')
    .summary('end the trial')
    .description(
      'end the trial: a release that is tried takes over all orders, as in any roll-out; one that was withdrawn is forgotten, once none of its workers runs',
    )
    .changes()
    .does(record(RELEASE), async ({ orm, operator }) => {
      const { program: number, processes } = await endRelease(orm, operator);
      return { program: number, state: 'none', percent: null, processes };
    });
}

function showCommand(release: AdminCommand): void {
  release
    .command('show')
    .description(
      'show which release is tried, or was withdrawn, and what runs by it; ends with 1 while a withdrawn one has workflows',
    )
    .endsWith('negative')
    .doesInTemporal({}, record(SHOWN), async ({ orm, client }) => {
      const found = await readRelease(orm.em.fork());
      const workflows = found && (await client.workflow.count(runsOf(found.program))).count;
      if (found?.percent === 0 && workflows !== 0) endWith('negative');
      return { ...rowOf(found), workflows: workflows ?? null, own: PROGRAM };
    });
}

function rampCommand(release: AdminCommand): void {
  release
    .command('ramp')
    .summary('give a newer release a part of new orders')
    .description(
      'give a newer release a part of new orders, or another part than before. Call it with the release that runs, before workers of the newer one start',
    )
    .argument(
      '<program>',
      'the number of the newer one (PROGRAM in its workflows/contract.ts)',
      wholeNumber(MOST),
    )
    .requiredOption('--percent <number>', 'of new orders, 1 to 100 (required)', percent)
    .changes()
    .does(record(RELEASE), async ({ orm, operator }, number: number, options: { readonly percent: number }) =>
      rowOf(await rampRelease(orm, operator, { program: number, ...options })),
    );
}

function stopCommand(release: AdminCommand): void {
  release
    .command('stop')
    .summary('withdraw a newer release: this one goes on with its orders')
    .description(
      'withdraw the release that is tried: it gets no new orders, and the workers of this one take over what it has, within a minute, from the database. ' +
        'Nobody has to wait for the command; "release show" says how many are left',
    )
    .argument(
      '[program]',
      'of one that has taken over all orders; default: the one that is tried',
      wholeNumber(MOST),
    )
    .changes()
    .does(record(RELEASE), async ({ orm, operator }, number?: number) =>
      rowOf(await stopRelease(orm, operator, number)),
    );
}

function rowOf(found: RampedRelease | undefined) {
  if (found === undefined) return { program: null, state: 'none', percent: null, processes: null };
  const { program, percent: part, processes } = found;
  return { program, state: part === 0 ? 'withdrawn' : 'tried', percent: part, processes };
}

function percent(text: string): number {
  const value = wholeNumber(100)(text);
  if (value > 0) return value;
  throw new InvalidArgumentError('A whole number from 1 to 100; "release stop" gives it none.');
}
