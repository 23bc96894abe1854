/** What of an order can be another way. */
import { DateField } from '../../parts/date-fields.tsx';
import { NumberField, PhoneField, TextAreaField, TextField } from '../../parts/fields.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import type { Draft } from './change-draft.ts';
import type { GuideDetail } from './trip-choice.ts';
import { TripFields } from './trip-fields.tsx';

interface FormProps {
  readonly guide: GuideDetail;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

type Texts = 'contactName' | 'contactPhone' | 'contactEmail' | 'remark';

export function ChangeForm({ guide, draft, onChange }: FormProps) {
  const words = useTexts().trade.changes.page;
  const at = (name: Texts) => ({
    name,
    value: draft[name],
    onChange: (value: string) => onChange({ ...draft, [name]: value }),
  });
  return (
    <div className="form">
      <div className="field-pair">
        <DateField
          name="tripDate"
          label={words.tripDate}
          value={draft.tripDate}
          onChange={(tripDate) => onChange({ ...draft, tripDate })}
        />
        {draft.tripKindId === '' && (
          <NumberField
            name="tripDays"
            label={words.tripDays}
            minValue={1}
            maxValue={60}
            value={draft.tripDays}
            onChange={(tripDays) => onChange({ ...draft, tripDays: Number.isNaN(tripDays) ? 1 : tripDays })}
          />
        )}
      </div>
      <TripFields guide={guide} choice={draft} onChange={(choice) => onChange({ ...draft, ...choice })} />
      <TextField {...at('contactName')} label={words.contactName} maxLength={100} autoComplete="off" />
      <div className="field-pair">
        <PhoneField {...at('contactPhone')} label={words.contactPhone} autoComplete="off" />
        <TextField
          {...at('contactEmail')}
          label={words.contactEmail}
          type="email"
          isOptional
          autoComplete="off"
        />
      </div>
      <TextAreaField {...at('remark')} label={words.remark} isOptional rows={3} maxLength={1_000} />
    </div>
  );
}
