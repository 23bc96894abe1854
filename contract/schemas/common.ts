/** Schemas that more than one noun uses. Every string has a maximum length (docs/architecture.md, "HTTP"). */
import { type TSchema, Type } from 'typebox';
import { GUIDE_ID_PATTERN } from '../../domain/ids.ts';
import { LINE_PATTERN, TEXT_PATTERN, VISIBLE_TEXT_PATTERN } from '../../domain/text.ts';

export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

/** One of a fixed set of words. */
export function oneOf<const Values extends readonly string[]>(values: Values, description?: string) {
  const text = description === undefined ? {} : { description };
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...text });
}

export const GuideId = Type.String({
  pattern: GUIDE_ID_PATTERN,
  maxLength: 19,
  description: 'Guide identifier: `G` and digits',
  examples: ['G1001'],
});

/** A day that exists. The years are bounded so that PostgreSQL knows every one of them, and its neighbours. */
export const CalendarDate = Type.String({
  format: 'date',
  pattern: '^[12][0-9]{3}-',
  maxLength: 10,
  description: 'Calendar day, `YYYY-MM-DD`',
  examples: ['2027-05-01'],
});

/** RFC 3339, UTC. */
export const Instant = Type.String({
  format: 'date-time',
  maxLength: 30,
  description: 'Instant, RFC 3339 in UTC',
  examples: ['2027-05-01T08:00:00.000Z'],
});

/** Given out by a list, for its next page. */
export const Cursor = Type.String({
  minLength: 1,
  maxLength: 300,
  description: '`nextCursor` of the previous page; only valid for the same list and filter',
});

export const CurrencyCode = Type.String({
  minLength: 3,
  maxLength: 3,
  description: 'ISO 4217; `eur` is accepted as `EUR`',
  examples: ['EUR'],
});

/** IANA time zone. */
export const TimeZone = Type.String({
  maxLength: 64,
  description: 'IANA time zone',
  examples: ['Europe/Lisbon'],
});

/** What free text may be made of, in the OpenAPI document. */
export const LineOfText = Type.String({
  minLength: 1,
  pattern: LINE_PATTERN,
  description: 'One line with visible text',
});
export const VisibleText = Type.String({
  minLength: 1,
  pattern: VISIBLE_TEXT_PATTERN,
  description: 'Visible text',
});
export const FreeText = Type.String({
  pattern: TEXT_PATTERN,
  description: 'Text without control characters',
});

/** What people write in one line, with something to see in it: a name, a reference. */
export const Line = (maxLength: number, options: { description?: string; examples?: string[] } = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: LINE_PATTERN, ...options });

/** What people write at length. `isNeeded`: with something to see in it. */
export const Prose = (maxLength: number, description: string, isNeeded = false) =>
  Type.String({
    ...(isNeeded ? { minLength: 1 } : {}),
    maxLength,
    pattern: isNeeded ? VISIBLE_TEXT_PATTERN : TEXT_PATTERN,
    description,
  });

export const Text = (maxLength: number, description: string, examples: string[] = []) =>
  Type.String({ maxLength, description, ...(examples.length > 0 ? { examples } : {}) });

export const TextList = (description: string, examples: string[]) =>
  Type.Array(Type.String({ maxLength: 100 }), { description, examples: [examples] });
