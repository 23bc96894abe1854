import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { markStarted, takeUnstarted } from '../../db/queries/orders/workflow-starts.ts';
import { addDays } from '../../domain/trip.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
  await createGuide(api, { id: 'G1' });
  await createMerchant(api, 'mk_few');
});
afterAll(() => api.close());

/** Orders that nobody has started, the earliest first. */
async function orders(merchantKey: string, ids: readonly string[], from: string, launchAfter: Date) {
  for (const [index, id] of ids.entries()) {
    const tripDate = addDays(from, index);
    const at = new Date(launchAfter.getTime() + index);
    await createOrderRow(api, {
      ...{ id, guideId: 'G1', tripDate, tripDays: 1, merchantKey, launchAfter: at },
    });
  }
}

test('of orders that nobody has started, a merchant’s are taken in turn with the others’, each once', async () => {
  const burst = ['ORD1', 'ORD2', 'ORD3', 'ORD4', 'ORD5'];
  await orders('mk_sandbox_agency', burst, '2027-01-01', new Date('2026-01-01T00:00:00Z'));
  await orders('mk_few', ['ORD8', 'ORD9'], '2027-02-01', new Date('2026-01-02T00:00:00Z'));
  const em = api.orm.em.fork();

  const first = (await takeUnstarted(em, 3)).map(({ id }) => id).sort();
  const second = (await takeUnstarted(em, 9)).map(({ id }) => id).sort();

  expect(first).toEqual(['ORD1', 'ORD2', 'ORD8']);
  expect(second).toEqual(['ORD3', 'ORD4', 'ORD5', 'ORD9']);
  expect(await takeUnstarted(em, 9)).toEqual([]);
  await markStarted(em, [...first, ...second]);
});
