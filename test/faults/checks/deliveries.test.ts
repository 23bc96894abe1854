/** Each check of what endpoints receive is shown a world in which nothing is wrong, and then one with the fault that it is for. */
import { expect, test } from '@jest/globals';
import type { Books, NotificationRow } from '../facts.ts';
import type { Redelivery } from '../journal.ts';
import type { Receipt } from '../receiver.ts';
import { checkDeliveries } from './deliveries.ts';
import { checkGranted, checkRepeats } from './repeats.ts';

const ORDER = 'ORD1';
const BEGUN = Date.parse('2027-05-01T08:00:00Z');
const ENDPOINTS = [
  { id: 'EP1', merchant_key: 'agency', url: 'http://agency/1' },
  { id: 'EP2', merchant_key: 'agency', url: 'http://agency/2' },
  { id: 'EP3', merchant_key: 'studio', url: 'http://studio/1' },
  { id: 'EP4', merchant_key: 'other', url: 'http://other/1' },
] as const;
/** Of the two events: pending, confirmed. */
const ACTIONS = { agency: ['cancel', 'cancel'], studio: ['confirm,reject', 'start,cancel'] } as const;

interface World {
  readonly books: Books & { readonly notifications: NotificationRow[] };
  readonly receipts: Receipt[];
  readonly redeliveries: Redelivery[];
}

/** An order that was confirmed; agency and studio were notified of both events, at three endpoints. */
function notified(): World {
  const endpoints = new Map(ENDPOINTS.map((endpoint) => [endpoint.id as string, endpoint]));
  const hearing = ENDPOINTS.slice(0, 3);
  const pairs = hearing.flatMap((endpoint) => [1, 2].map((sequence) => ({ endpoint, sequence })));
  const order = { merchant_key: 'agency', studio_key: 'studio', client_reference: 'r', is_started: true };
  const event = { order_id: ORDER, actor_kind: 'studio', actor_key: null, update_id: null, note: null };
  return {
    books: {
      orders: new Map([[ORDER, { id: ORDER, ...order, status: 'confirmed', sequence: 2 }]]),
      changes: new Map(),
      moved: [],
      besides: new Set(),
      written: { words: [], waiting: new Set(), descriptions: new Map() },
      events: new Map([
        [
          ORDER,
          [
            { ...event, sequence: 1, from_status: null, to_status: 'pending', reason: 'created' },
            { ...event, sequence: 2, from_status: 'pending', to_status: 'confirmed', reason: 'confirmed' },
          ],
        ],
      ]),
      endpoints,
      notifications: pairs.map(({ endpoint, sequence }) => rowOf(endpoint, sequence)),
      keys: [],
      holds: new Map(),
      holdKeys: new Map(),
      reservations: [],
      offers: [],
      overlaps: [],
      unbalanced: [],
    },
    receipts: pairs.map(({ endpoint, sequence }) => receiptOf(endpoint, sequence)),
    redeliveries: [],
  };
}

const idOf = (endpointId: string, sequence: number) => `${endpointId}-${sequence}`;
const acknowledgedAt = (sequence: number) => new Date(BEGUN + sequence * 1_000 + 50);

function rowOf({ id, merchant_key }: (typeof ENDPOINTS)[number], sequence: number): NotificationRow {
  return {
    id: idOf(id, sequence),
    order_id: ORDER,
    merchant_key,
    endpoint_id: id,
    type: 'order.status_changed',
    sequence,
    position: sequence * 10,
    status: 'acknowledged',
    acknowledged_at: acknowledgedAt(sequence),
    attempts: 1,
    booked: 1,
    acknowledgements: [acknowledgedAt(sequence)],
  };
}

function receiptOf({ id, merchant_key, url }: (typeof ENDPOINTS)[number], sequence: number): Receipt {
  return {
    url,
    notificationId: idOf(id, sequence),
    type: 'order.status_changed',
    orderId: ORDER,
    sequence,
    status: sequence === 1 ? 'pending' : 'confirmed',
    actions: ACTIONS[merchant_key as keyof typeof ACTIONS][sequence - 1] as string,
    isSigned: true,
    arrived: sequence * 2,
    at: BEGUN + sequence * 1_000,
    acknowledged: sequence * 2 + 1,
  };
}

/** The rules that are broken. */
function rulesIn({ books, receipts, redeliveries }: World): string[] {
  const found = [
    ...checkDeliveries(books, receipts),
    ...checkRepeats(books, receipts, redeliveries),
    ...checkGranted(receipts, redeliveries),
  ];
  return [...new Set(found.map(({ rule }) => rule))];
}

function find(world: World, id: string) {
  const row = world.books.notifications.findIndex((one) => one.id === id);
  const receipt = world.receipts.findIndex(({ notificationId }) => notificationId === id);
  return { row, receipt };
}

function change(id: string, row: Partial<NotificationRow>, receipt: Partial<Receipt> = {}) {
  return (world: World) => {
    const at = find(world, id);
    Object.assign(world.books.notifications[at.row] as object, row);
    Object.assign(world.receipts[at.receipt] as object, receipt);
  };
}

function remove(id: string) {
  return (world: World) => {
    const at = find(world, id);
    world.books.notifications.splice(at.row, 1);
    world.receipts.splice(at.receipt, 1);
  };
}

/** The same once more, so many ms after the answer to the first was complete. */
function repeat(id: string, afterMs: number, receipt: Partial<Receipt> = {}) {
  return (world: World) => {
    const first = world.receipts[find(world, id).receipt] as Receipt;
    world.receipts.push({ ...first, arrived: 90, acknowledged: 91, at: first.at + 50 + afterMs, ...receipt });
  };
}

const ask =
  (notificationId: string, afterMs: number, notified: Partial<Redelivery> = {}) =>
  (world: World) =>
    void world.redeliveries.push({
      ...{ notificationId, at: BEGUN + 2_050 + afterMs, wasAcknowledged: false, isGranted: false },
      ...notified,
    });

const OWED = { wasAcknowledged: true, isGranted: true };

const UNDELIVERED = 'every endpoint of both sides is notified of every event';
const STRANGERS = 'nobody is notified of what others do';
const SETTLED = 'every notification was acknowledged, once in the books';
const ANSWERED = 'what is acknowledged in the books was acknowledged by its endpoint';
const SEQUENCE = 'what one endpoint receives of an order arrives in sequence';
const LAST = 'the last notification of each endpoint says where the order stands';
const VIEW = 'a notification shows the order as its side sees it';
const ONCE = 'a notification is acknowledged once, and once for each time it is asked for';
const AGAIN = 'what is acknowledged and asked for again arrives again';
const UNASKED = 'what is acknowledged in the books does not arrive again unasked';

test('where every endpoint of both sides heard of everything once, in sequence, nothing is found', () => {
  expect(rulesIn(notified())).toEqual([]);
});

test.each<[string, string[], ...((world: World) => void)[]]>([
  ['the studio is not notified', [UNDELIVERED], remove('EP3-1')],
  ["an agency's second endpoint is not told", [UNDELIVERED], remove('EP2-1')],
  ['a notification waits still', [SETTLED], change('EP2-2', { status: 'pending', acknowledged_at: null })],
  ['an attempt is not written down', [SETTLED], change('EP2-2', { attempts: 2 })],
  ['the studio never acknowledged', [ANSWERED, SEQUENCE], change('EP3-1', {}, { acknowledged: undefined })],
  ['the last one is old', [LAST, VIEW], change('EP3-2', {}, { status: 'pending' })],
  ['the second comes before the first is acknowledged', [SEQUENCE], change('EP2-2', {}, { arrived: 2.5 })],
  ['the studio is shown what the agency sees', [VIEW], change('EP3-1', {}, { actions: 'cancel' })],
  [
    "it arrives at the merchant's other endpoint",
    [STRANGERS],
    change('EP2-1', {}, { url: 'http://agency/1' }),
  ],
  [
    'a stranger is notified instead of the studio',
    [UNDELIVERED, STRANGERS, LAST, VIEW],
    change('EP3-2', { endpoint_id: 'EP4', merchant_key: 'other' }, { url: 'http://other/1' }),
  ],
  ['an endpoint is notified of an event twice', [UNDELIVERED], change('EP2-2', { sequence: 1 })],
  ['its signature is wrong', ['every notification is signed'], change('EP3-1', {}, { isSigned: false })],
  [
    'nobody wrote what arrives',
    ['nothing arrives that did not happen'],
    repeat('EP3-1', 0, { notificationId: 'EP3-9' }),
  ],
  ['it is sent again after its acknowledgement', [UNASKED], repeat('EP3-2', 1_500)],
  ['it is sent again before anybody asks', [UNASKED], repeat('EP3-2', 1_500), ask('EP3-2', 1_600)],
  ['it was asked for again, and never came', [AGAIN], ask('EP3-2', 100, OWED)],
  [
    'it was asked for a third time, and came twice',
    [AGAIN],
    ask('EP3-2', 100, OWED),
    repeat('EP3-2', 1_500),
    ask('EP3-2', 1_600, OWED),
  ],
  ['somebody asked for that of another endpoint', [UNASKED], repeat('EP3-2', 1_500), ask('EP2-2', 100)],
  [
    'it is acknowledged twice in the books',
    [ONCE],
    change('EP3-2', { acknowledgements: [acknowledgedAt(2), acknowledgedAt(2)] }),
  ],
])('it is found that %s', (_name, rules, ...faults) => {
  const world = notified();
  for (const fault of faults) fault(world);
  expect(rulesIn(world).sort()).toEqual([...rules].sort());
});

test.each<[string, ...((world: World) => void)[]]>([
  ['an attempt that was cut off before it was written down is repeated', repeat('EP3-2', -20)],
  ['what was answered wrongly is repeated', repeat('EP3-2', -40, { acknowledged: undefined })],
  ['what was asked for again is sent again', repeat('EP3-2', 1_500), ask('EP3-2', 100, OWED)],
  ['nobody was promised that it comes again', ask('EP3-2', 100, { wasAcknowledged: true })],
  ['what was under way is asked for', ask('EP3-2', -30, { isGranted: true })],
  [
    'a request that had no answer is carried out for a later one',
    ask('EP3-2', 100),
    repeat('EP3-2', 1_500),
    ask('EP3-2', 1_600, OWED),
  ],
])('it is no fault that %s', (_name, ...events) => {
  const world = notified();
  for (const event of events) event(world);
  expect(rulesIn(world)).toEqual([]);
});
