/** What a change costs: more, less, or the same. */
import { moneyText } from '../../parts/money.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';

interface Props {
  /** Above zero: the trip costs more. */
  readonly difference: number;
  readonly fee: number;
  readonly currency: string;
}

export function PriceText({ difference, fee, currency }: Props) {
  const words = useTexts().trade.changes;
  const locale = useLocaleTag();
  const text = (amount: number) => moneyText(Math.abs(amount), currency, locale);
  if (difference === 0) return <span>{words.samePrice}</span>;
  return (
    <span>
      {difference > 0 ? words.dearer(text(difference)) : words.cheaper(text(difference))}
      {fee > 0 && `, ${words.fee(text(fee))}`}
    </span>
  );
}
