/** Starts of a shared trip that go however few guests come. */

import { SelectField } from '../../parts/choices.tsx';
import { DateField } from '../../parts/date-fields.tsx';
import { useHeldWhilePressed } from '../../parts/press.ts';
import { useTexts } from '../../shell/preferences.tsx';
import type { Draft } from './draft.ts';
import { Items } from './list-fields.tsx';
import { withMember } from './with-member.ts';

type Trip = Draft['tripKinds'][number];

interface GuaranteedProps {
  /** Where the trip lies in the body: `tripKinds.0`. */
  readonly name: string;
  readonly trip: Trip;
  readonly onChange: (trip: Trip) => void;
}

/** Only of trips whose starts can be called off. */
export function GuaranteedFields({ name, trip, onChange }: GuaranteedProps) {
  const words = useTexts().studio.editor;
  const { guaranteedStarts: starts = [], startTimes } = trip;
  const isShown = useHeldWhilePressed(trip.leastGuestsToGo !== undefined || starts.length > 0);
  if (!isShown) return null;
  return (
    <>
      <h3>{words.fields.guaranteedStarts}</h3>
      <p className="soft">{words.help.guaranteedStarts}</p>
      <Items
        name={`${name}.guaranteedStarts`}
        items={starts}
        onChange={(changed) =>
          onChange(withMember(trip, 'guaranteedStarts', changed.length > 0 ? changed : undefined))
        }
        make={() => ({ tripDate: '', startTime: startTimes[0] ?? '' })}
        add={words.addGuaranteed}
        label={(index) => `${words.guaranteed} ${index + 1}`}
      >
        {(field) => (
          <div className="fields">
            <DateField {...field('tripDate')} />
            <SelectField
              {...field('startTime')}
              options={startTimes.map((time) => ({ id: time, label: time }))}
            />
          </div>
        )}
      </Items>
    </>
  );
}
