import type { Cipher } from '../../db/cipher.ts';
import { invalidParameter } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import type { Quote } from '../../domain/quote.ts';
import { createTextSeal } from '../sealed-text.ts';

const PURPOSE = 'quotes';

/** Quotes as their ids: nothing is written for them, and nobody can make or read one. */
export interface QuoteSeal {
  idOf(merchant: Pick<CallingMerchant, 'key'>, quote: Quote): string;
  /** @throws InvalidParameter for what is no quote of this merchant. */
  open(merchant: Pick<CallingMerchant, 'key'>, quoteId: string): Quote;
}

/** Opens the quote that a request names, if it does. @throws InvalidParameter */
export type ReadQuote = () => Quote | undefined;

export function quoteNamedBy(
  { quoteId }: { readonly quoteId?: string | undefined },
  merchant: CallingMerchant,
  quotes: QuoteSeal,
): ReadQuote {
  return () => (quoteId === undefined ? undefined : quotes.open(merchant, quoteId));
}

export function createQuoteSeal(cipher: Pick<Cipher, 'derive'>): QuoteSeal {
  const texts = createTextSeal(cipher, PURPOSE);
  return {
    idOf: ({ key }, quote) => texts.seal([key], JSON.stringify(quote)),
    open({ key }, quoteId) {
      const text = texts.open([key], quoteId);
      if (text !== undefined) return JSON.parse(text);
      throw invalidParameter('body.quoteId', 'unknown_quote', 'is no quote of yours');
    },
  };
}
