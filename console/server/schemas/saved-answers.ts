import { type Static, Type } from 'typebox';
import { Prose } from '../../../contract/schemas/common.ts';
import { MAX_ANSWER_LENGTH, MAX_ANSWER_NAME } from '../../../domain/saved-answer.ts';
import { LINE_PATTERN } from '../../../domain/text.ts';

const CLOSED = { additionalProperties: false } as const;
const AnswerId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const AnswerPath = Type.Object({ answerId: AnswerId }, CLOSED);
export const AnswerBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: MAX_ANSWER_NAME, pattern: LINE_PATTERN }),
    text: Prose(MAX_ANSWER_LENGTH, 'With placeholders for facts of an order', true),
  },
  CLOSED,
);
export const AnswerSaved = Type.Object({ answerId: AnswerId });
export const AnswerDeleted = Type.Object({ deleted: Type.Boolean() });
export const AnswerList = Type.Object({
  list: Type.Array(Type.Object({ answerId: AnswerId, name: Type.String(), text: Type.String() })),
});
export type AnswerList = Static<typeof AnswerList>;
