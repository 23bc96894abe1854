import { SEARCH_ATTRIBUTE_TYPES } from '../../../workflows/contract.ts';

/** `IndexedValueType` of the server's API. */
const INDEXED_VALUE_TYPES = { Keyword: 2, Datetime: 6 } as const;

/** Ours, as `addSearchAttributes` takes them. */
export const searchAttributes = Object.fromEntries(
  Object.entries(SEARCH_ATTRIBUTE_TYPES).map(([name, type]) => [name, INDEXED_VALUE_TYPES[type]]),
);
