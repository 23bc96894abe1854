/** Trips that are not newly sold, to all or to some agencies. */
import { WEEKDAYS } from '../../../../../domain/weekday.ts';
import { DateField } from '../../parts/date-fields.tsx';
import { CheckboxGroup, TextField } from '../../parts/fields.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { AgenciesField } from './conditions.tsx';
import type { Draft, DraftProps } from './draft.ts';
import { Items } from './list-fields.tsx';
import { TripsField } from './trips-field.tsx';
import { withMember } from './with-member.ts';

type Stop = Draft['stopSales'][number];

export function StopSaleFields({ draft, onChange }: DraftProps) {
  const words = useTexts().studio.editor;
  const { stopSales } = draft;
  return (
    <>
      <p className="soft">{words.help.stopSales}</p>
      <Items
        name="stopSales"
        items={stopSales}
        onChange={(changed) => onChange({ ...draft, stopSales: changed })}
        make={(): Stop => ({})}
        add={words.addStop}
        label={(index) => stopSales[index]?.note || `${words.stop} ${index + 1}`}
      >
        {(_field, stop, change, index) => (
          <StopFields name={`stopSales.${index}`} draft={draft} stop={stop} onChange={change} />
        )}
      </Items>
    </>
  );
}

interface StopProps {
  readonly name: string;
  readonly draft: Draft;
  readonly stop: Stop;
  readonly onChange: (stop: Stop) => void;
}

function StopFields({ name, draft, stop, onChange }: StopProps) {
  const { fields, help, weekdays } = useTexts().studio.editor;
  const text = (member: 'startDate' | 'endDate' | 'note') => ({
    name: `${name}.${member}`,
    isOptional: true,
    value: stop[member] ?? '',
    onChange: (value: string) => onChange(withMember(stop, member, value === '' ? undefined : value)),
  });
  return (
    <>
      <div className="fields">
        <DateField {...text('startDate')} label={fields.stoppedFrom} />
        <DateField {...text('endDate')} label={fields.stoppedUntil} />
        <TextField {...text('note')} label={fields.stopNote} help={help.stopNote} maxLength={200} />
      </div>
      <CheckboxGroup
        name={`${name}.weekdays`}
        label={fields.weekdays}
        isOptional
        options={WEEKDAYS.map((id) => ({ id, label: weekdays[id] }))}
        value={stop.weekdays ?? []}
        onChange={(chosen) => onChange(withMember(stop, 'weekdays', someOf<Weekdays[number]>(chosen)))}
      />
      <TripsField name={`${name}.tripKindIds`} draft={draft} item={stop} onChange={onChange} />
      <AgenciesField
        name={`${name}.agencies`}
        label={fields.stoppedAgencies}
        help={help.stoppedAgencies}
        value={stop.agencies ?? []}
        onChange={(chosen) => onChange(withMember(stop, 'agencies', someOf(chosen)))}
      />
    </>
  );
}

type Weekdays = NonNullable<Stop['weekdays']>;

function someOf<Choice extends string>(chosen: readonly string[]): Choice[] | undefined {
  return chosen.length === 0 ? undefined : ([...chosen] as Choice[]);
}
