/** The filters by which notifications are searched, and chosen to be sent again. */
import { Type } from 'typebox';

export const HttpStatus = Type.Integer({
  minimum: 100,
  maximum: 599,
  description: 'HTTP status of the last answer',
  examples: [503],
});

/** Years that PostgreSQL and JavaScript both know, and offsets of less than 16 hours, which PostgreSQL takes. */
const KNOWN_INSTANT = '^[12][0-9]{3}-.*(?:[zZ]|[+-](?:0[0-9]|1[0-5])(?::?[0-5][0-9])?)$';

export const GivenInstant = (description: string, examples: string[] = []) =>
  Type.String({ format: 'date-time', pattern: KNOWN_INSTANT, maxLength: 40, description, examples });
