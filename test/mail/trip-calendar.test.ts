import { expect, test } from '@jest/globals';
import ICAL from 'ical.js';
import { type NoticeOfTrip, tripCalendar } from '../../lib/mail/trip-calendar.ts';

const UIDS = '@api.guidepost.example';
const ORDER: NonNullable<NoticeOfTrip['order']> = {
  clientReference: 'B-2207',
  tripDate: '2027-05-12',
  tripDays: 2,
  startTime: null,
  guestCount: 4,
  totalAmount: 36_000,
  currency: 'EUR',
  timeZone: 'Europe/Lisbon',
  meetingPoint: null,
  startAt: '2027-05-11T23:00:00.000Z',
  endAt: '2027-05-13T23:00:00.000Z',
  sequence: 3,
  status: 'confirmed',
  confirmBy: '2027-05-01T09:30:00.000Z',
  changeAnswerBy: null,
};
const notice = (kind: NoticeOfTrip['kind'], order: Partial<typeof ORDER> = {}): NoticeOfTrip => ({
  kind,
  subjectId: 'ORD1000000001',
  guideName: 'Rui Costa',
  createdAt: new Date('2027-04-30T08:00:00Z'),
  order: { ...ORDER, ...order },
});
function eventsIn(text: string | null) {
  const calendar = new ICAL.Component(ICAL.parse(text ?? ''));
  return calendar.getAllSubcomponents('vevent').map((one) => ({
    uid: one.getFirstPropertyValue('uid'),
    start: String(one.getFirstPropertyValue('dtstart')),
    end: String(one.getFirstPropertyValue('dtend')),
    status: one.getFirstPropertyValue('status'),
    sequence: one.getFirstPropertyValue('sequence'),
    location: one.getFirstPropertyValue('location'),
    summary: one.getFirstPropertyValue('summary'),
  }));
}

test('a confirmed trip of days is on these days, under its order’s own id', () => {
  expect(eventsIn(tripCalendar([notice('order_confirmed')], UIDS))).toEqual([
    {
      uid: `ORD1000000001${UIDS}`,
      start: '2027-05-12',
      end: '2027-05-14',
      status: 'CONFIRMED',
      sequence: 3,
      location: null,
      summary: 'Rui Costa (ORD1000000001)',
    },
  ]);
});

test('one of hours has its instants, and where they meet', () => {
  const hours = {
    startTime: '10:00',
    startAt: '2027-05-12T09:00:00.000Z',
    endAt: '2027-05-12T12:00:00.000Z',
  };
  const calendar = tripCalendar(
    [notice('order_booked', { ...hours, meetingPoint: 'Praça do Comércio 1' })],
    UIDS,
  );
  expect(eventsIn(calendar)).toEqual([
    expect.objectContaining({
      start: '2027-05-12T09:00:00Z',
      end: '2027-05-12T12:00:00Z',
      location: 'Praça do Comércio 1',
    }),
  ]);
});

test('of several news about one order the last counts, and a cancelled trip is struck out', () => {
  const calendar = tripCalendar(
    [notice('order_confirmed'), notice('order_cancelled', { sequence: 4 })],
    UIDS,
  );
  expect(eventsIn(calendar)).toEqual([expect.objectContaining({ status: 'CANCELLED', sequence: 4 })]);
});

test.each(['request_new', 'change_requested', 'message_new', 'order_refunded'] as const)(
  '%s is of no trip that a calendar should show',
  (kind) => expect(tripCalendar([notice(kind)], UIDS)).toBeNull(),
);

test('what a guide is called, and where one meets, makes no line of its own', () => {
  const evil = {
    ...notice('order_confirmed', { meetingPoint: 'x\r\nATTACH:https://evil.example/a' }),
    guideName: 'a\r\nURL:https://evil.example',
  };
  const calendar = tripCalendar([evil], UIDS);
  expect(calendar).not.toMatch(/^(URL|ATTACH)/m);
  expect(calendar).not.toContain('evil.example');
});
