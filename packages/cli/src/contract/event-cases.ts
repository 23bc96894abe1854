import { EVENT_TYPES } from '../../../../domain/event-types.ts';
import type { Case } from './case.ts';
import type { Draft } from './kit.ts';

/** Bytes; the most that a notification has (docs/notifications.md, "What arrives"). */
const MAX_BODY_BYTES = 20 * 1_024;

const event = (one: Omit<Case, 'group' | 'expects'>): Case => ({
  ...one,
  group: 'events',
  expects: 'acknowledged',
});

export const EVENT_CASES: readonly Case[] = [
  event({
    id: 'every-type',
    title: `each of the ${EVENT_TYPES.length} types of events is acknowledged`,
    sends: 'an example of each type',
    finding: 'refuses_known_types',
    deliveries: (kit) => EVENT_TYPES.map((type) => kit.sign(kit.draft(type))),
  }),
  event({
    id: 'duplicate',
    title: 'a notification that comes twice is acknowledged twice',
    sends: 'the same notification again, signed again',
    finding: 'refuses_duplicates',
    deliveries: (kit) => {
      const one = kit.draft('order.status_changed');
      return [kit.sign(one), kit.sign(one)];
    },
  }),
  event({
    id: 'late',
    title: 'an event that comes after newer ones is acknowledged',
    sends: 'number 3 of an order, then its number 2',
    finding: 'refuses_late_events',
    deliveries: (kit) => {
      const orderId = 'ORD1000000000000000002';
      const started = { sequence: 3, previousStatus: 'confirmed', status: 'in_progress' };
      return [
        kit.sign(kit.draft('order.status_changed', { orderId, ...started, reason: 'trip_started' })),
        kit.sign(kit.draft('order.status_changed', { orderId })),
      ];
    },
  }),
  event({
    id: 'unknown-members',
    title: 'members that are not documented are ignored',
    sends: 'a notification with members of tomorrow, at its top and within `order`',
    finding: 'refuses_unknown_members',
    deliveries: (kit) => {
      const { id, body } = kit.draft('order.status_changed');
      const { order, ...rest } = JSON.parse(body);
      const tomorrow = { addedTomorrow: { nested: [1, null, 'x'] }, anotherOne: null };
      return [
        kit.sign({ id, body: JSON.stringify({ ...rest, order: { ...order, ...tomorrow }, ...tomorrow }) }),
      ];
    },
  }),
  event({
    id: 'unknown-type',
    title: 'a type that is not documented is acknowledged',
    sends: 'a notification of type tomorrow.invented',
    finding: 'refuses_unknown_types',
    deliveries: (kit) => {
      const { id, body } = kit.draft('guide.available', { type: 'tomorrow.invented', what: { is: 'new' } });
      return [kit.sign({ id, body })];
    },
  }),
  event({
    id: 'large',
    title: 'a body of 20 KiB is acknowledged',
    sends: 'a notification as large as they come',
    finding: 'refuses_large_bodies',
    deliveries: (kit) => [kit.sign(filled(kit.draft('order.status_changed')))],
  }),
];

/** With a member that makes it as large as a notification may be. */
function filled({ id, body }: Draft): Draft {
  const bodyWith = (filler: string) => JSON.stringify({ ...JSON.parse(body), filler });
  return { id, body: bodyWith('x'.repeat(MAX_BODY_BYTES - Buffer.byteLength(bodyWith('')))) };
}
