/** Where the guide is found on a map, and where guests are met. */

import { Checkbox, NumberField, TextField } from '../../parts/fields.tsx';
import { fieldsOf } from '../../parts/fields-of.ts';
import { useTexts } from '../../shell/preferences.tsx';
import type { Draft, DraftProps } from './draft.ts';

const DEGREES = { maximumFractionDigits: 6 } as const;

interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

interface CoordinatesProps {
  readonly name: string;
  readonly value: Coordinates;
  readonly onChange: (value: Coordinates) => void;
}

function CoordinateFields({ name, value, onChange }: CoordinatesProps) {
  const { fields } = useTexts().studio.editor;
  const field = fieldsOf(value, onChange, fields, `${name}.`);
  return (
    <div className="fields">
      <NumberField {...field('latitude')} minValue={-90} maxValue={90} formatOptions={DEGREES} />
      <NumberField {...field('longitude')} minValue={-180} maxValue={180} formatOptions={DEGREES} />
    </div>
  );
}

export function PlaceFields({ draft, onChange }: DraftProps) {
  const { fields, help } = useTexts().studio.editor;
  const set = (changed: Partial<Draft>) => onChange({ ...draft, ...changed });
  const { location, meetingPoint } = draft;
  const meet = (text: string) => {
    if (text === '') set({ meetingPoint: null });
    else set({ meetingPoint: { ...meetingPoint, text } });
  };
  return (
    <>
      <TextField
        name="meetingPoint.text"
        label={fields.meetingPoint}
        help={help.meetingPoint}
        isOptional
        maxLength={500}
        value={meetingPoint?.text ?? ''}
        onChange={meet}
      />
      <Checkbox
        name="location"
        label={help.location}
        isSelected={location !== null}
        onChange={(isOn) => set({ location: isOn ? { latitude: Number.NaN, longitude: Number.NaN } : null })}
      />
      {location && (
        <CoordinateFields
          name="location"
          value={location}
          onChange={(changed) => set({ location: changed })}
        />
      )}
    </>
  );
}
