/** Trips, or places of shared trips, that are kept for some agencies. */
import { NumberField } from '../../parts/fields.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { AgenciesField } from './conditions.tsx';
import type { Draft, DraftProps } from './draft.ts';
import { Items } from './list-fields.tsx';
import { SomeTrips } from './some-trips.tsx';
import { withMember } from './with-member.ts';

type Allotment = Draft['allotments'][number];

export function AllotmentFields({ draft, onChange }: DraftProps) {
  const words = useTexts().studio.editor;
  const { allotments } = draft;
  return (
    <>
      <p className="soft">{words.help.allotments}</p>
      <Items
        name="allotments"
        items={allotments}
        onChange={(changed) => onChange({ ...draft, allotments: changed })}
        make={(): Allotment => ({ agencies: [], releaseDaysBefore: 14 })}
        add={words.addAllotment}
        label={(index) => allotments[index]?.note || `${words.allotment} ${index + 1}`}
      >
        {(_field, allotment, change, index) => (
          <AllotmentItem name={`allotments.${index}`} draft={draft} allotment={allotment} onChange={change} />
        )}
      </Items>
    </>
  );
}

interface AllotmentProps {
  readonly name: string;
  readonly draft: Draft;
  readonly allotment: Allotment;
  readonly onChange: (allotment: Allotment) => void;
}

function AllotmentItem({ name, draft, allotment, onChange }: AllotmentProps) {
  const { fields, help } = useTexts().studio.editor;
  return (
    <>
      <SomeTrips
        name={name}
        draft={draft}
        item={allotment}
        onChange={onChange}
        from={fields.keptFrom}
        until={fields.keptUntil}
      >
        <NumberField
          name={`${name}.places`}
          label={fields.keptPlaces}
          help={help.keptPlaces}
          isOptional
          minValue={1}
          maxValue={500}
          value={allotment.places ?? Number.NaN}
          onChange={(value) =>
            onChange(withMember(allotment, 'places', Number.isNaN(value) ? undefined : value))
          }
        />
        <NumberField
          name={`${name}.releaseDaysBefore`}
          label={fields.releaseDaysBefore}
          help={help.releaseDaysBefore}
          minValue={0}
          maxValue={550}
          value={allotment.releaseDaysBefore}
          onChange={(releaseDaysBefore) => onChange({ ...allotment, releaseDaysBefore })}
        />
      </SomeTrips>
      <AgenciesField
        name={`${name}.agencies`}
        label={fields.keptFor}
        help={help.keptFor}
        value={allotment.agencies}
        isOptional={false}
        onChange={(agencies) => onChange({ ...allotment, agencies })}
      />
    </>
  );
}
