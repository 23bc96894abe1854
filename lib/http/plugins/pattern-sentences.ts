/** What to say where a value does not match a pattern, so that nobody has to read a regular expression. */
import {
  INVISIBLE_BEYOND_16_BITS,
  LINE_PATTERN,
  TEXT_PATTERN,
  VISIBLE_TEXT_PATTERN,
} from '../../../domain/text.ts';

/** A prefix and digits, as all ids have them. */
const ID = /^\^([A-Z]+)\[0-9\]\{(\d+),(\d+)\}\$$/;
const INSTANT = 'must be an instant of the years 1000 to 2999 with its offset, such as 2027-05-01T08:00:00Z';
const FALLBACK = 'is not written as it should be';

/** By the start of a pattern; a test holds them against every pattern of the OpenAPI document. */
const SENTENCES: readonly (readonly [start: string, sentence: string])[] = [
  [TEXT_PATTERN, 'must not contain control characters'],
  [documented(VISIBLE_TEXT_PATTERN), 'must be visible text without control characters'],
  [documented(LINE_PATTERN), 'must be one line of visible text without control characters'],
  ['^NTF', "must be a notification's id, such as NTF1795230000000123456-2"],
  ['^G[0-9]{1,18}(,', 'must be ids of guides with commas in between, such as G1001,G1002'],
  ['^([01][0-9]|2[0-3]):[0-5][0-9]$', 'must be a time of day, such as 09:30'],
  ['^[12][0-9]{3}-(0[1-9]|1[0-2])$', 'must be a month, such as 2027-01'],
  ['^[12][0-9]{3}-.*', INSTANT],
  ['^[12][0-9]{3}-', 'must be of the years 1000 to 2999'],
  ['^-?[0-9]{1,2}(\\.', 'must be a latitude and a longitude, such as 38.7223,-9.1393'],
  ['^(?:\\*|', 'must be types of events with commas in between, such as order.*,guide.updated'],
  ['^/', 'must begin with /'],
  ['^[0-9]{1,11}$', 'must be Unix time in whole seconds'],
  ['^[1-9][0-9]{0,14}$', 'must be a whole number above 0'],
  ['^[A-Z0-9]{1,3}$', 'must be 1 to 3 capital letters or digits'],
  ['^[A-Z]{2}$', 'must be two capital letters (ISO 3166-1)'],
  ['^[A-Za-z]{3,7}$', 'must be an HTTP method'],
  ['^[A-Za-z0-9-]{3,32}$', 'must be 3 to 32 letters, digits or hyphens'],
  ['^[A-Za-z0-9+/]{', 'must be base64 of the right length'],
  ['^[\\x20-\\x7E]*$', 'must be visible ASCII or blanks'],
  ['^[\\x21-\\x7E]+$', 'must be visible ASCII without blanks'],
  [
    '^[a-z0-9][a-z0-9_-]{0,39}$',
    'must be 1 to 40 small letters, digits, _ or -, beginning with a letter or a digit',
  ],
  ['^[0-9]{8}T[0-9]{9}Z-', 'must be the name of a mail'],
];

/** What the pattern and its form in the OpenAPI document have in common. */
function documented(pattern: string): string {
  return pattern.slice(0, pattern.indexOf(INVISIBLE_BEYOND_16_BITS));
}

/** The sentence for a pattern of JSON Schema. */
export function patternSentence(pattern: string): string {
  const [, prefix, least, most] = ID.exec(pattern) ?? [];
  if (prefix !== undefined) return `must be ${prefix} and ${least} to ${most} digits`;
  return SENTENCES.find(([start]) => pattern.startsWith(start))?.[1] ?? FALLBACK;
}
