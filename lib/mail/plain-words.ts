/** Parts of mails that are the same in all languages. */

/** In UTC, to the minute: `2026-11-24 10:30 UTC`. */
export function instant(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Mail programs turn anything that resembles a link into one; `evil.example/x` as a name would be sent in our name. */
export function unlinked(words: string): string {
  return words
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[:/@]/g, ' ')
    .replace(/\.(?=\S)/g, '. ');
}
