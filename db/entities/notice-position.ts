import { defineEntity, p } from '@mikro-orm/core';

/** How far all merchants' events were read for notices: one row, made by the migration (db/queries/notices/reading.ts). */
const NoticePositionSchema = defineEntity({
  name: 'NoticePosition',
  tableName: 'notice_position',
  checks: [{ name: 'notice_position_singleton_check', expression: 'singleton' }],
  properties: {
    singleton: p.boolean().primary().default(true),
    /** The last event's place, as Notification has it. */
    transactionId: p.string().columnType('xid8'),
    subjectId: p.string().length(64),
    position: p.integer(),
  },
});

export class NoticePosition extends NoticePositionSchema.class {}
NoticePositionSchema.setClass(NoticePosition);
