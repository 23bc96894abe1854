/**
 * An independent account of what statements must say: it knows the histories and the rules of docs/settlement.md, and
 * uses none of the platform's code. Amounts are minor units, from the merchant's side.
 */
export interface Line {
  /** `key/currency`. */
  readonly account: string;
  readonly gross: number;
  readonly commission: number;
  readonly at: Date;
}

export interface Sale {
  readonly agency: string;
  readonly studio: string;
  readonly currency: string;
  readonly rate: number;
}

/** A half goes to the even neighbour. */
export function halfEven(amount: number, basisPoints: number): number {
  const exact = BigInt(amount) * BigInt(basisPoints);
  const below = exact / 10_000n;
  const rest = exact - below * 10_000n;
  if (rest < 5_000n) return Number(below);
  if (rest > 5_000n) return Number(below + 1n);
  return Number(below % 2n === 0n ? below : below + 1n);
}

export class StatementModel {
  readonly #waiting: Line[] = [];
  readonly #kept = new Map<string, { gross: number; commission: number }>();
  /** `account month` → lines. */
  readonly statements = new Map<string, Line[]>();

  get waiting(): readonly Line[] {
    return this.#waiting;
  }

  keptOf(order: string): number {
    return this.#kept.get(order)?.gross ?? 0;
  }

  /** An order brings in `gross`: all of its total, or the fee of its cancellation. */
  earn(order: string, sale: Sale, gross: number, at: Date): void {
    const commission = halfEven(gross, sale.rate);
    this.#kept.set(order, { gross, commission });
    if (gross !== 0) this.#sell(sale, gross, commission, at);
  }

  refund(order: string, sale: Sale, amount: number, at: Date): void {
    const kept = this.#kept.get(order)!;
    const commission = halfEven(kept.gross - amount, sale.rate);
    this.#sell(sale, -amount, commission - kept.commission, at);
    this.#kept.set(order, { gross: kept.gross - amount, commission });
  }

  adjust(account: string, amount: number, at: Date): void {
    this.#waiting.push({ account, gross: amount, commission: 0, at });
  }

  /** What happened before `until` and is in no statement becomes one, for each account. */
  close(month: string, until: Date): void {
    const due = this.#waiting.filter(({ at }) => at < until);
    for (const line of due) {
      this.#waiting.splice(this.#waiting.indexOf(line), 1);
      const name = `${line.account} ${month}`;
      this.statements.set(name, [...(this.statements.get(name) ?? []), line]);
    }
  }

  #sell({ agency, studio, currency }: Sale, gross: number, commission: number, at: Date): void {
    this.#waiting.push({ account: `${agency}/${currency}`, gross: 0 - gross, commission: 0, at });
    const isNothing = gross === 0 && commission === 0;
    if (!isNothing) this.#waiting.push({ account: `${studio}/${currency}`, gross, commission, at });
  }
}
