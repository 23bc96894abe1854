/** What a trip is: kind, time, guests, language. Its days are chosen beside it. */

import { leastGuestsOf, MAX_TRIP_DAYS, mostGuestsOf } from '../../../../../domain/trip-details.ts';
import { SelectField } from '../../parts/choices.tsx';
import { DateField } from '../../parts/date-fields.tsx';
import { NumberField } from '../../parts/fields.tsx';
import { moneyRangeText } from '../../parts/money.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { languageName } from '../../texts/language-names.ts';
import { bookableDays, dayPricesOf, type GuideDetail, type TripChoice } from './trip-choice.ts';

interface FieldsProps {
  readonly guide: GuideDetail;
  readonly choice: TripChoice;
  readonly onChange: (choice: TripChoice) => void;
}

/** Without a choice to make, no field is shown. */
export function TripFields(props: FieldsProps) {
  return (
    <>
      <KindField {...props} />
      <GuestFields {...props} />
      <LanguageField {...props} />
    </>
  );
}

/** The same with the days, where no calendar is beside it. */
export function TimeAndTripFields(props: FieldsProps) {
  const words = useTexts().trade.changes.page;
  const { guide, choice, onChange } = props;
  return (
    <>
      <div className="field-pair">
        <DateField
          name="tripDate"
          label={words.tripDate}
          value={choice.tripDate}
          onChange={(tripDate) => onChange({ ...choice, tripDate })}
        />
        {choice.tripKindId === '' && (
          <NumberField
            name="tripDays"
            label={words.tripDays}
            minValue={bookableDays(guide, 1)}
            maxValue={bookableDays(guide, MAX_TRIP_DAYS)}
            value={choice.tripDays}
            onChange={(tripDays) =>
              onChange({ ...choice, tripDays: Number.isNaN(tripDays) ? bookableDays(guide, 1) : tripDays })
            }
          />
        )}
      </div>
      <TripFields {...props} />
    </>
  );
}

const WHOLE_DAYS = 'whole-days';

function KindField({ guide, choice, onChange }: FieldsProps) {
  const words = useTexts().trade;
  const locale = useLocaleTag();
  if (guide.tripKinds.length === 0) return null;
  const kinds = guide.tripKinds.map(
    ({ tripKindId, name, durationMinutes, price, rates = [], leastPrice = 0 }) => {
      const prices = [price, ...rates.map((rate) => rate.price)].map((one) => Math.max(one, leastPrice));
      return {
        id: tripKindId,
        label: name,
        help: `${words.trip.hours(String(durationMinutes / 60))} · ${moneyRangeText(prices, guide.currency, locale)}`,
      };
    },
  );
  const ofDay = `${moneyRangeText(dayPricesOf(guide), guide.currency, locale)} ${words.find.perDay}`;
  const wholeDays = guide.offersWholeDays
    ? [{ id: WHOLE_DAYS, label: words.trip.wholeDays, help: ofDay }]
    : [];
  const chosen = guide.tripKinds.find(({ tripKindId }) => tripKindId === choice.tripKindId);
  const choose = (id: string) => {
    const kind = guide.tripKinds.find(({ tripKindId }) => tripKindId === id);
    const tripDays = kind ? 1 : bookableDays(guide, 1);
    const guestCount = Math.max(choice.guestCount, leastGuestsOf(guide, kind));
    onChange({
      ...choice,
      ...{ tripKindId: kind ? id : '', startTime: kind?.startTimes[0] ?? '', tripDays, guestCount },
    });
  };
  return (
    <>
      <SelectField
        name="tripKindId"
        label={words.guide.kind}
        options={[...wholeDays, ...kinds]}
        value={choice.tripKindId || WHOLE_DAYS}
        onChange={choose}
      />
      {chosen && (
        <SelectField
          name="startTime"
          label={words.guide.startTime}
          options={chosen.startTimes.map((time) => ({ id: time, label: time }))}
          value={choice.startTime}
          onChange={(startTime) => onChange({ ...choice, startTime })}
        />
      )}
    </>
  );
}

function GuestFields({ guide, choice, onChange }: FieldsProps) {
  const words = useTexts().trade;
  const { guestKinds } = guide;
  const kind = guide.tripKinds.find(({ tripKindId }) => tripKindId === choice.tripKindId);
  const [minGuests, maxGuests] = [leastGuestsOf(guide, kind), mostGuestsOf(guide, kind)];
  if (guestKinds.length === 0) {
    return (
      <NumberField
        name="guestCount"
        label={words.guide.guests}
        minValue={minGuests}
        maxValue={maxGuests}
        value={choice.guestCount}
        onChange={(guestCount) =>
          onChange({ ...choice, guestCount: Number.isNaN(guestCount) ? minGuests : guestCount })
        }
      />
    );
  }
  return (
    <fieldset className="field-pair">
      <legend className="hidden">{words.guide.guests}</legend>
      {guestKinds.map(({ kind }) => (
        <NumberField
          key={kind}
          name={`guests.${kind}`}
          label={words.trip.kindNames[kind]}
          minValue={0}
          maxValue={maxGuests}
          value={choice.counts[kind] ?? 0}
          onChange={(count) =>
            onChange({ ...choice, counts: { ...choice.counts, [kind]: Number.isNaN(count) ? 0 : count } })
          }
        />
      ))}
    </fieldset>
  );
}

function LanguageField({ guide, choice, onChange }: FieldsProps) {
  const words = useTexts().trade.guide;
  const locale = useLocaleTag();
  if (guide.languages.length < 2) return null;
  const options = guide.languages.map((tag) => ({ id: tag, label: languageName(tag, locale) }));
  return (
    <SelectField
      name="language"
      label={words.language}
      options={[{ id: 'any', label: words.anyLanguage }, ...options]}
      value={choice.language || 'any'}
      onChange={(language) => onChange({ ...choice, language: language === 'any' ? '' : language })}
    />
  );
}
