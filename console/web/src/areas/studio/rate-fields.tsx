/** Other prices of a trip of hours, and of a whole day. */
import { MoneyField, TextField } from '../../parts/fields.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { Conditions, type DayRate, type TripRate } from './conditions.tsx';
import type { Draft, DraftProps } from './draft.ts';
import { GuestPriceFields } from './guest-price-fields.tsx';
import { Items } from './list-fields.tsx';
import { withMember } from './with-member.ts';

type Trip = Draft['tripKinds'][number];

interface RateFieldsProps {
  /** Where the trip lies in the body: `tripKinds.0`. */
  readonly name: string;
  readonly trip: Trip;
  readonly draft: Pick<Draft, 'guestKinds' | 'currency'>;
  readonly onChange: (trip: Trip) => void;
}

export function RateFields({ name, trip, draft, onChange }: RateFieldsProps) {
  const words = useTexts().studio.editor;
  const { rates = [] } = trip;
  return (
    <>
      <h3>{words.fields.rates}</h3>
      <p className="soft">{words.help.rates}</p>
      <Items
        name={`${name}.rates`}
        items={rates}
        onChange={(changed) => onChange(withMember(trip, 'rates', changed.length > 0 ? changed : undefined))}
        make={(): TripRate => ({ name: '', weekdays: ['saturday', 'sunday'], price: Number.NaN })}
        add={words.addRate}
        label={(index) => rates[index]?.name || `${words.rate} ${index + 1}`}
      >
        {(field, rate, change, index) => (
          <>
            <div className="fields">
              <TextField {...field('name')} maxLength={60} />
              <MoneyField {...field('price')} currency={draft.currency} minValue={0} />
              <GuestPriceFields
                name={`${name}.rates.${index}`}
                draft={draft}
                value={rate.guestPrices}
                onChange={(guestPrices) => change(withMember(rate, 'guestPrices', guestPrices))}
              />
            </div>
            <Conditions
              name={`${name}.rates.${index}`}
              rate={rate}
              startTimes={trip.startTimes}
              onChange={change}
            />
          </>
        )}
      </Items>
    </>
  );
}

export function DayRateFields({ draft, onChange }: DraftProps) {
  const words = useTexts().studio.editor;
  const { dayRates, currency } = draft;
  return (
    <>
      <p className="soft">{words.help.dayRates}</p>
      <Items
        name="dayRates"
        items={dayRates}
        onChange={(changed) => onChange({ ...draft, dayRates: changed })}
        make={(): DayRate => ({ name: '', weekdays: ['saturday', 'sunday'], price: Number.NaN })}
        add={words.addDayRate}
        label={(index) => dayRates[index]?.name || `${words.dayRate} ${index + 1}`}
      >
        {(field, rate, change, index) => (
          <>
            <div className="fields">
              <TextField {...field('name')} maxLength={60} />
              <MoneyField
                {...field('price')}
                label={words.fields.dayPrice}
                currency={currency}
                minValue={0}
              />
            </div>
            <Conditions name={`dayRates.${index}`} rate={rate} onChange={change} />
          </>
        )}
      </Items>
    </>
  );
}
