import type { Step } from '../step.ts';
import {
  ADVANCED,
  AGENCY,
  CANCELLED,
  DECLINED,
  GUIDE,
  INBOX,
  ORDER,
  REFUNDED,
  REJECTED,
  UNANSWERED,
  WITHDRAWN,
} from './names.ts';

const TRIP = { guideId: GUIDE, tripDate: '2027-05-11', tripDays: 2, guestCount: 2 };
const CONTACT = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };
const HOLD = 'HLD1806917400000000006';
const WAITING = 'WTL100001';
const order = { orderId: ORDER };
const change = (orderId: string): Step => ({
  operationId: 'changeOrder',
  by: 'agency',
  aside: true,
  path: { orderId },
  body: { guestCount: 4 },
});
const another = (orderId: string, tripDate: string): Step => ({
  operationId: 'createOrder',
  by: 'agency',
  aside: true,
  body: { ...TRIP, tripDate, ...CONTACT },
  keeps: { orderId },
});

const made = (orderId: string, tripDate: string): readonly Step[] => [
  another(orderId, tripDate),
  { operationId: 'confirmOrder', by: 'studio', aside: true, path: { orderId } },
];
const wait = (tripDate: string): Step => ({
  operationId: 'createWaitlistEntry',
  by: 'agency',
  aside: true,
  body: { guideId: GUIDE, tripDate, tripDays: 2 },
});

/** A guide is held, and given back. */
const HOLDS: readonly Step[] = [
  { operationId: 'quoteOrder', by: 'agency', body: TRIP },
  {
    operationId: 'holdGuide',
    by: 'agency',
    body: { ...TRIP, holdSeconds: 900, expectedTotal: 480 },
    keeps: { holdId: HOLD },
    sharedAs: 'Hold',
  },
  { operationId: 'getHold', by: 'agency', path: { holdId: HOLD }, sharedAs: 'Hold' },
  { operationId: 'listHolds', by: 'agency', query: { status: 'held' } },
  {
    operationId: 'changeHold',
    by: 'agency',
    path: { holdId: HOLD },
    body: { guestCount: 3 },
    sharedAs: 'Hold',
  },
  {
    operationId: 'extendHold',
    by: 'agency',
    path: { holdId: HOLD },
    body: { holdSeconds: 1_800 },
    sharedAs: 'Hold',
  },
  { operationId: 'releaseHold', by: 'agency', path: { holdId: HOLD }, sharedAs: 'Hold' },
];

/** The agency waits for a guide that the studio has booked by it. */
const WAITLIST: readonly Step[] = [
  {
    operationId: 'createSandboxOrder',
    by: 'studio',
    body: { ...TRIP, tripDate: '2027-06-01', ...CONTACT },
    keeps: { orderId: INBOX },
    sharedAs: 'Order',
  },
  {
    operationId: 'createWaitlistEntry',
    by: 'agency',
    body: { guideId: GUIDE, tripDate: '2027-06-01', tripDays: 2 },
    keeps: { entryId: WAITING },
  },
  { operationId: 'listWaitlist', by: 'agency' },
  { operationId: 'deleteWaitlistEntry', by: 'agency', path: { entryId: WAITING } },
];

/** An order is made, confirmed, changed, and over; others end earlier. */
const LIFE: readonly Step[] = [
  {
    operationId: 'createOrder',
    by: 'agency',
    headers: { 'idempotency-key': 'trip-2027-0417' },
    body: {
      ...TRIP,
      ...CONTACT,
      remark: 'One of us walks slowly.',
      clientReference: 'trip-2027-0417',
      expectedTotal: 480,
    },
    keeps: { orderId: ORDER },
    sharedAs: 'Order',
  },
  { operationId: 'getOrder', by: 'agency', path: order, sharedAs: 'Order' },
  { operationId: 'listOrders', by: 'agency', query: { status: 'pending', size: 1 } },
  { operationId: 'sendMessage', by: 'agency', path: order, body: { text: 'Is there a bus to Harpa?' } },
  { operationId: 'listMessages', by: 'studio', path: order },
  { operationId: 'confirmOrder', by: 'studio', path: order, sharedAs: 'Order' },
  { operationId: 'quoteOrderChange', by: 'agency', path: order, body: { guestCount: 3 } },
  {
    operationId: 'changeOrder',
    by: 'agency',
    path: order,
    body: { guestCount: 3, reason: 'A friend joins us.' },
    sharedAs: 'OrderChanging',
  },
  { operationId: 'listOrderChanges', by: 'agency', path: order },
  { operationId: 'acceptOrderChange', by: 'studio', path: order, sharedAs: 'OrderChanging' },
  ...made(DECLINED, '2027-05-15'),
  change(DECLINED),
  {
    operationId: 'declineOrderChange',
    by: 'studio',
    path: { orderId: DECLINED },
    body: { reason: 'The car has three seats.' },
    sharedAs: 'OrderChanging',
  },
  ...made(WITHDRAWN, '2027-05-21'),
  change(WITHDRAWN),
  {
    operationId: 'withdrawOrderChange',
    by: 'agency',
    path: { orderId: WITHDRAWN },
    sharedAs: 'OrderChanging',
  },
  {
    operationId: 'quoteCancellation',
    by: 'provider',
    headers: { 'on-behalf-of': AGENCY },
    path: order,
  },
  ...made(REFUNDED, '2027-05-28'),
  {
    operationId: 'refundOrder',
    by: 'studio',
    path: { orderId: REFUNDED },
    body: { amount: 40, reason: 'The boat trip was cancelled.' },
    sharedAs: 'Order',
  },
  another(REJECTED, '2027-05-18'),
  wait('2027-05-18'),
  {
    operationId: 'rejectOrder',
    by: 'studio',
    path: { orderId: REJECTED },
    body: { reason: 'The road is closed.' },
    sharedAs: 'Order',
  },
  another(CANCELLED, '2027-05-25'),
  {
    operationId: 'cancelOrder',
    by: 'agency',
    path: { orderId: CANCELLED },
    body: { reason: 'The flight was cancelled.' },
    sharedAs: 'Order',
  },
  { operationId: 'startOrder', by: 'studio', path: order, sharedAs: 'Order' },
  { operationId: 'completeOrder', by: 'studio', path: order, sharedAs: 'Order' },
  {
    operationId: 'reviewOrder',
    by: 'agency',
    path: order,
    body: { rating: 5, text: 'Knew every stone.' },
  },
  { operationId: 'listGuideReviews', by: 'agency', path: { guideId: GUIDE } },
];

/** An order's next step, whatever the time is. */
const ADVANCE: readonly Step[] = [
  ...made(ADVANCED, '2027-05-13'),
  { operationId: 'advanceOrder', by: 'agency', path: { orderId: ADVANCED }, sharedAs: 'Order' },
];

/** A change that ends by itself when the clock moves on, as the order for the studio's inbox does. */
const UNATTENDED: readonly Step[] = [...made(UNANSWERED, '2027-06-08'), change(UNANSWERED)];

export const ORDERS: readonly Step[] = [...HOLDS, ...LIFE, ...WAITLIST, ...ADVANCE, ...UNATTENDED];
