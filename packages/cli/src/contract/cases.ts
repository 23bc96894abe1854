import type { Case } from './case.ts';
import { EVENT_CASES } from './event-cases.ts';
import { SIGNATURE_CASES } from './signature-cases.ts';

/** The first of all: what the answers to the others are compared with. */
export const GOOD: Case = {
  id: 'good',
  group: 'delivery',
  title: 'a good notification is acknowledged',
  sends: 'order.status_changed, well signed, now',
  expects: 'acknowledged',
  finding: 'good_not_acknowledged',
  deliveries: (kit) => [kit.sign(kit.draft('order.status_changed'))],
};

const CALLBACK_TEST: Case = {
  id: 'callback-test',
  group: 'delivery',
  title: 'the test of callback/test is acknowledged',
  sends: 'callback.test, in which orderId, status and order are null',
  expects: 'acknowledged',
  finding: 'refuses_known_types',
  deliveries: (kit) => {
    const nothing = { orderId: null, clientReference: null, previousStatus: null, status: null };
    const empty = { ...nothing, reason: null, order: null, sequence: 0, type: 'callback.test' };
    return [kit.sign(kit.draft('order.status_changed', empty))];
  },
};

const PARALLEL = 10;

const IN_PARALLEL: Case = {
  id: 'parallel',
  group: 'load',
  title: 'ten notifications at once are acknowledged',
  sends: 'ten order.status_changed of ten orders, at the same time',
  expects: 'acknowledged',
  finding: 'fails_in_parallel',
  inParallel: true,
  deliveries: (kit) =>
    Array.from({ length: PARALLEL }, (_, index) =>
      kit.sign(kit.draft('order.status_changed', { orderId: `ORD100000000000000001${index}` })),
    ),
};

/** In the order in which they are tried. What may end a receiver's process comes late. */
export const CASES: readonly Case[] = [GOOD, CALLBACK_TEST, ...EVENT_CASES, IN_PARALLEL, ...SIGNATURE_CASES];
