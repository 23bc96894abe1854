/** What guests of each kind add to the price of a trip of hours, where it is something else than on whole days. */
import { MoneyField } from '../../parts/fields.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import type { Draft } from './draft.ts';

type GuestPrices = Draft['tripKinds'][number]['guestPrices'];

interface GuestPriceFieldsProps {
  /** Where the trip or its rate lies in the body: `tripKinds.0`. */
  readonly name: string;
  readonly draft: Pick<Draft, 'guestKinds' | 'currency'>;
  readonly value: GuestPrices;
  readonly onChange: (prices: GuestPrices) => void;
}

/** What is left empty adds what it adds otherwise. */
export function GuestPriceFields({ name, draft, value: prices = [], onChange }: GuestPriceFieldsProps) {
  const { fields, guestKind } = useTexts().studio.editor;
  const set = (kind: (typeof prices)[number]['kind'], amount: number) => {
    const others = prices.filter((one) => one.kind !== kind);
    const changed = Number.isNaN(amount) ? others : [...others, { kind, amount }];
    onChange(changed.length > 0 ? changed : undefined);
  };
  return draft.guestKinds.map(({ kind }) => {
    const index = prices.findIndex((one) => one.kind === kind);
    return (
      <MoneyField
        key={kind}
        name={`${name}.guestPrices.${index === -1 ? prices.length : index}.amount`}
        label={`${guestKind[kind]}: ${fields.amount}`}
        isOptional
        currency={draft.currency}
        minValue={0}
        value={prices[index]?.amount ?? Number.NaN}
        onChange={(amount) => set(kind, amount)}
      />
    );
  });
}
