/** Where pages and service worker find the console's own files. */
export const PAGES_CACHE = 'guidepost-pages';
/** One document is for all addresses. */
export const DOCUMENT = '/';
