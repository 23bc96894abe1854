/** How sections are indexed at the build and searched on the page: both must say the same. */

/** `order.status_changed`, `clientReference` and `40902` are found by the whole and by their parts. */
function tokenize(text) {
  const words = text.split(/[\s,;:!?()[\]{}"“”`=<>|/]+/).filter(Boolean);
  return words.flatMap((word) => {
    const parts = word.split(/[._\-'’]|(?<=[a-z])(?=[A-Z])/).filter((part) => part.length > 1);
    return parts.length > 1 ? [word, ...parts] : parts;
  });
}

export const SEARCH_OPTIONS = {
  idField: 'id',
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'area', 'text'],
  tokenize,
  searchOptions: {
    tokenize,
    prefix: true,
    fuzzy: (term) => (/\d/.test(term) || term.length < 5 ? false : 0.2),
    combineWith: 'AND',
    boost: { title: 6, page: 3 },
    // Decisions and changes are rarely what a reader searches for.
    boostDocument: (id) => (/\/decisions\/|\/changelog/.test(id) ? 0.3 : 1),
  },
};
