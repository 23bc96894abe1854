/**
 * Every operation that writes, as their tables have them, is sent again under its `Idempotency-Key` (docs/decisions/0125): it
 * answers the same and changes nothing more, also where its first answer was lost. A new operation has a step in test/examples/scenario,
 * or a line here. Takes half a minute: each is sent three times, and what it sets off in the background has its end before the next.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { octoOperations } from '../../../api/octo/operations.ts';
import { isWriting, type Operation } from '../../../contract/operations/define.ts';
import { OPERATIONS } from '../../../contract/operations/index.ts';
import { addDays, todayIn } from '../../../domain/trip.ts';
import { drive, injecting } from '../../examples/drive.ts';
import { operationsOf, readDocument } from '../../examples/operations.ts';
import { SCENARIO } from '../../examples/scenario/index.ts';
import { createExampleWorld, type ExampleWorld } from '../../examples/world.ts';
import { createOctoGuides, OCTO_GUIDES } from '../../octo/octo-app.ts';
import { repeat, type Sent } from './repeating.ts';

const WRITING = Object.entries<Operation>({ ...OPERATIONS, ...octoOperations })
  .filter(([, operation]) => isWriting(operation))
  .map(([id]) => id);
/** They show how far it is that they set off: another time, another answer. */
const TELLING_OF_LATER = ['redeliverNotification'];

const proven = new Set<string>();
const failed: string[] = [];
/** What fails is listed of all, not only of the first. */
async function prove(operationId: string, proof: Promise<void>): Promise<void> {
  proven.add(operationId);
  await proof.catch((error: Error) => failed.push(`${operationId}: ${error.message}`));
}

let world: ExampleWorld;
beforeAll(async () => {
  world = await createExampleWorld();
  await createOctoGuides(world.platform, { changeRule: 'instant' });
});
afterAll(() => world.close());

test('whatever the scenario does under a key is done once, and answered alike', async () => {
  const operations = operationsOf(await readDocument());
  const ask = injecting(world);
  await drive(world, SCENARIO, operations, async (step, operation) => {
    const { operationId } = operation;
    if (!WRITING.includes(operationId)) return await ask(step, operation);
    const key = step.headers?.['idempotency-key'] ?? `repeat-${operationId}-${step.by}`;
    const keyed = { ...step, headers: { ...step.headers, 'idempotency-key': key } };
    const send = async () => ({ status: 200, body: await ask(keyed, operation) });
    const first = await send();
    const shown = TELLING_OF_LATER.includes(operationId) ? ({ status }: Sent) => status : undefined;
    await prove(operationId, repeat(world.platform.orm, key, first, send, shown));
    return first.body;
  });
  expect(failed.splice(0)).toEqual([]);
});

test('so is what a reseller does through OCTO', async () => {
  const { platform } = world;
  const { agency } = platform.sandbox;
  const send = async (method: 'POST' | 'PATCH', path: string, payload: object, key?: string) => {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const answer = await platform.as(agency, { method, url: `/octo/v1${path}`, payload, headers });
    return { status: answer.statusCode, body: answer.json() };
  };
  const does = async (operationId: string, method: 'POST' | 'PATCH', path: string, payload: object) => {
    const key = `repeat-${operationId}-${path.length}`;
    const again = () => send(method, path, payload, key);
    const first = await again();
    expect(first.status).toBe(200);
    await prove(operationId, repeat(platform.orm, key, first, again));
    return first.body;
  };
  const productId = OCTO_GUIDES.mixed;
  const localDate = addDays(todayIn('Europe/Lisbon', new Date()), 120);
  const trip = { productId, optionId: 'morning' };
  const { body: starts } = await send('POST', '/availability', { ...trip, localDate });
  const reservation = { ...trip, availabilityId: starts[0].id, unitItems: [{ unitId: 'adult' }] };
  const { uuid } = await does('octoReserve', 'POST', '/bookings', reservation);
  await does('octoExtend', 'POST', `/bookings/${uuid}/extend`, { expirationMinutes: 45 });
  await does('octoUpdate', 'PATCH', `/bookings/${uuid}`, { notes: 'Two of us walk slowly.' });
  const contact = { fullName: 'Ada Lovelace', emailAddress: 'ada@example.com' };
  expect(await does('octoConfirm', 'POST', `/bookings/${uuid}/confirm`, { contact })).toMatchObject({
    status: 'CONFIRMED',
  });
  expect(await does('octoCancel', 'POST', `/bookings/${uuid}/cancel`, { reason: 'Rain' })).toMatchObject({
    status: 'CANCELLED',
  });
  expect(failed.splice(0)).toEqual([]);
});

test('no operation that writes is left out', () => {
  expect([...proven].sort()).toEqual(WRITING.toSorted());
});
