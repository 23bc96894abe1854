/** Filters, sort and columns of the list of orders that somebody keeps under a name (docs/console.md, "What only one company sees"). */

/** Of one person, in one world. */
export const MAX_OWN_VIEWS = 30;
/** Of a company, in one world. */
export const MAX_SHARED_VIEWS = 30;
/** Characters. */
export const MAX_VIEW_NAME = 60;

/** Columns of the list that can be hidden; guide, trip and state stay. */
export const HIDEABLE_COLUMNS = ['guests', 'next', 'assigned', 'reference', 'price'] as const;
export type HideableColumn = (typeof HIDEABLE_COLUMNS)[number];
