/** By what notifications are searched for, and chosen to be sent again. */
import { Type } from 'typebox';

export const HttpStatus = Type.Integer({
  minimum: 100,
  maximum: 599,
  description: 'HTTP status of the last answer',
  examples: [503],
});

/** Years that PostgreSQL and JavaScript both know; with any UTC offset. */
export const GivenInstant = (description: string, examples: string[] = []) =>
  Type.String({ format: 'date-time', pattern: '^[12][0-9]{3}-', maxLength: 40, description, examples });
