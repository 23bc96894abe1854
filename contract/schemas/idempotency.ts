import { Type } from 'typebox';

/** A header of every operation that writes. */
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7E]+$',
      description:
        'A request that is repeated with the same key within 24 hours is carried out once: the first answer comes again, with ' +
        '`Idempotent-Replayed: true`',
    }),
  ),
});
