/** Trips of hours, and what guests are asked. */
import { Checkbox, MoneyField, NumberField, TextField } from '../../parts/fields.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import type { Draft, DraftProps } from './draft.ts';
import { GuestPriceFields } from './guest-price-fields.tsx';
import { Items, WordsField } from './list-fields.tsx';
import { RateFields } from './rate-fields.tsx';
import { withMember } from './with-member.ts';

export function TripFields({ draft, onChange }: DraftProps) {
  const words = useTexts().studio.editor;
  const { tripKinds, currency } = draft;
  return (
    <Items
      name="tripKinds"
      items={tripKinds}
      onChange={(changed) => onChange({ ...draft, tripKinds: changed })}
      make={(): Draft['tripKinds'][number] => ({
        tripKindId: `trip-${tripKinds.length + 1}`,
        name: '',
        durationMinutes: 240,
        startTimes: ['09:00'],
        price: Number.NaN,
      })}
      add={words.addTrip}
      label={(index) => tripKinds[index]?.name || `${words.trip} ${index + 1}`}
    >
      {(field, trip, change, index) => (
        <>
          <div className="fields">
            <TextField {...field('name')} label={words.fields.tripName} maxLength={100} />
            <TextField {...field('tripKindId')} help={words.help.tripKindId} isCode maxLength={40} />
            <NumberField {...field('durationMinutes')} minValue={15} maxValue={1_440} />
            <WordsField {...field('startTimes')} help={words.help.startTimes} />
            <MoneyField {...field('price')} currency={currency} minValue={0} />
            <NumberField
              name={`tripKinds.${index}.capacity`}
              label={words.fields.capacity}
              help={words.help.capacity}
              isOptional
              minValue={2}
              maxValue={draft.maxGuests}
              value={trip.capacity ?? Number.NaN}
              onChange={(places) =>
                change(withMember(trip, 'capacity', Number.isNaN(places) ? undefined : places))
              }
            />
            <GuestPriceFields
              name={`tripKinds.${index}`}
              draft={draft}
              value={trip.guestPrices}
              onChange={(guestPrices) => change(withMember(trip, 'guestPrices', guestPrices))}
            />
          </div>
          <RateFields name={`tripKinds.${index}`} trip={trip} draft={draft} onChange={change} />
        </>
      )}
    </Items>
  );
}

export function QuestionFields({ draft, onChange }: DraftProps) {
  const words = useTexts().studio.editor;
  const { questions } = draft;
  return (
    <Items
      name="questions"
      items={questions}
      onChange={(changed) => onChange({ ...draft, questions: changed })}
      make={() => ({ questionId: `question-${questions.length + 1}`, text: '', required: false })}
      add={words.addQuestion}
      label={(index) => questions[index]?.text || `${words.question} ${index + 1}`}
    >
      {(field, question, change, index) => (
        <>
          <TextField {...field('text')} maxLength={300} />
          <Checkbox
            name={`questions.${index}.required`}
            label={words.help.required}
            isSelected={question.required}
            onChange={(required) => change({ ...question, required })}
          />
        </>
      )}
    </Items>
  );
}
