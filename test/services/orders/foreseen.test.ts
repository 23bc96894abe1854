import { expect, test } from '@jest/globals';
import { CANCELLATION_PRESETS } from '../../../domain/cancellation.ts';
import { detailAfter } from '../../../services/orders/foreseen.ts';

const at = new Date('2030-05-01T08:00:00Z');
const order = {
  ...{
    id: 'ORD1',
    guideId: 'G1',
    status: 'pending',
    sequence: 1,
    tripDate: '2030-06-01',
    tripDays: 1,
    guestCount: 2,
  },
  ...{
    contactName: 'Ada',
    contactPhone: '+351912345678',
    totalAmount: 10_000,
    currency: 'EUR',
    commissionRate: 1_000,
  },
  ...{ cancellationPolicy: CANCELLATION_PRESETS.strict, timeZone: 'UTC', refundAmount: null },
  ...{ confirmBy: at, tripStartAt: at, tripEndAt: at, createdAt: at },
};
const created = {
  sequence: 1,
  toStatus: 'pending',
  reason: 'created',
  actorKind: 'merchant',
  occurredAt: at,
};
const before = { order, events: [created], viewer: 'studio' } as unknown as Parameters<typeof detailAfter>[0];
const move = { trigger: 'confirm', actor: { kind: 'studio', key: 'mk_s' } } as const;
const result = { status: 'confirmed', sequence: 2, occurredAt: '2030-05-01T09:00:00.000Z' } as const;

test('a move that is the next event tells the order as it is then', () => {
  const detail = detailAfter(before, { ...move, note: 'Welcome' }, result);
  expect(detail).toMatchObject({
    status: 'confirmed',
    contactName: 'Ada',
    availableActions: ['start', 'cancel'],
  });
  expect(detail?.history.at(-1)).toMatchObject({
    occurredAt: result.occurredAt,
    note: 'Welcome',
    previousStatus: 'pending',
  });
  expect(detail?.history).toHaveLength(2);
});

test.each([
  ['something came between', { ...result, sequence: 3 }],
  ['it led elsewhere', { ...result, status: 'cancelled' as const }],
  ['an earlier try wrote it', { status: result.status, sequence: 2 }],
])('it tells nothing where %s', (_name, other) => {
  expect(detailAfter(before, move, other)).toBeUndefined();
});
