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
      summary: 'Hold a guide’s time and price for a while, without contact details; order/create books it',
      description:
        'For agencies. To everyone else the guide looks booked until the hold is booked by order/create with its `holdId`, is released, or expires. ' +
        'Refuses what order/create would refuse, with the same codes. You can have 100 open holds; one more is refused with 42902.',
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
      summary: 'Read one hold',
      description:
        'What it keeps, at which price and until when; its `status`, and the order that it became. Only your own: others are refused with 40013.',
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
      summary: 'List your holds, newest first',
      description: 'In any state, or only those with the given `status`. Use `cursor` for further pages.',
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
      summary: 'Change a hold to another trip with the same guide',
      description:
        "For the merchant that made it, while it is `held`: its time, days, guests or language. What you don't send stays, and `null` removes a member. The time is never free in between. " +
        'Price and terms become the current ones; use `expectedTotal` to guard the price. The hold ends when it would have ended, or when the new trip begins. Refuses what order/hold would refuse; a hold that has ended is refused with 40907.',
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
      summary: 'Extend a hold',
      description:
        'For the merchant that made it, while it is `held`. It never becomes shorter, lasts at most 48 h in total, and ends when the trip begins. ' +
        "A hold that has ended is refused with 40907, whose data says how it ended. A hold from a waitlist's turn can't be extended either.",
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
      summary: 'Release a hold',
      description:
        'For the merchant that made it. The guide is free again for everyone at once, and merchants on the waitlist are notified. A hold that is already released is returned as it is; one that is booked or expired is refused with 40907.',
      headers: IdempotencyHeaders,
      params: HoldPath,
      response: answers(HoldDetailData, 'holdNotFound', 'holdStateForbids'),
    },
  },
});
