import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ScheduleOverlapPolicy } from '@temporalio/client';
import { ensureSchedules } from '../../activities/schedules.ts';
import { Settlement } from '../../db/entities/index.ts';
import { SETTLEMENT_SCHEDULE } from '../../workflows/settlement-contract.ts';
import { AGENCIES, STUDIOS, TIME_ZONE } from '../support/data/books.ts';
import { createSettlementWorld, type SettlementWorld } from '../support/platform/settlement-world.ts';
import { until } from '../support/until.ts';
import { sell } from './statement-paths.ts';

let world: SettlementWorld;
beforeAll(async () => {
  world = await createSettlementWorld();
});
afterAll(async () => {
  await world.close();
});

test('a run is due on the first of each month at six, platform time; making the Schedule again changes nothing', async () => {
  const { client } = world.temporal;
  await ensureSchedules(client, TIME_ZONE);
  await ensureSchedules(client, 'America/New_York');
  const { spec, policies, info } = await client.schedule.getHandle(SETTLEMENT_SCHEDULE).describe();
  expect(policies).toMatchObject({
    catchupWindow: 365 * 86_400_000,
    overlap: ScheduleOverlapPolicy.BUFFER_ALL,
  });
  expect(spec.timezone).toBe('America/New_York');
  const inNewYork = (at: Date) => at.toLocaleString('sv-SE', { timeZone: 'America/New_York' }).slice(8);
  expect(info.nextActionTimes.map(inNewYork)).toEqual(Array(info.nextActionTimes.length).fill('01 06:00:00'));
});

test('two months that were missed are settled each by itself, in order, when they are made up for', async () => {
  const { client } = world.temporal;
  await ensureSchedules(client, TIME_ZONE);
  for (const month of ['2025-01', '2025-02', '2025-03']) await sell(world, month);
  const handle = client.schedule.getHandle(SETTLEMENT_SCHEDULE);
  // The runs that a server that was away from January to March would have to start when it is back.
  await handle.backfill({
    start: new Date('2025-01-15T00:00:00Z'),
    end: new Date('2025-03-15T00:00:00Z'),
    overlap: ScheduleOverlapPolicy.BUFFER_ALL,
  });

  const em = () => world.orm.em.fork();
  await until(async () => (await em().count(Settlement, { status: 'issued' })) === 4);
  await until(async () => (await handle.describe()).info.runningActions.length === 0);
  const issued = await em().find(Settlement, { status: { $ne: 'open' } }, { orderBy: { id: 'asc' } });
  for (const key of [AGENCIES[0], STUDIOS[0]]) {
    const mine = issued.filter(({ merchantKey }) => merchantKey === key);
    expect(mine.map(({ month, lineCount }) => [month, lineCount])).toEqual([
      ['2025-01', 1],
      ['2025-02', 1],
    ]);
  }
  // March has not been settled: its order waits.
  const open = await em().findOneOrFail(Settlement, { status: 'open', merchantKey: STUDIOS[0]! });
  expect(open.month).toBe('2025-03');
});
