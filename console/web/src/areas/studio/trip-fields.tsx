/** Trips of hours, and what guests are asked. */
import { MAX_DECIDE_HOURS } from '../../../../../domain/trip-details.ts';
import { Checkbox, MoneyField, NumberField, TextField } from '../../parts/fields.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import type { Draft, DraftProps } from './draft.ts';
import { GuaranteedFields } from './guaranteed-fields.tsx';
import { GuestPriceFields } from './guest-price-fields.tsx';
import { Items, WordsField } from './list-fields.tsx';
import { RateFields } from './rate-fields.tsx';
import { withMember } from './with-member.ts';

type Trip = Draft['tripKinds'][number];

export function TripFields({ draft, onChange }: DraftProps) {
  const words = useTexts().studio.editor;
  const { tripKinds, currency } = draft;
  return (
    <Items
      name="tripKinds"
      items={tripKinds}
      onChange={(changed) => onChange({ ...draft, tripKinds: changed })}
      make={(): Trip => ({
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
            <Limits name={`tripKinds.${index}`} trip={trip} draft={draft} onChange={change} />
            <GuestPriceFields
              name={`tripKinds.${index}`}
              draft={draft}
              value={trip.guestPrices}
              onChange={(guestPrices) => change(withMember(trip, 'guestPrices', guestPrices))}
            />
          </div>
          <GuaranteedFields name={`tripKinds.${index}`} trip={trip} onChange={change} />
          <RateFields name={`tripKinds.${index}`} trip={trip} draft={draft} onChange={change} />
        </>
      )}
    </Items>
  );
}

interface LimitsProps {
  /** Where the trip lies in the body: `tripKinds.0`. */
  readonly name: string;
  readonly trip: Trip;
  readonly draft: Pick<Draft, 'currency' | 'maxGuests'>;
  readonly onChange: (trip: Trip) => void;
}

type LimitName = 'leastPrice' | 'minGuests' | 'capacity' | 'leastGuestsToGo' | 'decideHoursBefore';

/** Empty: none. */
function Limits({ name, trip, draft, onChange }: LimitsProps) {
  const { fields, help } = useTexts().studio.editor;
  const { currency, maxGuests } = draft;
  const limit = (member: LimitName) => ({
    name: `${name}.${member}`,
    label: fields[member],
    isOptional: true,
    value: trip[member] ?? Number.NaN,
    onChange: (value: number) => onChange(withMember(trip, member, Number.isNaN(value) ? undefined : value)),
  });
  return (
    <>
      <MoneyField {...limit('leastPrice')} help={help.leastPrice} currency={currency} minValue={0} />
      <NumberField {...limit('minGuests')} help={help.leastGuests} minValue={1} maxValue={maxGuests} />
      <NumberField {...limit('capacity')} help={help.capacity} minValue={2} maxValue={maxGuests} />
      <NumberField
        {...limit('leastGuestsToGo')}
        help={help.leastGuestsToGo}
        minValue={2}
        maxValue={trip.capacity ?? maxGuests}
      />
      <NumberField
        {...limit('decideHoursBefore')}
        help={help.decideHoursBefore}
        minValue={1}
        maxValue={MAX_DECIDE_HOURS}
      />
    </>
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
