/** Trips of hours, and what guests are asked. */
import { Checkbox, MoneyField, NumberField, TextField } from '../../parts/fields.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import type { DraftProps } from './draft.ts';
import { Items, WordsField } from './list-fields.tsx';

export function TripFields({ draft, onChange }: DraftProps) {
  const words = useTexts().studio.editor;
  const { tripKinds, currency } = draft;
  return (
    <Items
      items={tripKinds}
      onChange={(changed) => onChange({ ...draft, tripKinds: changed })}
      make={() => ({
        tripKindId: `trip-${tripKinds.length + 1}`,
        name: '',
        durationMinutes: 240,
        startTimes: ['09:00'],
        price: Number.NaN,
      })}
      add={words.addTrip}
      label={(index) => tripKinds[index]?.name || `${words.trip} ${index + 1}`}
    >
      {(trip, change, index) => {
        const name = (member: string) => `tripKinds.${index}.${member}`;
        return (
          <div className="fields">
            <TextField
              name={name('name')}
              label={words.fields.tripName}
              maxLength={100}
              value={trip.name}
              onChange={(changed) => change({ ...trip, name: changed })}
            />
            <TextField
              name={name('tripKindId')}
              label={words.fields.tripKindId}
              help={words.help.tripKindId}
              isCode
              maxLength={40}
              value={trip.tripKindId}
              onChange={(tripKindId) => change({ ...trip, tripKindId })}
            />
            <NumberField
              name={name('durationMinutes')}
              label={words.fields.durationMinutes}
              minValue={15}
              maxValue={1_440}
              value={trip.durationMinutes}
              onChange={(durationMinutes) => change({ ...trip, durationMinutes })}
            />
            <WordsField
              name={name('startTimes')}
              label={words.fields.startTimes}
              help={words.help.startTimes}
              value={trip.startTimes}
              onChange={(startTimes) => change({ ...trip, startTimes })}
            />
            <MoneyField
              name={name('price')}
              label={words.fields.price}
              currency={currency}
              minValue={0}
              value={trip.price}
              onChange={(price) => change({ ...trip, price })}
            />
          </div>
        );
      }}
    </Items>
  );
}

export function QuestionFields({ draft, onChange }: DraftProps) {
  const words = useTexts().studio.editor;
  const { questions } = draft;
  return (
    <Items
      items={questions}
      onChange={(changed) => onChange({ ...draft, questions: changed })}
      make={() => ({ questionId: `question-${questions.length + 1}`, text: '', required: false })}
      add={words.addQuestion}
      label={(index) => questions[index]?.text || `${words.question} ${index + 1}`}
    >
      {(question, change, index) => (
        <>
          <TextField
            name={`questions.${index}.text`}
            label={words.fields.question}
            maxLength={300}
            value={question.text}
            onChange={(text) => change({ ...question, text })}
          />
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
