/** Control characters (ESC among them) and what turns text around: an answer from outside must not steer a terminal. */
const UNPRINTABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Text from outside as it may be shown on one line of a terminal. */
export function printable(text: string, max = Number.POSITIVE_INFINITY): string {
  const shown = text.replace(/\s+/g, ' ').replace(UNPRINTABLE, '\u{fffd}').trim();
  return shown.length > max ? `${shown.slice(0, max - 1).toWellFormed()}…` : shown;
}
