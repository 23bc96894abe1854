import { expect, test } from '@jest/globals';
import {
  type Delivered,
  type HistoryEntry,
  type Message,
  timelineOf,
} from '../../console/web/src/areas/trade/timeline.ts';

const event = (sequence: number, reason: HistoryEntry['reason'], occurredAt: string): HistoryEntry => ({
  sequence,
  previousStatus: null,
  status: 'pending',
  reason,
  actor: 'merchant',
  actedBy: null,
  note: null,
  occurredAt,
});
const notified = (
  notificationId: string,
  type: Delivered['type'],
  sequence: number,
  createdAt: string,
): Delivered => ({
  notificationId,
  type,
  endpointId: 'EP1',
  orderId: 'ORD1',
  settlementId: null,
  sequence,
  status: 'acknowledged',
  attempts: 1,
  httpStatus: 200,
  createdAt,
  nextAttemptAt: null,
  acknowledgedAt: createdAt,
});
const message: Message = {
  messageId: 'MSG7',
  sender: 'merchant',
  actedBy: null,
  text: 'Where do we meet?',
  attachments: [],
  createdAt: '2027-05-01T11:00:00Z',
  readAt: null,
};
const history = [
  event(1, 'created', '2027-05-01T10:00:00.000Z'),
  event(2, 'confirmed_by_studio', '2027-05-01T12:00:00.000Z'),
];

test('states and messages stand in one order, the newest first', () => {
  const entries = timelineOf({ history, messages: [message], changes: [], notifications: [], people: [] });
  expect(entries.map(({ key }) => key)).toEqual(['event-2', 'MSG7', 'event-1']);
});

test('a notification stands with its event; one of a message, which is counted apart, and a reminder by themselves', () => {
  const notifications = [
    notified('NTF1', 'order.status_changed', 2, '2027-05-01T12:00:01Z'),
    notified('NTF2', 'message.received', 1, '2027-05-01T11:00:01Z'),
    notified('NTF3', 'order.confirmation_due', 1, '2027-05-01T11:30:00Z'),
  ];
  const entries = timelineOf({ history, messages: [], changes: [], notifications, people: [] });
  const shown = entries.map(({ key, delivered: about }) => [
    key,
    about.map(({ notificationId }) => notificationId),
  ]);
  expect(shown).toEqual([
    ['event-2', ['NTF1']],
    ['NTF3', ['NTF3']],
    ['NTF2', ['NTF2']],
    ['event-1', []],
  ]);
});

test('people are named with what they did, and not with the same act at another time', () => {
  const people = [
    { action: 'order.confirmed', subject: 'order:ORD1', person: 'Ana', at: '2027-05-01T12:00:00.400Z' },
    { action: 'order.created', subject: 'order:ORD1', person: 'Rui', at: '2027-05-01T10:30:00.000Z' },
    { action: 'message.sent', subject: 'message:MSG7', person: 'Eva', at: '2027-05-01T11:00:00.000Z' },
  ];
  const entries = timelineOf({ history, messages: [message], changes: [], notifications: [], people });
  expect(entries.map(({ person }) => person)).toEqual(['Ana', 'Eva', undefined]);
});

test('of events at one instant the later number is the later', () => {
  const at = '2027-05-01T10:00:00.000Z';
  const both = [event(1, 'created', at), event(2, 'instant', at)];
  const entries = timelineOf({ history: both, messages: [], changes: [], notifications: [], people: [] });
  expect(entries.map(({ key }) => key)).toEqual(['event-2', 'event-1']);
});
