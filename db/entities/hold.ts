import { defineEntity, p } from '@mikro-orm/core';
import { HOLD_STATES, type HoldTerms, type KeptTime } from '../../domain/hold.ts';
import { Guide } from './guide.ts';
import { index } from './index-on.ts';
import { Merchant } from './merchant.ts';
import { Order } from './order.ts';

/** A guide's time and price, kept for a merchant until it books or the time is over (docs/orders.md, "Holds"). */
const HoldSchema = defineEntity({
  name: 'Hold',
  tableName: 'hold',
  indexes: [
    { properties: ['merchantKey', 'id'] },
    { properties: ['merchantKey', 'status', 'id'] },
    index('hold_unlaunched', "hold (launch_after) where workflow_started_at is null and status = 'held'"),
    // What is kept of a guide: its sum is asked with every booking of the guide.
    index('hold_keeping_guide', "hold (guide_id, merchant_key) where status = 'held'"),
    // What was kept of a guide for nothing.
    index(
      'hold_in_vain',
      "hold (guide_id, merchant_key, created_at) where status in ('released', 'expired')",
    ),
    // What was kept by holds that were moved to another time.
    index('hold_moved', 'hold (guide_id, merchant_key, created_at) where earlier is not null'),
    index('hold_open', "hold (id) where status = 'held'"),
    index('hold_of_waitlist', 'hold (waitlist_entry_id) where waitlist_entry_id is not null'),
    index('hold_by_order', 'hold (order_id) where order_id is not null'),
  ],
  properties: {
    /** `HLD` and digits. */
    id: p.string().length(27).primary(),
    merchantKey: () => p.manyToOne(Merchant).mapToPk().fieldName('merchant_key'),
    studioKey: () => p.manyToOne(Merchant).mapToPk().fieldName('studio_key'),
    guideId: () => p.manyToOne(Guide).mapToPk().fieldName('guide_id'),
    /** The provider that acted for the merchant. */
    actingKey: p.string().length(64).nullable(),
    status: p.enum(HOLD_STATES).default('held'),
    tripStartAt: p.datetime(),
    tripEndAt: p.datetime(),
    /** Everything that an order from it takes over as it is: the trip, its price, the policy, the commission. */
    terms: p.json().$type<HoldTerms>(),
    expiresAt: p.datetime(),
    /** What it kept before it was moved: of that nothing came. Null: nothing. */
    earlier: p.json().$type<readonly KeptTime[]>().nullable(),
    /** Since when it keeps its time; null: since it was made. */
    movedAt: p.datetime().nullable(),
    /** When it was given back, by its merchant's clock; null where it was not. */
    releasedAt: p.datetime().nullable(),
    /** The entry of a waitlist whose turn it is, also when that is gone; null: its merchant asked for it. */
    waitlistEntryId: p.bigint('number').nullable(),
    /** What it became. */
    orderId: () => p.manyToOne(Order).mapToPk().fieldName('order_id').nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
    /** Null until the workflow that ends it in time is known to run. */
    workflowStartedAt: p.datetime().nullable(),
    /** From then on any API process may start the workflow; a sweeper that takes the hold moves it ahead. */
    launchAfter: p.datetime().defaultRaw('now()'),
  },
});

export class Hold extends HoldSchema.class {}
HoldSchema.setClass(Hold);
