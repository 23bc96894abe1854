/**
 * What people write, as patterns of JSON Schema. They spell out code points instead of naming properties (`\p{…}`), so that
 * every reader of the OpenAPI document takes them.
 */

/** C0 and C1 controls but tab, LF and CR. */
const CONTROLS = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f';
/** What would break a line, or turn what follows around: separators, embeddings and overrides, isolates. */
const LINE_BREAKERS = '\\u0009\\u000a\\u000d\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069';
/** Those of them that JavaScript's patterns read only with the flag `u`, which not every reader of the OpenAPI document sets. */
export const INVISIBLE_BEYOND_16_BITS = '\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}';
/** Spaces, and characters that show nothing (Unicode's Default_Ignorable_Code_Point and blank letters). */
const INVISIBLE =
  '\\s\\u0085\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f' +
  '\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb' +
  INVISIBLE_BEYOND_16_BITS;

/** Text of any length and lines, without other control characters. */
export const TEXT_PATTERN = `^[^${CONTROLS}]*$`;
/** The same with something to see in it. */
export const VISIBLE_TEXT_PATTERN = `^[^${CONTROLS}]*[^${CONTROLS}${INVISIBLE}][^${CONTROLS}]*$`;
/** One line with something to see in it: a name, a reference. */
export const LINE_PATTERN = `^[^${CONTROLS}${LINE_BREAKERS}]*[^${CONTROLS}${INVISIBLE}][^${CONTROLS}${LINE_BREAKERS}]*$`;
