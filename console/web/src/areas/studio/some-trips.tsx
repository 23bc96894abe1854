/** Some of a guide's trips, by days and kinds, and a note: what a stop-sale and an allotment have in common. What is left empty is no condition. */
import type { ReactNode } from 'react';
import { WEEKDAYS, type Weekday } from '../../../../../domain/weekday.ts';
import { DateField } from '../../parts/date-fields.tsx';
import { CheckboxGroup, TextField } from '../../parts/fields.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import type { Draft } from './draft.ts';
import { TripsField } from './trips-field.tsx';
import { withMember } from './with-member.ts';

interface OfSomeTrips {
  readonly startDate?: string;
  readonly endDate?: string;
  readonly weekdays?: Weekday[];
  readonly tripKindIds?: string[];
  readonly wholeDays?: boolean;
  readonly note?: string;
}

interface SomeTripsProps<Item> {
  readonly name: string;
  readonly draft: Draft;
  readonly item: Item;
  readonly onChange: (item: Item) => void;
  readonly from: string;
  readonly until: string;
  /** More fields beside the dates. */
  readonly children?: ReactNode;
}

export function SomeTrips<Item extends OfSomeTrips>(props: SomeTripsProps<Item>) {
  const { name, draft, item, onChange, from, until, children } = props;
  const { fields, help, weekdays } = useTexts().studio.editor;
  const set = <Name extends keyof OfSomeTrips>(member: Name, value: OfSomeTrips[Name] | undefined) =>
    onChange(withMember<OfSomeTrips, Name>(item, member, value) as Item);
  const text = (member: 'startDate' | 'endDate' | 'note') => ({
    name: `${name}.${member}`,
    isOptional: true,
    value: item[member] ?? '',
    onChange: (value: string) => set(member, value === '' ? undefined : value),
  });
  return (
    <>
      <div className="fields">
        <DateField {...text('startDate')} label={from} />
        <DateField {...text('endDate')} label={until} />
        {children}
        <TextField {...text('note')} label={fields.stopNote} help={help.stopNote} maxLength={200} />
      </div>
      <CheckboxGroup
        name={`${name}.weekdays`}
        label={fields.weekdays}
        isOptional
        options={WEEKDAYS.map((id) => ({ id, label: weekdays[id] }))}
        value={item.weekdays ?? []}
        onChange={(chosen) => set('weekdays', someOf<Weekday>(chosen))}
      />
      <TripsField name={`${name}.tripKindIds`} draft={draft} item={item} onChange={onChange} />
    </>
  );
}

/** No choice at all is no condition. */
export function someOf<Choice extends string>(chosen: readonly string[]): Choice[] | undefined {
  return chosen.length === 0 ? undefined : ([...chosen] as Choice[]);
}
