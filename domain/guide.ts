/** What a guide's record may say (specification, "Guide"; design, chapter 4). */
export const GUIDE_STATUSES = ['active', 'paused', 'retired'] as const;
export type GuideStatus = (typeof GUIDE_STATUSES)[number];

/** `partners`: only merchants that the studio linked see and book the guide. */
export const GUIDE_VISIBILITIES = ['public', 'partners'] as const;
export type GuideVisibility = (typeof GUIDE_VISIBILITIES)[number];
