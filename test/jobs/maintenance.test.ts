/** What only a clock asks for (docs/jobs.md): the Schedules, their workflow, and what it does. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ScheduleOverlapPolicy, type WorkflowHandle } from '@temporalio/client';
import { createMaintenanceActivities } from '../../activities/maintenance.ts';
import { ensureSchedules, SCHEDULES } from '../../activities/schedules.ts';
import { lockPruning } from '../../db/queries/platform/pruning.ts';
import { DEFAULT_RETENTION } from '../../domain/retention.ts';
import type { MaintenanceTask } from '../../workflows/maintenance-contract.ts';
import { SETTLEMENT_SCHEDULE } from '../../workflows/settlement-contract.ts';
import { freshMonth, sell } from '../settlement/statement-paths.ts';
import { AGENCIES, TIME_ZONE } from '../support/data/books.ts';
import { newEnvironment } from '../support/platform/notification-world.ts';
import { createSettlementWorld, type SettlementWorld } from '../support/platform/settlement-world.ts';
import { until } from '../support/until.ts';

const MAINTENANCE = SCHEDULES.filter(({ id }) => id !== SETTLEMENT_SCHEDULE);
const KEPT = 90;
const notes = new Map<string, string | undefined>();

let world: SettlementWorld;
beforeAll(async () => {
  world = await createSettlementWorld();
  await ensureSchedules(world.temporal.client, TIME_ZONE);
  for (const { id } of SCHEDULES) {
    notes.set(id, (await handleOf(id).describe()).state.note);
    // They run when a test says so.
    await handleOf(id).pause('for the test');
  }
});
afterAll(() => world.close());

const em = () => world.orm.em.fork();
const handleOf = (id: string) => world.temporal.client.schedule.getHandle(id);
const scheduleOf = (task: MaintenanceTask) => SCHEDULES.find(({ workflow }) => workflow.args[0] === task)!.id;
const attempts = async () => await em().execute('select from delivery_attempt where number > 90');

/** Runs that the Schedule has started. To describe a Schedule asks its own workflow, which is slow; the list is not. */
async function runsOf(id: string) {
  const runs: { readonly workflowId: string; readonly runId: string }[] = [];
  const query = `TemporalScheduledById = '${id}'`;
  for await (const run of world.temporal.client.workflow.list({ query })) runs.push(run);
  return runs;
}
async function begin(id: string): Promise<WorkflowHandle> {
  const before = (await runsOf(id)).map(({ runId }) => runId);
  await handleOf(id).trigger();
  const begun = await until(async () => (await runsOf(id)).find(({ runId }) => !before.includes(runId)));
  return world.temporal.client.workflow.getHandle(begun.workflowId, begun.runId);
}
/** What the Schedule's run answers. */
const runNow = async (id: string): Promise<unknown> => await (await begin(id)).result();

async function attemptDaysAgo(days: number): Promise<void> {
  await sell(world, freshMonth());
  await em().execute(`update notification set status = 'acknowledged'`);
  await em().execute(
    `insert into delivery_attempt (notification_id, number, endpoint_id, started_at, duration_ms)
     select id, 91 + (select count(*) from delivery_attempt where number > 90), endpoint_id, now() - ? * interval '1 day', 5
     from notification where endpoint_id is not null order by id limit 1`,
    [days],
  );
}

test.each(MAINTENANCE)(
  '$id: says what it does, and no two of its runs are under way',
  async ({ id, note }) => {
    const { policies } = await handleOf(id).describe();
    expect([policies.overlap, notes.get(id)]).toEqual([ScheduleOverlapPolicy.SKIP, note]);
  },
);

test('settings of a new release reach Schedules that are there; one that a person paused stays paused', async () => {
  await ensureSchedules(world.temporal.client, 'America/New_York');
  for (const { id } of SCHEDULES) {
    const { spec, state } = await handleOf(id).describe();
    expect([id, spec.timezone, state.paused, state.note]).toEqual([
      ...[id, 'America/New_York', true, 'for the test'],
    ]);
  }
});

test('what has ended by itself is deleted, and what has not stays', async () => {
  await em().execute(
    `insert into request_nonce (merchant_key, nonce, expires_at) values
     (?, 'over', now() - interval '1 second'), (?, 'in force', now() + interval '1 hour')`,
    [AGENCIES[0], AGENCIES[0]],
  );
  expect(await runNow(scheduleOf('removeExpired'))).toBe(1);
  expect(await em().execute('select nonce from request_nonce')).toEqual([{ nonce: 'in force' }]);
  expect(await runNow(scheduleOf('removeExpired'))).toBe(0);
});

test('holidays of every calendar in use are written anew', async () => {
  await em().execute(`insert into public_holiday (calendar, day, name) values ('PT', '2027-12-25', 'Wrong')`);
  expect(await runNow(scheduleOf('refreshHolidays'))).toBe(1);
  const christmas = await em().execute(
    `select name from public_holiday where calendar = 'PT' and extract(month from day) = 12 and extract(day from day) = 25`,
  );
  expect(new Set(christmas.map(({ name }) => name))).toEqual(new Set(['Natal']));
});

test('a run that is held up says why, and is tried again until it is done', async () => {
  await attemptDaysAgo(KEPT + 1);
  const id = scheduleOf('prune');
  const run = await em().transactional(async (inside) => {
    await lockPruning(inside, 'attempts');
    const begun = await begin(id);
    const why = await until(async () => {
      const { raw } = await begun.describe();
      return raw.pendingActivities?.[0]?.lastFailure?.message;
    });
    expect(why).toBe('attempts: busy');
    return begun;
  });
  expect(await run.result()).toEqual({ attempts: 1, notifications: 0 });
  expect(await attempts()).toEqual([]);
});

test('a worker that is asked to stop leaves the rest to the next one', async () => {
  await attemptDaysAgo(KEPT + 1);
  const stopping = new AbortController();
  const deps = { orm: world.orm, now: () => new Date(), retention: DEFAULT_RETENTION };
  const { prune } = createMaintenanceActivities({ ...deps, stop: stopping.signal });
  stopping.abort();
  await expect(newEnvironment().run(prune)).rejects.toThrow('attempts: stopped');
  expect(await attempts()).toHaveLength(1);
  expect(await runNow(scheduleOf('prune'))).toEqual({ attempts: 1, notifications: 0 });
});
