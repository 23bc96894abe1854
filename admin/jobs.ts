import { Argument, Option } from 'commander';
import { listJobs } from '../db/queries/operators/jobs.ts';
import { JOB_KINDS } from '../domain/jobs.ts';
import { type PageOptions, pageOf } from '../services/lists/page.ts';
import { steerJob } from '../services/operators/jobs.ts';
import type { AdminCommand } from './command.ts';
import { wholeNumber } from './options.ts';
import { paged } from './paging.ts';
import { OperatorError } from './refusal.ts';
import { list, record } from './shape.ts';

interface JobsOptions extends PageOptions {
  readonly kind?: string;
  readonly failed?: boolean;
}

/** jobs, run-job, drop-job. */
export function jobCommands(program: AdminCommand): void {
  program.commandsGroup('What the platform does by itself:');
  const command = program
    .command('jobs')
    .description(
      'list what waits to be done by the platform itself (docs/jobs.md), the first that was added first',
    )
    .addOption(new Option('--kind <kind>', 'only these').choices([...JOB_KINDS]))
    .option('--failed', 'only those whose last attempt failed');
  paged(command).does(
    list({
      id: 'its number',
      kind: 'what is to be done',
      subject: 'the id of what it is about',
      added: 'when, for the last time',
      next: 'when it may be done; a process may have it already',
      attempts: 'since it was added or last went well',
      lastError: { says: 'why the last attempt failed', none: '-' },
    }),
    async ({ orm }, { kind, failed, limit, after }: JobsOptions) => {
      const filter = { kind, failed, after: after === undefined ? undefined : Number(after) };
      if (Number.isNaN(filter.after)) throw new OperatorError('--after: no such place', { exit: 'usage' });
      const page = pageOf(await listJobs(orm.em.fork(), filter, limit + 1), limit, ({ id }) => String(id));
      const shown = page.list.map(({ addedAt, runAt, ...job }) => ({ ...job, added: addedAt, next: runAt }));
      return { next: page.next, list: shown };
    },
  );
  steering(program, 'run', 'have a job done now');
  steering(program, 'drop', 'drop a job: what it was to do is not done');
}

function steering(program: AdminCommand, what: 'drop' | 'run', description: string): void {
  program
    .command(`${what}-job`)
    .description(description)
    .addArgument(new Argument('<job>', 'its number').argParser(wholeNumber(Number.MAX_SAFE_INTEGER)))
    .changes('notFound')
    .does(
      record({ job: 'its number', kind: 'what was to be done', subject: 'the id of what it is about' }),
      async ({ orm, operator }, id: number) => {
        const job = await steerJob(orm, operator, what, id);
        if (job === undefined)
          throw new OperatorError('there is no such job, or a process has it at this moment', {
            exit: 'notFound',
          });
        return { job: id, ...job };
      },
    );
}
