import { answers } from '../schemas/envelope.ts';
import {
  HoldChangeBody,
  HoldCreateBody,
  HoldDetailData,
  HoldExtendBody,
  HoldListData,
  HoldListQuery,
  HoldPath,
} from '../schemas/holds.ts';
import { IdempotencyHeaders } from '../schemas/idempotency.ts';
import { defineOperations } from './define.ts';

const TAGS = ['orders'];

export const holdOperations = defineOperations({
  holdGuide: {
    route: 'POST /open/v1/order/hold',
    sdk: 'holds.create',
    noun: 'hold',
    access: { scope: 'order:write', idempotency: 'own' },
    schema: {
      tags: TAGS,
      summary: 'Keep a guide’s time and price for a while, without contact data; order/create books it',
      description:
        'For agencies. For everybody else the guide is taken, as by an order, until the hold is booked by order/create with its `holdId`, released, or over. ' +
        'Refuses what order/create would refuse, with the same codes. You may have 100 open holds; one more is refused with 42902.',
      headers: IdempotencyHeaders,
      body: HoldCreateBody,
      response: answers(
        HoldDetailData,
        'guideForbidden',
        'merchantKindForbidden',
        'guideNotFound',
        'guideUnavailable',
        'priceChanged',
        'limitReached',
        'idempotencyKeyReused',
      ),
    },
  },
  getHold: {
    route: 'GET /open/v1/order/hold/detail/{holdId}',
    sdk: 'holds.get',
    access: { scope: 'order:read' },
    schema: {
      tags: TAGS,
      summary: 'Everything about one hold',
      description:
        'What it keeps, at which price, until when; its `status`, and the order that it became. Only your own: others are refused with 40013.',
      params: HoldPath,
      response: answers(HoldDetailData, 'holdNotFound'),
    },
  },
  listHolds: {
    route: 'GET /open/v1/order/hold/list',
    sdk: 'holds.list',
    noun: 'hold',
    access: { scope: 'order:read' },
    schema: {
      tags: TAGS,
      summary: 'Your holds, newest first',
      description: 'In whatever state, or in the `status` that you name. Pages go on by `cursor`.',
      querystring: HoldListQuery,
      response: answers(HoldListData),
    },
  },
  changeHold: {
    route: 'POST /open/v1/order/hold/change/{holdId}',
    sdk: 'holds.change',
    access: { scope: 'order:write' },
    schema: {
      tags: TAGS,
      summary: 'Another trip with the same guide in place of what is held',
      description:
        'For who made it, while it is `held`: its time, days, guests or language; what is not sent stays as it is, and `null` takes away. The time is never free in between. ' +
        'Price and terms become those of now, which `expectedTotal` guards. It ends when it would have ended, or when the new trip begins. Refuses what order/hold would refuse; one that has ended is refused with 40907.',
      headers: IdempotencyHeaders,
      params: HoldPath,
      body: HoldChangeBody,
      response: answers(
        HoldDetailData,
        'guideNotFound',
        'guideUnavailable',
        'priceChanged',
        'holdNotFound',
        'holdStateForbids',
        'limitReached',
      ),
    },
  },
  extendHold: {
    route: 'POST /open/v1/order/hold/extend/{holdId}',
    sdk: 'holds.extend',
    access: { scope: 'order:write' },
    schema: {
      tags: TAGS,
      summary: 'Keep what is held for longer',
      description:
        'For who made it, while it is `held`. It never becomes shorter by it, lasts at most 48 h in all, and ends when the trip begins. ' +
        'One that has ended is refused with 40907, whose data says how it ended; so is a turn of the waitlist.',
      headers: IdempotencyHeaders,
      params: HoldPath,
      body: HoldExtendBody,
      response: answers(HoldDetailData, 'holdNotFound', 'holdStateForbids', 'limitReached'),
    },
  },
  releaseHold: {
    route: 'POST /open/v1/order/hold/release/{holdId}',
    sdk: 'holds.release',
    access: { scope: 'order:write' },
    schema: {
      tags: TAGS,
      summary: 'Give back what is held',
      description:
        'For the merchant that made it. The guide is free again for everybody at once, and merchants on the waitlist are notified. A hold that is already released is answered as it is; one that is booked or expired is refused with 40907.',
      headers: IdempotencyHeaders,
      params: HoldPath,
      response: answers(HoldDetailData, 'holdNotFound', 'holdStateForbids'),
    },
  },
});
