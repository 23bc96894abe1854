/** What a line of a price is called: some kinds have lines for several things. */

interface PriceLine {
  readonly kind: string;
  readonly toLeastPrice?: boolean;
  readonly offerName?: string;
  readonly rateName?: string;
}

/** By which texts name it. */
export function lineKind({ kind, toLeastPrice, offerName }: PriceLine): string {
  if (offerName !== undefined) return 'offer';
  return toLeastPrice ? 'least_price' : kind;
}

/** With the studio's own name of a rate or an offer. @param kinds the texts. */
export function lineName(line: PriceLine, kinds: Readonly<Record<string, string>>): string {
  return [kinds[lineKind(line)] ?? line.kind, line.offerName ?? line.rateName].filter(Boolean).join(': ');
}
