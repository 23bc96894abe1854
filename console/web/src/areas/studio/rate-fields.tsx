/** Other prices of a trip of hours: when each holds, and what the trip costs then. */
import { WEEKDAYS } from '../../../../../domain/weekday.ts';
import { DateField } from '../../parts/date-fields.tsx';
import { CheckboxGroup, MoneyField, NumberField, TextField } from '../../parts/fields.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import type { Draft } from './draft.ts';
import { GuestPriceFields } from './guest-price-fields.tsx';
import { Items } from './list-fields.tsx';
import { withMember } from './with-member.ts';

type Trip = Draft['tripKinds'][number];
type Rate = NonNullable<Trip['rates']>[number];

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
        make={(): Rate => ({ name: '', weekdays: ['saturday', 'sunday'], price: Number.NaN })}
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

interface ConditionsProps {
  readonly name: string;
  readonly rate: Rate;
  readonly startTimes: readonly string[];
  readonly onChange: (rate: Rate) => void;
}

/** What is left empty is no condition. */
function Conditions({ name, rate, startTimes, onChange }: ConditionsProps) {
  const words = useTexts().studio.editor;
  const set = <Name extends keyof Rate>(member: Name, value: Rate[Name] | undefined) =>
    onChange(withMember(rate, member, value));
  const day = (member: 'startDate' | 'endDate') => ({
    name: `${name}.${member}`,
    isOptional: true,
    value: rate[member] ?? '',
    onChange: (value: string) => set(member, value === '' ? undefined : value),
  });
  type Count = 'minGuests' | 'maxGuests' | 'minDaysBefore' | 'maxDaysBefore';
  const count = (member: Count, minValue: number, maxValue: number) => ({
    name: `${name}.${member}`,
    isOptional: true,
    minValue,
    maxValue,
    value: rate[member] ?? Number.NaN,
    onChange: (value: number) => set(member, Number.isNaN(value) ? undefined : value),
  });
  const some = <Choice extends string>(chosen: readonly string[]) =>
    chosen.length === 0 ? undefined : ([...chosen] as Choice[]);
  return (
    <div className="conditions">
      <div className="fields">
        <DateField {...day('startDate')} label={words.fields.seasonFrom} />
        <DateField {...day('endDate')} label={words.fields.seasonTo} />
        <NumberField {...count('minGuests', 1, 500)} label={words.fields.minGuests} />
        <NumberField {...count('maxGuests', 1, 500)} label={words.fields.mostGuests} />
        <NumberField {...count('minDaysBefore', 1, 550)} label={words.fields.minDaysBefore} />
        <NumberField {...count('maxDaysBefore', 0, 550)} label={words.fields.maxDaysBefore} />
      </div>
      <CheckboxGroup
        name={`${name}.weekdays`}
        label={words.fields.weekdays}
        isOptional
        options={WEEKDAYS.map((id) => ({ id, label: words.weekdays[id] }))}
        value={rate.weekdays ?? []}
        onChange={(chosen) => set('weekdays', some(chosen))}
      />
      {startTimes.length > 1 && (
        <CheckboxGroup
          name={`${name}.startTimes`}
          label={words.fields.startTimes}
          isOptional
          options={startTimes.map((time) => ({ id: time, label: time }))}
          value={rate.startTimes ?? []}
          onChange={(chosen) => set('startTimes', some(chosen))}
        />
      )}
    </div>
  );
}
