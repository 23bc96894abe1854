/** How people have a list of orders sorted: by when they were booked, or by the trip's first day. An index holds each order. */
export const ORDER_SORTS = ['newest', 'tripEarliest', 'tripLatest'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

interface Sorted {
  readonly sort?: OrderSort | undefined;
  readonly tripDateFrom?: string | undefined;
  readonly tripDateTo?: string | undefined;
}

/** How it is sorted where nobody says it: by trip where trip dates are asked for, as order/list is. */
export function sortOf({ sort, tripDateFrom, tripDateTo }: Sorted): OrderSort {
  if (sort !== undefined) return sort;
  return (tripDateFrom ?? tripDateTo) === undefined ? 'newest' : 'tripLatest';
}
