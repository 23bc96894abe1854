import { type Static, Type } from 'typebox';
import { Instant, Prose } from '../../../contract/schemas/common.ts';
import { OrderId } from '../../../contract/schemas/orders.ts';
import { MAX_NOTE_LENGTH } from '../../../domain/order-note.ts';

const CLOSED = { additionalProperties: false } as const;
const NoteId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const NotePath = Type.Object({ orderId: OrderId, noteId: NoteId }, CLOSED);
export const NoteBody = Type.Object(
  { text: Prose(MAX_NOTE_LENGTH, "For the company's own people", true) },
  CLOSED,
);
/** Without the text: answers are kept for a day, and no erasure reaches them. */
export const NoteAdded = Type.Object({ noteId: NoteId });
export const NoteDeleted = Type.Object({ deleted: Type.Boolean() });
export const NoteList = Type.Object({
  list: Type.Array(
    Type.Object({
      noteId: NoteId,
      person: Type.String(),
      text: Type.String(),
      createdAt: Instant,
      mayDelete: Type.Boolean(),
    }),
  ),
});
export type NoteList = Static<typeof NoteList>;
