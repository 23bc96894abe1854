/** Reviews of completed orders, and what a guide shows of them. */
export const MIN_RATING = 1;
export const MAX_RATING = 5;

/** How often each rating was given: index 0 counts the ones, index 4 the fives. */
export type RatingCounts = readonly number[];

export const NO_RATINGS: RatingCounts = [0, 0, 0, 0, 0];

/** The counts by rating, as guide/detail shows them. */
export function viewDistribution(counts: RatingCounts) {
  const of = (rating: number) => counts[rating - MIN_RATING] ?? 0;
  return { '1': of(1), '2': of(2), '3': of(3), '4': of(4), '5': of(5) };
}
