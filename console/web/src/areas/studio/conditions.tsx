/** When another price holds, of a trip of hours or of a whole day, or an offer. What is left empty is no condition. */
import { MAX_TRIP_DAYS } from '../../../../../domain/trip-details.ts';
import { WEEKDAYS } from '../../../../../domain/weekday.ts';
import { useOperation } from '../../api/queries.ts';
import { DateField } from '../../parts/date-fields.tsx';
import { CheckboxGroup, NumberField } from '../../parts/fields.tsx';
import { ManyField } from '../../parts/many-field.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import type { Draft } from './draft.ts';
import { withMember } from './with-member.ts';

export type TripRate = NonNullable<Draft['tripKinds'][number]['rates']>[number];
export type DayRate = Draft['dayRates'][number];
type AllConditions = Omit<TripRate, 'name' | 'price' | 'guestPrices'> & Omit<DayRate, 'name' | 'price'>;
type Least = 'minGuests' | 'minDaysBefore' | 'minDays';
type Most = 'maxGuests' | 'maxDaysBefore' | 'maxDays';

interface ConditionsProps<Rate> {
  readonly name: string;
  readonly rate: Rate;
  /** Of a trip of hours; undefined: it is a rate of whole days, or an offer. */
  readonly startTimes?: readonly string[];
  readonly onChange: (rate: Rate) => void;
}

export function Conditions<Rate extends AllConditions>(props: ConditionsProps<Rate>) {
  const { name, rate, startTimes, onChange } = props;
  const words = useTexts().studio.editor;
  // What is no condition of the rate has no field, and is not set.
  const set = <Name extends keyof AllConditions>(member: Name, value: AllConditions[Name] | undefined) =>
    onChange(withMember<AllConditions, Name>(rate, member, value) as Rate);
  const day = (member: 'startDate' | 'endDate' | 'bookedFrom' | 'bookedUntil') => ({
    name: `${name}.${member}`,
    isOptional: true,
    value: rate[member] ?? '',
    onChange: (value: string) => set(member, value === '' ? undefined : value),
  });
  const count = (member: Least | Most, minValue: number, maxValue: number) => ({
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
        {startTimes === undefined && (
          <>
            <NumberField {...count('minDays', 1, MAX_TRIP_DAYS)} label={words.fields.minDays} />
            <NumberField {...count('maxDays', 1, MAX_TRIP_DAYS)} label={words.fields.maxDays} />
          </>
        )}
        <NumberField {...count('minDaysBefore', 1, 550)} label={words.fields.minDaysBefore} />
        <NumberField {...count('maxDaysBefore', 0, 550)} label={words.fields.maxDaysBefore} />
        <DateField {...day('bookedFrom')} label={words.fields.bookedFrom} />
        <DateField {...day('bookedUntil')} label={words.fields.bookedUntil} />
      </div>
      <CheckboxGroup
        name={`${name}.weekdays`}
        label={words.fields.weekdays}
        isOptional
        options={WEEKDAYS.map((id) => ({ id, label: words.weekdays[id] }))}
        value={rate.weekdays ?? []}
        onChange={(chosen) => set('weekdays', some(chosen))}
      />
      {startTimes !== undefined && startTimes.length > 1 && (
        <CheckboxGroup
          name={`${name}.startTimes`}
          label={words.fields.startTimes}
          isOptional
          options={startTimes.map((time) => ({ id: time, label: time }))}
          value={rate.startTimes ?? []}
          onChange={(chosen) => set('startTimes', some(chosen))}
        />
      )}
      <AgenciesField
        name={`${name}.agencies`}
        value={rate.agencies ?? []}
        onChange={(chosen) => set('agencies', some(chosen))}
      />
    </div>
  );
}

interface AgenciesProps {
  readonly name: string;
  readonly label?: string;
  readonly help?: string;
  /** Unless it says otherwise. */
  readonly isOptional?: boolean;
  readonly value: readonly string[];
  readonly onChange: (keys: string[]) => void;
}

/** Partners by their names; any other agency by its merchant key. */
export function AgenciesField(props: AgenciesProps) {
  const { fields, help } = useTexts().studio.editor;
  return (
    <ManyField
      label={fields.agencies}
      help={help.agencies}
      isOptional
      {...props}
      options={usePartners()}
      isKnown={() => true}
      takesOther
    />
  );
}

/** The merchants that the studio has linked, by their keys. */
export function usePartners() {
  const { data } = useOperation(useHere(), 'listPartners');
  return (data?.list ?? []).map(({ merchantKey, name }) => ({ id: merchantKey, label: name }));
}
