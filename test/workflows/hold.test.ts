import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Reservation } from '../../db/entities/index.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/contract.ts';
import { HOLD_PATHS } from './hold-paths.ts';
import { createHoldWorld, type HoldWorld } from './hold-world.ts';
import { AGENCY_KEY, GUIDE_ID } from './order-data.ts';
import { replay, replayAtAnotherTime } from './replay.ts';

const HISTORIES = new URL('../histories/holds/', import.meta.url);
const MINUTE_MS = 60_000;

let world: HoldWorld;
let endHold: HoldWorld['endHold'];
beforeAll(async () => {
  world = await createHoldWorld();
  ({ endHold } = world);
});
afterEach(() => {
  world.endHold = endHold;
  world.lagMs = 0;
  world.asked.length = 0;
});
afterAll(() => world.close());

test.each(HOLD_PATHS)('a hold that is $name ends, and the guide is free', async ({ end, walk }) => {
  const { id } = await world.hold(15);
  await walk(world, id);
  expect(await world.outcomeOf(id)).toEqual({ status: end });
  expect((await world.read(id)).status).toBe(end);
  expect(await world.orm.em.fork().count(Reservation, id)).toBe(0);
});

test('nothing ends before its time, and then at once', async () => {
  const { id, expiresAt } = await world.hold(15);
  await world.outcomeOf(id);
  expect(world.asked).toHaveLength(1);
  expect(world.asked[0]!.getTime()).toBeGreaterThanOrEqual(expiresAt.getTime());
  expect(world.asked[0]!.getTime()).toBeLessThan(expiresAt.getTime() + MINUTE_MS);
});

test('a word of a change that comes while the database is asked is not lost', async () => {
  const { id, expiresAt } = await world.hold(15);
  world.endHold = async (...request) => {
    const state = await endHold(...request);
    if (world.asked.length > 1) return state;
    await world.change(id, { status: 'released' });
    await world.gateway.announceClock(id);
    return state;
  };
  await world.gateway.announceClock(id);
  expect(await world.outcomeOf(id)).toEqual({ status: 'released' });
  expect(world.asked).toHaveLength(2);
  expect(world.asked[1]!.getTime()).toBeLessThan(expiresAt.getTime());
});

test('a database that is unavailable is asked until it answers', async () => {
  const { id } = await world.hold(15);
  let failures = 0;
  world.endHold = async (...request) => {
    if (++failures <= 5) throw new Error('connection refused');
    return await endHold(...request);
  };
  expect(await world.outcomeOf(id)).toEqual({ status: 'expired' });
});

test("a worker whose clock is behind the server's asks again, once a second", async () => {
  const { id } = await world.hold(15);
  world.lagMs = 5_500;
  expect(await world.outcomeOf(id)).toEqual({ status: 'expired' });
  expect(world.asked.length).toBeLessThanOrEqual(7);
});

test('a hold of a merchant whose clock is ahead ends earlier by that', async () => {
  const { id, expiresAt } = await world.hold(60);
  const move = (ms: number) =>
    world.orm.em.fork().execute('update merchant set clock_ahead_ms = ? where key = ?', [ms, AGENCY_KEY]);
  await move(50 * MINUTE_MS);
  await world.gateway.announceClock(id);
  await world.outcomeOf(id);
  expect(world.asked.at(-1)!.getTime()).toBeLessThan(expiresAt.getTime() - 49 * MINUTE_MS);
  await move(0);
});

test('a hold that the database does not have ends', async () => {
  const dueAt = await world.now();
  await world.gateway.start({
    id: 'HLD999',
    merchantKey: AGENCY_KEY,
    guideId: GUIDE_ID,
    tripStartAt: dueAt,
    dueAt,
  });
  expect(await world.outcomeOf('HLD999')).toEqual({ status: 'expired' });
});

test('started twice it runs once; operators find it by merchant and guide', async () => {
  const hold = await world.hold(15);
  await world.gateway.start({ ...hold, dueAt: hold.expiresAt });
  const described = await world.env.client.workflow.getHandle(hold.id).describe();
  expect(described.typedSearchAttributes.get(SEARCH_ATTRIBUTES.merchantKey)).toBe(AGENCY_KEY);
  expect(described.typedSearchAttributes.get(SEARCH_ATTRIBUTES.guideId)).toBe(GUIDE_ID);
  await world.outcomeOf(hold.id);
  await world.gateway.start({ ...hold, dueAt: hold.expiresAt });
  await expect(world.env.client.workflow.getHandle(hold.id).signal('changed')).rejects.toThrow();
  await expect(world.gateway.announceClock(hold.id)).resolves.toBeUndefined();
});

test.each(HOLD_PATHS)('the recorded history "$name" replays, whatever the time', async ({ name }) => {
  const recorded = readFileSync(new URL(`${name}.json`, HISTORIES), 'utf8');
  await replay(JSON.parse(recorded));
  const later = recorded.replace(/(?<="eventTime": ?")20/g, '21');
  expect(later).not.toBe(recorded);
  await replayAtAnotherTime(JSON.parse(later));
});

test('there is a recorded history for every path, and no other', () => {
  expect(readdirSync(HISTORIES).sort()).toEqual(HOLD_PATHS.map(({ name }) => `${name}.json`).sort());
});
