import { defineEntity, p } from '@mikro-orm/core';
import type { CancellationPolicy } from '../../domain/cancellation.ts';
import { ORDER_STATES } from '../../domain/order-state.ts';
import type { PriceLine } from '../../domain/price.ts';
import { MAX_EXAMPLE_BEHIND_MS, SANDBOX_BEHAVIOURS } from '../../domain/sandbox.ts';
import type { Travellers, TripDetails } from '../../domain/trip-details.ts';
import { DEADLINE_SQL, isLiveSql } from '../order-days.ts';
import { Guide } from './guide.ts';
import { index, uniqueIndex } from './index-on.ts';
import { Merchant } from './merchant.ts';

/**
 * One booking. Prices, policy and time zone are frozen at creation, so that a later change of the guide never
 * changes what was agreed. Live orders have their guide's time by a Reservation.
 */
const OrderSchema = defineEntity({
  name: 'Order',
  tableName: 'orders',
  indexes: [
    { properties: ['merchantKey', 'id'] },
    { properties: ['studioKey', 'id'] },
    { properties: ['merchantKey', 'clientReference'] },
    { properties: ['merchantKey', 'tripDate', 'id'] },
    { properties: ['studioKey', 'tripDate', 'id'] },
    { properties: ['guideId', 'id'] },
    { properties: ['merchantKey', 'status', 'id'] },
    { properties: ['studioKey', 'status', 'id'] },
    { properties: ['merchantKey', 'updatedAt', 'id'] },
    { properties: ['studioKey', 'updatedAt', 'id'] },
    // What waits for a studio's answer: its sum is asked with every booking of the guide.
    index(
      'orders_keeping_guide',
      'orders (guide_id, merchant_key) include (trip_days) ' +
        "where status = 'pending' and not instant_confirmation",
    ),
    index('orders_unlaunched', 'orders (launch_after) where workflow_started_at is null'),
    // What its clock moves next, the oldest first: what is overdue is asked for every few seconds.
    index('orders_due', `orders ((${DEADLINE_SQL})) where ${isLiveSql('status')}`),
    uniqueIndex(
      'orders_unique_reference',
      'orders (merchant_key, client_reference) where is_reference_unique',
    ),
    // A part of the reference or of the contact's name, among one side's orders (db/queries/orders/order-text.ts).
    index(
      'orders_by_text',
      "orders using gin (merchant_key, studio_key, ((coalesce(client_reference, '') || ' ' || contact_name)) gin_trgm_ops)",
    ),
    // Whose personal data is there yet, in the order in which its time comes (admin erase).
    index('orders_to_erase', "orders (trip_end_at) where contact_name <> ''"),
    // For operators who are called: by the last digits of the contact's phone.
    index('orders_by_phone_ending', 'orders (reverse(contact_phone) text_pattern_ops)'),
  ],
  properties: {
    id: p.string().length(27).primary(),
    merchantKey: () => p.manyToOne(Merchant).mapToPk().fieldName('merchant_key'),
    studioKey: () => p.manyToOne(Merchant).mapToPk().fieldName('studio_key'),
    guideId: () => p.manyToOne(Guide).mapToPk().fieldName('guide_id'),
    sandbox: p.boolean().default(false),
    status: p.enum(ORDER_STATES).default('pending'),
    /** Number of the last event. */
    sequence: p.integer().default(1).check('sequence >= 1'),
    tripDate: p.date(),
    tripDays: p.integer().check('trip_days >= 1 and trip_days <= 60'),
    guestCount: p.integer().check('guest_count >= 1'),
    contactName: p.string().length(100),
    /** E.164. */
    contactPhone: p.string().length(16),
    remark: p.string().length(1_000).nullable(),
    clientReference: p.string().length(64).nullable(),
    /** No other such order of the merchant has this reference. */
    isReferenceUnique: p.boolean().default(false),
    /** Null for whole days without anything else. */
    trip: p.json().$type<TripDetails>().nullable(),
    /** Personal data. */
    travellers: p.json().$type<Travellers>().nullable(),
    /** Minor units of `currency`. */
    totalAmount: p.bigint('number').check('total_amount >= 0'),
    currency: p.character().length(3),
    /** Sums to `totalAmount`. */
    priceBreakdown: p.json().$type<readonly PriceLine[]>().defaultRaw("'[]'"),
    /** Basis points, frozen. */
    commissionRate: p.integer().check('commission_rate >= 0 and commission_rate <= 10000'),
    cancellationPolicy: p.json().$type<CancellationPolicy>(),
    /** The day that the policy counts from, where a change moved a confirmed trip away from it; null: the first of the trip. */
    policyDate: p.date().nullable(),
    /** The same for tiers in hours: the start that they count from. */
    policyStartAt: p.datetime().nullable(),
    refundAmount: p.bigint('number').nullable().check('refund_amount >= 0 and refund_amount <= total_amount'),
    timeZone: p.string().length(64),
    confirmBy: p.datetime(),
    tripStartAt: p.datetime(),
    tripEndAt: p.datetime().check('trip_end_at > trip_start_at'),
    instantConfirmation: p.boolean(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
    /**
     * Milliseconds that the order's clock is ahead: its merchant's clock when the order was last signalled (docs/sandbox.md). An
     * example's begins behind.
     */
    clockAheadMs: p.bigint('number').default(0).check(`clock_ahead_ms >= -${MAX_EXAMPLE_BEHIND_MS}`),
    /** The guide's when it was booked. */
    sandboxBehaviour: p.enum(SANDBOX_BEHAVIOURS).nullable(),
    /** Null until the order's workflow is known to run. */
    workflowStartedAt: p.datetime().nullable(),
    /** From then on any API process may start the workflow; a sweeper that takes the order moves it ahead. */
    launchAfter: p.datetime().defaultRaw('now()'),
  },
});

export class Order extends OrderSchema.class {}
OrderSchema.setClass(Order);
