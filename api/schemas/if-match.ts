import { Type } from 'typebox';
import { IdempotencyHeaders } from './idempotency.ts';

/** RFC 9110, 8.8.3: tags in quotes, `W/` before a weak one. */
const TAG = '(W/)?"[\\x21\\x23-\\x7E]*"';

/** Of what changes a guide. */
export const IfMatchHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: `^(\\*|${TAG}([ \\t]*,[ \\t]*${TAG})*)$`,
      description:
        'The `ETag` of the guide as you read it: if it has changed since, 41201, and nothing is changed. Without it the ' +
        'change is made whatever the guide is now',
      examples: ['"3"'],
    }),
  ),
});

/** The same of a POST or PUT. */
export const ChangeHeaders = Type.Object({
  ...IdempotencyHeaders.properties,
  ...IfMatchHeaders.properties,
});
