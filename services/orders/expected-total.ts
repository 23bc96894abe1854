import { PriceChanged } from '../../domain/errors.ts';
import { toDecimal, toMinor } from '../../domain/money.ts';
import { type PriceLine, viewPriceLine } from '../../domain/price.ts';

/** What a trip costs. Minor units. */
interface Priced {
  readonly totalAmount: number;
  readonly currency: string;
  readonly priceBreakdown?: readonly PriceLine[] | undefined;
}

/**
 * A caller that names its expected total gets the trip at that price or not at all.
 * @param expectedTotal decimal, in the guide's currency.
 * @throws PriceChanged with what the trip costs.
 */
export function refuseOtherTotal(expectedTotal: number | undefined, priced: Priced): void {
  const { totalAmount, currency, priceBreakdown = [] } = priced;
  if (expectedTotal === undefined || toMinor(expectedTotal, currency) === totalAmount) return;
  throw new PriceChanged({
    data: {
      totalAmount: toDecimal(totalAmount, currency),
      currency,
      priceBreakdown: priceBreakdown.map((line) => viewPriceLine(line, currency)),
    },
  });
}
