/** What a studio may write of its guide's stop-sales: every rule that a JSON schema cannot say. */
import type { ErrorDetail } from './errors.ts';
import { kindProblems } from './offer-terms.ts';
import { boundProblems } from './rate-terms.ts';
import type { StopSale } from './trip-details.ts';

/** @param tripKindIds the guide's trips of hours. */
export function stopSaleProblems(
  stopSales: readonly StopSale[],
  tripKindIds: readonly string[],
): ErrorDetail[] {
  return stopSales.flatMap((stop, index) => {
    const path = `stopSales.${index}`;
    return [...kindProblems(stop, `${path}.tripKindIds`, tripKindIds), ...boundProblems(stop, path)];
  });
}
