import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { Job } from '../../db/entities/index.ts';
import { createOrm } from '../../db/orm.ts';
import { SELECT_DUE, type Work } from '../../db/queries/platform/due-work.ts';
import { addSingleJobs, finishJob, LeaseLost, leaveJob, takeJobs } from '../../db/queries/platform/jobs.ts';
import { JOB_KINDS, jobRetryDelay } from '../../domain/jobs.ts';
import type { Loop } from '../../jobs/loop.ts';
import { type JobKind, runJobs, startRunner } from '../../jobs/runner.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { until } from '../support/until.ts';

let database: TestDatabase;
let orm: MikroORM;
beforeAll(async () => {
  database = await createTestDatabase();
  orm = createOrm({ databaseUrl: database.url, poolMax: 6 });
});
afterAll(async () => {
  await orm.close();
  await database.drop();
});
beforeEach(() => orm.em.fork().nativeDelete(Job, {}));

const em = () => orm.em.fork();
const ADD = addSingleJobs('mail', 'select ?::text as subject, now() as run_at');
const add = (subject: string, inside = em()) => inside.execute(ADD, [subject]);
const jobs = () => em().find(Job, {}, { orderBy: { id: 'asc' } });
const take = (limit = 10) => takeJobs(em(), 'mail', { limit, leaseSeconds: 60 });
const leasesEnd = () => em().execute("update job set leased_until = now() - interval '1 second'");

/** What one process does with mails; `work` is notified of each. */
function mails(work: (subject: string) => Promise<unknown>, more: Partial<JobKind> = {}) {
  const errors: unknown[] = [];
  const kind = {
    ...{ atOnce: 10, leaseSeconds: 60 },
    run: async (job: { subject: string }) => (await work(job.subject)) as undefined,
    ...more,
  } as JobKind;
  const run = () => runJobs({ orm, onError: (error) => errors.push(error) }, 'mail', kind);
  return { kind, errors, run };
}

test('a job that is done is gone; a second one of its kind and subject is the first', async () => {
  const done: string[] = [];
  await add('1');
  await add('1');
  await add('2');
  await mails(async (subject) => void done.push(subject)).run();
  expect(done).toEqual(['1', '2']);
  expect(await jobs()).toEqual([]);
});

test('nothing is left of a job whose transaction is undone', async () => {
  const failing = em().transactional(async (inside) => {
    await add('1', inside);
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  expect(await jobs()).toEqual([]);
});

test('three processes at once do each job once', async () => {
  const done: string[] = [];
  for (let count = 0; count < 30; count += 1) await add(`${count}`);
  const one = mails(async (subject) => void done.push(subject));
  await Promise.all([one, one, one].map((each) => each.run()));
  expect(done.toSorted((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 30 }, (_, n) => `${n}`),
  );
});

describe('a process that dies with a job', () => {
  test('keeps it until its lease ends; then another one has it', async () => {
    await add('1');
    await take();
    expect(await take()).toEqual([]);
    await leasesEnd();
    expect(await take()).toMatchObject([{ subject: '1', attempt: 2 }]);
  });

  test('and was only slow: it can neither end nor leave what another one has taken, and what it wrote is undone', async () => {
    await add('1');
    const [slow] = await take();
    await leasesEnd();
    const [second] = await take();
    const late = em().transactional(async (inside) => {
      await add('written by it', inside);
      await finishJob(inside, slow!);
    });
    await expect(late).rejects.toThrow(LeaseLost);
    await expect(leaveJob(em(), slow!, { inMs: 0, error: 'late' })).rejects.toThrow(LeaseLost);
    expect(await jobs()).toMatchObject([{ subject: '1', lastError: null, leasedUntil: expect.any(Date) }]);
    await finishJob(em(), second!);
    expect(await jobs()).toEqual([]);
  });
});

describe('a job that is added once more while it runs', () => {
  test('is run once more', async () => {
    let runs = 0;
    await add('1');
    const process = mails(async () => {
      runs += 1;
      if (runs === 1) await add('1');
    });
    await process.run();
    expect(await jobs()).toMatchObject([{ leasedUntil: null, attempts: 0 }]);
    await process.run();
    expect([runs, await jobs()]).toEqual([2, []]);
  });

  test('by a transaction that ends while the job is being ended: also then', async () => {
    await add('1');
    const [job] = await take();
    const adding = new pg.Client({ connectionString: database.adminUrl });
    await adding.connect();
    await adding.query('begin');
    await adding.query(ADD.replace('?', '$1'), ['1']);
    const ending = finishJob(em(), job!);
    await until(async () => {
      const waiting =
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
      return (await em().execute(waiting)).length > 0;
    });
    await adding.query('commit');
    await adding.end();
    await ending;
    expect(await take()).toMatchObject([{ subject: '1', attempt: 1 }]);
  });

  test('and failed: it need not wait', async () => {
    await add('1');
    await mails(async () => {
      await add('1');
      throw new Error('broken');
    }).run();
    expect(await take()).toMatchObject([{ subject: '1' }]);
  });
});

describe('a job that fails', () => {
  test('waits, longer each time, with the reason; the others are done', async () => {
    await add('1');
    await add('2');
    const process = mails(async (subject) => {
      if (subject === '1') throw new TypeError('broken');
    });
    const before = Date.now();
    await process.run();
    const [job, ...others] = await jobs();
    expect(others).toEqual([]);
    expect(job).toMatchObject({
      subject: '1',
      attempts: 1,
      lastError: 'TypeError: broken',
      leasedUntil: null,
    });
    expect(job!.runAt.getTime()).toBeGreaterThan(before + 4_000);
    expect(process.errors.map(String)).toEqual(['Error: job mail 1 failed and is tried again in 5 s']);
    await process.run();
    expect(process.errors).toHaveLength(1);
  });

  test('with an error of the database: no statement is written down', async () => {
    await add('1');
    await mails(() => em().execute("select 'Maria Silva'::int")).run();
    expect(await jobs()).toMatchObject([{ lastError: 'database error 22P02' }]);
  });

  test('together with others: all that were taken are left for later', async () => {
    await add('1');
    await add('2');
    const runAll = () => Promise.reject(new Error('broken'));
    const kind: JobKind = { atOnce: 10, leaseSeconds: 60, runAll };
    await runJobs({ orm, onError: () => undefined }, 'mail', kind);
    expect(await jobs()).toMatchObject([{ lastError: 'Error: broken' }, { lastError: 'Error: broken' }]);
  });

  test('5 s doubling to an hour', () => {
    expect([1, 2, 3, 10, 11, 50].map(jobRetryDelay)).toEqual([
      5_000, 10_000, 20_000, 2_560_000, 3_600_000, 3_600_000,
    ]);
  });
});

test('a job may say when it is to run again', async () => {
  await add('1');
  await mails(async () => ({ againInMs: 3_600_000 })).run();
  const [job] = await jobs();
  expect(job).toMatchObject({ attempts: 0, lastError: null, leasedUntil: null });
  expect(job!.runAt.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
});

test('the runner does what is added while it looks, and stops between two jobs', async () => {
  const done: string[] = [];
  const { kind, errors } = mails(async (subject) => void done.push(subject), {
    atOnce: 1,
  } as Partial<JobKind>);
  const rest = new Map<Work, Loop>();
  const kinds = Object.fromEntries(JOB_KINDS.map((name) => [name, name === 'mail' ? kind : undefined]));
  const runner = startRunner({
    orm,
    kinds: kinds as Parameters<typeof startRunner>[0]['kinds'],
    others: Object.fromEntries(rest) as Parameters<typeof startRunner>[0]['others'],
    onError: (error) => errors.push(error),
  });
  await add('1');
  await add('2');
  await until(() => done.length === 2);
  await runner.stop();
  expect([done, errors]).toEqual([['1', '2'], []]);
});

test('the look for work reads no table to its end', async () => {
  const rows = await em().transactional(async (inside) => {
    await inside.execute('set local enable_seqscan = off');
    return await inside.execute<{ 'QUERY PLAN': string }[]>(`explain ${SELECT_DUE}`);
  });
  const scanned = rows.flatMap((row) => /Seq Scan on (\w+)/.exec(row['QUERY PLAN'])?.[1] ?? []);
  // It has one row.
  expect(scanned.filter((table) => table !== 'notice_position')).toEqual([]);
});
