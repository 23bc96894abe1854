/** What a guide's record may say (specification, "Guide"; design, chapter 4). */
export const GUIDE_STATUSES = ['active', 'paused', 'retired'] as const;
export type GuideStatus = (typeof GUIDE_STATUSES)[number];

/** `partners`: only merchants that the studio linked see and book the guide. */
export const GUIDE_VISIBILITIES = ['public', 'partners'] as const;
export type GuideVisibility = (typeof GUIDE_VISIBILITIES)[number];

/**
 * Text as the guide list's `text` filter compares it: lower case, without accents, so that "ines" finds "Inês".
 * Both the guide's text and the filter's words go through it.
 */
export function searchable(...texts: readonly string[]): string {
  return texts.join('\n').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
