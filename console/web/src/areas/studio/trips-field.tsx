/** For which of a guide's trips an offer, a stop-sale or an allotment is. */
import { CheckboxGroup } from '../../parts/fields.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import type { Draft } from './draft.ts';

/** No trip of hours has such an id. */
const WHOLE_DAYS = ' ';

/** What is for some of a guide's trips. */
interface OfTrips {
  readonly tripKindIds?: string[];
  readonly wholeDays?: boolean;
}

interface TripsProps<Item> {
  readonly name: string;
  readonly draft: Draft;
  readonly item: Item;
  readonly onChange: (item: Item) => void;
}

/** Which trips it is for; none chosen: all. */
export function TripsField<Item extends OfTrips>({ name, draft, item, onChange }: TripsProps<Item>) {
  const { editor, preview } = useTexts().studio;
  const kinds = draft.tripKinds.filter(({ tripKindId }) => tripKindId !== '');
  if (kinds.length === 0) return null;
  const all = kinds.map(({ tripKindId }) => tripKindId);
  const choose = (chosen: readonly string[]) => {
    const { tripKindIds: _ids, wholeDays: _days, ...others } = item;
    const tripKindIds = chosen.filter((id) => id !== WHOLE_DAYS);
    onChange({
      ...others,
      ...(tripKindIds.length > 0 && { tripKindIds }),
      ...(chosen.includes(WHOLE_DAYS) && { wholeDays: true }),
    } as Item);
  };
  return (
    <CheckboxGroup
      name={name}
      label={editor.fields.offerTrips}
      isOptional
      options={[
        { id: WHOLE_DAYS, label: preview.wholeDays },
        ...kinds.map(({ tripKindId, name: label }) => ({ id: tripKindId, label: label || tripKindId })),
      ]}
      value={[
        ...(item.wholeDays === true ? [WHOLE_DAYS] : []),
        ...(item.tripKindIds ?? (item.wholeDays === false ? all : [])),
      ]}
      onChange={choose}
    />
  );
}
