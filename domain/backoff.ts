/** Milliseconds until the attempt after number `attempt` (1 is the first): `firstMs`, doubling, at most `mostMs`. */
export function doubled(attempt: number, firstMs: number, mostMs: number): number {
  return Math.min(firstMs * 2 ** (attempt - 1), mostMs);
}
