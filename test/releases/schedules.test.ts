/** What a clock asks for is the running release's: one that is tried beside it leaves its Schedules alone (docs/upgrades.md, "A trial"). */
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { createScheduleKeeper, SCHEDULES } from '../../activities/schedules.ts';
import type { Ramp } from '../../domain/ramp.ts';
import { PROGRAM, queueOf, TASK_QUEUES } from '../../workflows/contract.ts';
import { createTestNamespace, type TestNamespace } from '../support/servers/temporal-namespace.ts';

const [OLDER, NEWER] = [PROGRAM - 1, PROGRAM + 1];
const OURS = SCHEDULES.map(() => TASK_QUEUES.settlements);

let place: TestNamespace;
/** What this release's worker knows of a trial. */
let ramp: Ramp | undefined;
let keep: () => Promise<void>;
const places: TestNamespace[] = [];
beforeEach(async () => {
  place = await createTestNamespace();
  places.push(place);
  ramp = undefined;
  keep = createScheduleKeeper(place.client, 'Europe/Lisbon', async () => ramp);
});
afterAll(async () => {
  for (const { close } of places) await close();
});

/** Whose settlement workers they start: their task queues, in the order of SCHEDULES. */
async function owners(): Promise<string[]> {
  const descriptions = SCHEDULES.map(({ id }) => place.client.schedule.getHandle(id).describe());
  return (await Promise.all(descriptions)).map(({ action }) => action.taskQueue);
}

async function listed(): Promise<string[]> {
  const ids: string[] = [];
  for await (const { scheduleId } of place.client.schedule.list()) ids.push(scheduleId);
  return ids;
}

/** As the workers of that release leave them. */
async function areTakenBy(program: number): Promise<void> {
  for (const { id } of SCHEDULES)
    await place.client.schedule.getHandle(id).update((before) => ({
      ...before,
      action: { ...before.action, taskQueue: queueOf('settlements', program) },
    }));
}

/** Made by an older release that runs. */
async function areOfOlder(): Promise<string[]> {
  await createScheduleKeeper(place.client, 'Europe/Lisbon', async () => undefined)();
  await areTakenBy(OLDER);
  return await owners();
}

test('a release that is tried makes none, and changes none, also when it is withdrawn', async () => {
  ramp = { program: PROGRAM, percent: 5 };
  await keep();
  expect(await listed()).toEqual([]);
  const before = await areOfOlder();
  await keep();
  ramp = { program: PROGRAM, percent: 0 };
  await keep();
  expect(await owners()).toEqual(before);
});

test('a release whose trial has ended well takes them over', async () => {
  ramp = { program: PROGRAM, percent: 5 };
  await areOfOlder();
  await keep();
  ramp = undefined;
  await keep();
  expect(await owners()).toEqual(OURS);
});

test('the running release takes them at its start, and keeps them while a newer one is tried', async () => {
  await areOfOlder();
  ramp = { program: NEWER, percent: 5 };
  await keep();
  expect(await owners()).toEqual(OURS);
  await place.client.schedule.getHandle(SCHEDULES[0]!.id).delete();
  await keep();
  expect(await owners()).toEqual(OURS);
});

test('what a newer release took after its trial is taken back when that release is withdrawn', async () => {
  await keep();
  await areTakenBy(NEWER);
  await keep();
  expect(await owners()).toEqual(SCHEDULES.map(() => queueOf('settlements', NEWER)));
  ramp = { program: NEWER, percent: 0 };
  await keep();
  expect(await owners()).toEqual(OURS);
});
