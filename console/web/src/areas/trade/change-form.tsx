/** What of an order can be another way. */

import { PhoneField, TextAreaField, TextField } from '../../parts/fields.tsx';
import { fieldsOf } from '../../parts/fields-of.ts';
import { useTexts } from '../../shell/preferences.tsx';
import type { Draft } from './change-draft.ts';
import type { GuideDetail } from './trip-choice.ts';
import { TimeAndTripFields } from './trip-fields.tsx';

interface FormProps {
  readonly guide: GuideDetail;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

export function ChangeForm({ guide, draft, onChange }: FormProps) {
  const words = useTexts().trade.changes.page;
  const field = fieldsOf(draft, onChange, words);
  return (
    <div className="form">
      <TimeAndTripFields
        guide={guide}
        choice={draft}
        onChange={(choice) => onChange({ ...draft, ...choice })}
      />
      <TextField {...field('contactName')} maxLength={100} autoComplete="off" />
      <div className="field-pair">
        <PhoneField {...field('contactPhone')} autoComplete="off" />
        <TextField {...field('contactEmail')} type="email" isOptional autoComplete="off" />
      </div>
      <TextAreaField {...field('remark')} isOptional rows={3} maxLength={1_000} />
    </div>
  );
}
