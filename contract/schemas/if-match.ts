import { Type } from 'typebox';
import { IdempotencyHeaders } from './idempotency.ts';

/** A header of operations that change a guide. services/guides/entity-tags.ts reads it. */
export const IfMatchHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      maxLength: 2_000,
      description:
        'The `ETag` of the guide as you read it, or several, separated by commas. If the guide has none of them any more, the answer is 41201 ' +
        'and nothing is changed. Without it, the change is always made',
      examples: ['"3"'],
    }),
  ),
});

/** The same, with its key. */
export const ChangeHeaders = Type.Object({
  ...IdempotencyHeaders.properties,
  ...IfMatchHeaders.properties,
});
