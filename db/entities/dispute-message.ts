import { defineEntity, p } from '@mikro-orm/core';
import { THREAD_SIDES } from '../../domain/dispute-thread.ts';
import { index } from './index-on.ts';
import { Person } from './person.ts';
import { SettlementDispute } from './settlement-dispute.ts';

/** What a merchant and the operators wrote to each other about a disputed line. */
const DisputeMessageSchema = defineEntity({
  name: 'DisputeMessage',
  tableName: 'dispute_message',
  // The same message sent twice is one.
  uniques: [{ properties: ['disputeId', 'key'] }],
  indexes: [
    { properties: ['disputeId', 'id'] },
    index('dispute_message_unread', 'dispute_message (dispute_id, side) where read_at is null'),
  ],
  properties: {
    /** Shown as `DSM` and this number. */
    id: p.bigint('number').primary().autoincrement(),
    disputeId: () => p.manyToOne(SettlementDispute).mapToPk().fieldName('dispute_id'),
    side: p.enum(THREAD_SIDES),
    personId: () => p.manyToOne(Person).mapToPk().fieldName('person_id'),
    /** The form's own: made in the browser when it was opened. */
    key: p.string().length(64),
    text: p.string().length(2_000),
    createdAt: p.datetime(),
    /** When somebody of the other side first saw it. */
    readAt: p.datetime().nullable(),
  },
});

export class DisputeMessage extends DisputeMessageSchema.class {}
DisputeMessageSchema.setClass(DisputeMessage);
