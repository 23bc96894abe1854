/** Trips that are not newly sold, to all or to some agencies. */
import { useTexts } from '../../shell/preferences.tsx';
import { AgenciesField } from './conditions.tsx';
import type { Draft, DraftProps } from './draft.ts';
import { Items } from './list-fields.tsx';
import { SomeTrips, someOf } from './some-trips.tsx';
import { withMember } from './with-member.ts';

type Stop = Draft['stopSales'][number];

export function StopSaleFields({ draft, onChange }: DraftProps) {
  const words = useTexts().studio.editor;
  const { fields, help } = words;
  const { stopSales } = draft;
  return (
    <>
      <p className="soft">{help.stopSales}</p>
      <Items
        name="stopSales"
        items={stopSales}
        onChange={(changed) => onChange({ ...draft, stopSales: changed })}
        make={(): Stop => ({})}
        add={words.addStop}
        label={(index) => stopSales[index]?.note || `${words.stop} ${index + 1}`}
      >
        {(_field, stop, change, index) => (
          <>
            <SomeTrips
              name={`stopSales.${index}`}
              draft={draft}
              item={stop}
              onChange={change}
              from={fields.stoppedFrom}
              until={fields.stoppedUntil}
            />
            <AgenciesField
              name={`stopSales.${index}.agencies`}
              label={fields.stoppedAgencies}
              help={help.stoppedAgencies}
              value={stop.agencies ?? []}
              onChange={(chosen) => change(withMember(stop, 'agencies', someOf(chosen)))}
            />
          </>
        )}
      </Items>
    </>
  );
}
