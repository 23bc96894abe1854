/** Which way money goes, in words: signs alone are read wrong. */
import { Money } from '../../parts/money.tsx';
import { useTexts } from '../../shell/preferences.tsx';

export type Payer = 'platform' | 'merchant' | 'nobody';

interface BalanceProps {
  /** Seen from the merchant. */
  readonly amount: number;
  readonly currency: string;
  /** For operators, who are the other side. */
  readonly isForOperators?: boolean;
  readonly large?: boolean;
}

/** `You receive €120.00`, `You owe €80.00`; without a sign. */
export function Balance({ amount, currency, isForOperators = false, large = false }: BalanceProps) {
  const words = useTexts().money;
  const payer = payerOf(amount);
  return (
    <span className={large ? 'balance large' : 'balance'}>
      <span className={`balance-way ${payer}`}>
        {(isForOperators ? words.operatorPayer : words.payer)[payer]}
      </span>
      <strong>
        <Money amount={Math.abs(amount)} currency={currency} />
      </strong>
    </span>
  );
}

function payerOf(amount: number): Payer {
  if (amount === 0) return 'nobody';
  return amount > 0 ? 'platform' : 'merchant';
}

/** An amount with its sign, for columns that add up. */
export function Signed({ amount, currency }: { amount: number; currency: string }) {
  const sign = amount < 0 ? '−' : '';
  return (
    <span className={amount < 0 ? 'signed below' : 'signed'}>
      {sign}
      <Money amount={Math.abs(amount)} currency={currency} />
    </span>
  );
}
