import { describe, expect, test } from '@jest/globals';
import { EVENT_TYPES } from '../../domain/event-types.ts';
import {
  answerByOf,
  dailyAround,
  defaultTopics,
  NOTICE_KINDS,
  type NoticedEvent,
  type NoticeKind,
  noticeOf,
  quietFor,
  UNNOTICED_TYPES,
} from '../../domain/notices.ts';
import { REASON_CODES, type ReasonCode } from '../../domain/order-state.ts';

type Side = 'ordering' | 'studio' | 'both' | 'provider';
const SIDES: Record<Side, Pick<NoticedEvent, 'isOrdering' | 'isStudio'>> = {
  ordering: { isOrdering: true, isStudio: false },
  studio: { isOrdering: false, isStudio: true },
  both: { isOrdering: true, isStudio: true },
  provider: { isOrdering: false, isStudio: false },
};
const noticed = (side: Side, event: Partial<NoticedEvent>) =>
  noticeOf({
    type: 'order.status_changed',
    reason: null,
    orderStatus: 'pending',
    isInstant: false,
    ...SIDES[side],
    ...event,
  });

describe('who is notified of what happens to an order', () => {
  test.each<[ReasonCode, ordering: NoticeKind | undefined, studio: NoticeKind | undefined]>([
    ['created', undefined, 'request_new'],
    ['instant', undefined, 'order_booked'],
    ['confirmed_by_studio', 'order_confirmed', undefined],
    ['rejected_by_studio', 'order_cancelled', undefined],
    ['withdrawn_by_studio', 'order_cancelled', undefined],
    ['cancelled_by_merchant', undefined, 'order_cancelled'],
    ['cancelled_by_operator', 'order_cancelled', 'order_cancelled'],
    ['confirmation_expired', 'order_cancelled', 'order_cancelled'],
    ['trip_started', undefined, undefined],
    ['started_by_studio', undefined, undefined],
    ['trip_ended', undefined, undefined],
    ['completed_by_studio', undefined, undefined],
    ['changed_by_merchant', undefined, 'order_changed'],
    ['change_requested_by_merchant', undefined, 'change_requested'],
    ['change_accepted_by_studio', 'order_changed', undefined],
    ['change_declined_by_studio', 'change_declined', undefined],
    ['change_withdrawn_by_merchant', undefined, 'change_withdrawn'],
    ['change_expired', 'change_expired', 'change_expired'],
    ['refunded_by_studio', 'order_refunded', undefined],
  ])('%s: who ordered %s, the studio %s', (reason, ordering, studio) => {
    expect([noticed('ordering', { reason }), noticed('studio', { reason })]).toEqual([ordering, studio]);
    // A studio that books its own guide knows what it did; a provider's people get no notice.
    expect(noticed('provider', { reason })).toBeUndefined();
  });

  test('every reason is in this table', () => {
    expect(REASON_CODES).toHaveLength(19);
  });
});

test('an order that the platform confirms by itself asks for nothing, and is reported as a booking', () => {
  expect(noticed('studio', { reason: 'created', isInstant: true })).toBeUndefined();
  expect(noticed('studio', { reason: 'instant', isInstant: true, orderStatus: 'confirmed' })).toBe(
    'order_booked',
  );
});

test('a studio that books its own guide is asked for its answer, and not notified of what it did', () => {
  expect(noticed('both', { reason: 'created' })).toBe('request_new');
  expect(noticed('both', { reason: 'confirmed_by_studio' })).toBeUndefined();
  expect(noticed('both', { reason: 'confirmation_expired' })).toBe('order_cancelled');
});

test('of every other event it is said whom it is for', () => {
  const others = EVENT_TYPES.filter((type) => !/^order\.(status|changed|change_|refunded)/.test(type));
  const table = others.map((type) => [type, noticed('ordering', { type }), noticed('studio', { type })]);
  expect(table).toEqual([
    ['order.confirmation_due', undefined, 'request_due'],
    ['review.created', undefined, 'review_new'],
    ['message.received', 'message_new', 'message_new'],
    ['guide.available', 'guide_available', 'guide_available'],
    ['settlement.issued', 'statement_issued', 'statement_issued'],
    ['settlement.disputed', undefined, undefined],
    ['settlement.dispute_resolved', 'dispute_answered', 'dispute_answered'],
    ['settlement.adjusted', 'dispute_answered', 'dispute_answered'],
    ['settlement.paid', 'statement_paid', 'statement_paid'],
    ['callback.failing', undefined, undefined],
    ['callback.paused', undefined, undefined],
    ['callback.recovered', undefined, undefined],
    ['merchant.verified', undefined, undefined],
    ['merchant.refused', undefined, undefined],
  ]);
  const unnoticed = table.filter(([, ordering, studio]) => !ordering && !studio).map(([type]) => type);
  expect(new Set(UNNOTICED_TYPES)).toEqual(new Set(unnoticed));
});

test.each(['confirmed', 'in_progress', 'completed', 'cancelled'] as const)(
  'an order that is %s asks for no answer',
  (orderStatus) => {
    expect(noticed('studio', { reason: 'created', orderStatus })).toBeUndefined();
    expect(noticed('studio', { type: 'order.confirmation_due', orderStatus })).toBeUndefined();
  },
);

test('a notice asks for an answer as long as what it is about waits for one', () => {
  const order = { status: 'pending', confirmBy: 'c', changeAnswerBy: 'h' } as const;
  const asked = (now: Parameters<typeof answerByOf>[1]) =>
    (Object.keys(NOTICE_KINDS) as NoticeKind[]).flatMap((kind) => {
      const by = answerByOf(kind, now);
      return by === null ? [] : [`${kind} ${by}`];
    });
  expect(asked(order)).toEqual(['request_new c', 'request_due c', 'change_requested h']);
  expect(asked({ ...order, status: 'confirmed' })).toEqual(['change_requested h']);
  expect(asked({ ...order, changeAnswerBy: null })).toEqual(['request_new c', 'request_due c']);
  expect(asked(null)).toEqual([]);
});

test('until they choose, people are notified of what they work with', () => {
  expect([...defaultTopics('operations')]).toEqual(['requests', 'orders', 'messages']);
  expect([...defaultTopics('finance')]).toEqual(['money']);
  expect([...defaultTopics('developer'), ...defaultTopics('reader')]).toEqual([]);
  expect(defaultTopics('owner')).toHaveLength(4);
});

test.each([
  ['before it', '2027-03-10T07:59:59Z', '2027-03-09T08:00:00Z', '2027-03-10T08:00:00Z'],
  ['at it', '2027-03-10T08:00:00Z', '2027-03-10T08:00:00Z', '2027-03-11T08:00:00Z'],
  ['after it', '2027-03-10T21:00:00Z', '2027-03-10T08:00:00Z', '2027-03-11T08:00:00Z'],
  ['across the change of clocks', '2027-03-27T21:00:00Z', '2027-03-27T08:00:00Z', '2027-03-28T07:00:00Z'],
])('the mail of a day: %s', (_, at, last, next) => {
  const around = dailyAround({ timeZone: 'Europe/Lisbon', at: 8 }, new Date(at));
  expect(around).toEqual({ last: new Date(last), next: new Date(next) });
});

describe('quiet hours', () => {
  const hours = (from: number, until: number, timeZone = 'Europe/Lisbon') => ({ from, until, timeZone });
  const minutes = (quiet: ReturnType<typeof hours>, at: string) => quietFor(quiet, new Date(at)) / 60_000;

  test.each([
    ['within a day', hours(12, 14), '2026-11-26T13:30:00Z', 30],
    ['at their first minute', hours(12, 14), '2026-11-26T12:00:00Z', 120],
    ['at their end', hours(12, 14), '2026-11-26T14:00:00Z', 0],
    ['before them', hours(12, 14), '2026-11-26T11:59:00Z', 0],
    ['over midnight, in the evening', hours(22, 7), '2026-11-26T23:00:00Z', 480],
    ['over midnight, in the morning', hours(22, 7), '2026-11-27T06:30:00Z', 30],
    ['over midnight, by day', hours(22, 7), '2026-11-27T12:00:00Z', 0],
    ['until midnight', hours(20, 0), '2026-11-26T23:00:00Z', 60],
    ['from midnight', hours(0, 8), '2026-11-26T00:30:00Z', 450],
    ['in another zone', hours(22, 7, 'Asia/Tokyo'), '2026-11-26T14:00:00Z', 480],
  ])('%s', (_, quiet, at, expected) => {
    expect(minutes(quiet, at)).toBe(expected);
  });

  test('end when clocks show that hour, also in a night in which they change', () => {
    // 2027-03-28, 01:00 UTC: clocks in Lisbon go from 1 to 2.
    expect(minutes(hours(22, 7), '2027-03-27T23:00:00Z')).toBe(7 * 60);
    expect(minutes(hours(22, 7), '2026-10-24T22:00:00Z')).toBe(9 * 60);
  });
});
