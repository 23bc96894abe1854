import { defineEntity, p } from '@mikro-orm/core';
import { MAX_ANSWER_LENGTH, MAX_ANSWER_NAME } from '../../domain/saved-answer.ts';
import { uniqueIndex } from './index-on.ts';
import { Merchant } from './merchant.ts';

/** A text that a merchant's people keep for what they often write. */
const SavedAnswerSchema = defineEntity({
  name: 'SavedAnswer',
  tableName: 'saved_answer',
  indexes: [uniqueIndex('saved_answer_name', 'saved_answer (owner_key, lower(name))')],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    ownerKey: () => p.manyToOne(Merchant).mapToPk().fieldName('owner_key'),
    name: p.string().length(MAX_ANSWER_NAME),
    text: p.string().length(MAX_ANSWER_LENGTH),
  },
});

export class SavedAnswer extends SavedAnswerSchema.class {}
SavedAnswerSchema.setClass(SavedAnswer);
