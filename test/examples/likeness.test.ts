/** Whatever the day and the hour of a run, what is made up stays the same, and comes back as it was. */
import { expect, test } from '@jest/globals';
import { createLikeness } from './likeness.ts';

const RUNS = ['2026-11-22T09:48:13.271Z', '2027-02-28T23:41:59.004Z', '2028-02-29T00:00:07.900Z'];
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** What a platform says some seconds into a run that begins then. */
function said(begun: Date) {
  const at = (ms: number) => new Date(begun.getTime() + 41_300 + ms).toISOString();
  const day = (days: number) => new Date(begun.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const digits = `${begun.getTime()}123456`;
  return {
    orderId: `ORD${digits}`,
    createdAt: at(0),
    confirmBy: at(24 * 60 * MINUTE_MS),
    expiresAt: at(15 * MINUTE_MS),
    since: at(-120 * MINUTE_MS),
    tripDate: day(36),
    tripStartAt: `${day(36)}T00:00:00.000Z`,
    month: day(0).slice(0, 7),
    nextCursor: Math.random().toString(36),
    secret: `whsec_${Math.random()}`,
    readAt: null,
    body: JSON.stringify({ notificationId: `NTF${digits}-1`, occurredAt: at(0) }),
    link: `/open/v1/order/messages/ORD${digits}`,
    totalAmount: 480,
  };
}

const likenessOf = (run: string) => {
  const likeness = createLikeness(new Date(run));
  likeness.know('ORD1806917400000000001', `ORD${Date.parse(run)}123456`);
  return likeness;
};

test('recordings of different days are the same', () => {
  const [first, ...others] = RUNS.map((run) => likenessOf(run).toMadeUp(said(new Date(run))));
  for (const other of others) expect(other).toEqual(first);
  expect(first).toMatchObject({
    orderId: 'ORD1806917400000000001',
    createdAt: '2027-04-05T09:30:00.000Z',
    confirmBy: '2027-04-06T09:30:00.000Z',
    expiresAt: '2027-04-05T09:45:00.000Z',
    since: '2027-04-05T07:30:00.000Z',
    tripDate: '2027-05-11',
    tripStartAt: '2027-05-11T00:00:00.000Z',
    link: '/open/v1/order/messages/ORD1806917400000000001',
    readAt: null,
  });
  expect(first!.body).toContain('"NTF1806917400000000001-1"');
});

test('what the scenario sends has the ids and days of the platform at hand', () => {
  const likeness = likenessOf(RUNS[0]!);
  const real = likeness.toReal({ orderId: 'ORD1806917400000000001', tripDate: '2027-05-11', guestCount: 2 });
  expect(real).toEqual({
    orderId: `ORD${Date.parse(RUNS[0]!)}123456`,
    tripDate: '2026-12-28',
    guestCount: 2,
  });
});

test('an id that the scenario names otherwise than a fresh platform is refused', () => {
  const likeness = createLikeness(new Date());
  expect(() => likeness.know('4', '5')).toThrow('calls 4 what is 5');
  expect(() => likeness.know('NTF1806917400000000001-1', 'NTF1795000000000000001-2')).toThrow('on a fresh');
});
