/** Everything that a studio writes of a guide. Fields are named as in the API's body, so that refusals are shown under them. */
import { ComboField, SelectField } from '../../parts/choices.tsx';
import { Checkbox, NumberField, RadioField, TextAreaField, TextField } from '../../parts/fields.tsx';
import { fieldsOf } from '../../parts/fields-of.ts';
import { Section } from '../../parts/page.tsx';
import { zonesWith } from '../../parts/zones.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { AllotmentFields } from './allotment-fields.tsx';
import type { Draft, DraftProps } from './draft.ts';
import { WordsField } from './list-fields.tsx';
import { LanguagesField, ServicesField } from './offer-fields.tsx';
import { PlaceFields } from './place-fields.tsx';
import { PolicyFields, PriceFields } from './price-fields.tsx';
import { StopSaleFields } from './stop-sale-fields.tsx';
import { QuestionFields, TripFields } from './trip-fields.tsx';

export function GuideFields({ savedCurrency, ...props }: DraftProps & { savedCurrency?: string }) {
  const words = useTexts().studio.editor;
  return (
    <div className="stack-l">
      <Section title={words.sections.about}>
        <AboutFields {...props} />
      </Section>
      <Section title={words.sections.prices}>
        <PriceFields {...props} {...(savedCurrency !== undefined && { savedCurrency })} />
      </Section>
      <Section title={words.sections.cancellation}>
        <PolicyFields {...props} />
      </Section>
      <Section title={words.sections.bookings}>
        <BookingFields {...props} />
      </Section>
      <Section title={words.sections.trips}>
        <TripFields {...props} />
      </Section>
      <Section title={words.sections.place}>
        <PlaceFields {...props} />
      </Section>
      <Section title={words.sections.questions}>
        <QuestionFields {...props} />
      </Section>
    </div>
  );
}

function AboutFields({ draft, onChange }: DraftProps) {
  const { fields, help, visibility } = useTexts().studio.editor;
  const states = useTexts().frame.state;
  const set = (changed: Partial<Draft>) => onChange({ ...draft, ...changed });
  const field = fieldsOf(draft, onChange, fields);
  return (
    <>
      <div className="fields">
        <TextField {...field('name')} maxLength={100} />
        <TextField {...field('area')} help={help.area} maxLength={100} />
      </div>
      <TextAreaField {...field('profile')} isOptional maxLength={4_000} />
      <div className="fields">
        <LanguagesField {...field('languages')} help={help.languages} />
        <ServicesField {...field('serviceTypes')} help={help.serviceTypes} />
        <WordsField {...field('serviceAreas')} help={help.serviceAreas} isOptional />
        <ComboField {...field('timeZone')} help={help.timeZone} options={zonesWith(draft.timeZone)} />
      </div>
      <div className="fields">
        <SelectField
          name="status"
          label={fields.status}
          help={help.status}
          options={(['active', 'paused', 'retired'] as const).map((id) => ({ id, label: states[id] }))}
          value={draft.status}
          onChange={(status) => set({ status: status as Draft['status'] })}
        />
        <RadioField
          name="visibility"
          label={fields.visibility}
          options={(['public', 'partners'] as const).map((id) => ({ id, label: visibility[id] }))}
          value={draft.visibility}
          onChange={(chosen) => set({ visibility: chosen as Draft['visibility'] })}
        />
      </div>
    </>
  );
}

function BookingFields({ draft, onChange }: DraftProps) {
  const { fields, help, changeRule } = useTexts().studio.editor;
  const set = (changed: Partial<Draft>) => onChange({ ...draft, ...changed });
  const field = fieldsOf(draft, onChange, fields);
  return (
    <>
      <Checkbox
        name="instantConfirmation"
        label={help.instantConfirmation}
        isSelected={draft.instantConfirmation}
        onChange={(instantConfirmation) => set({ instantConfirmation })}
      />
      <div className="fields">
        <NumberField {...field('confirmationHours')} minValue={1} maxValue={720} />
        <NumberField
          {...field('minimumNoticeHours')}
          help={help.minimumNoticeHours}
          minValue={0}
          maxValue={2_160}
        />
        <NumberField
          {...field('maxUnconfirmedDays')}
          help={help.maxUnconfirmedDays}
          minValue={1}
          maxValue={3_650}
        />
        <NumberField {...field('maxHeldHours')} help={help.maxHeldHours} minValue={1} maxValue={720} />
        <NumberField
          {...field('waitlistWindowMinutes')}
          value={draft.waitlistWindowMinutes ?? 0}
          help={help.waitlistWindowMinutes}
          minValue={0}
          maxValue={1_440}
        />
        <NumberField {...field('maxGuests')} minValue={1} maxValue={500} />
      </div>
      <RadioField
        name="changeRule"
        label={fields.changeRule}
        options={(['consent', 'instant'] as const).map((id) => ({ id, label: changeRule[id] }))}
        value={draft.changeRule}
        onChange={(chosen) => set({ changeRule: chosen as Draft['changeRule'] })}
      />
      <h3>{fields.stopSales}</h3>
      <StopSaleFields draft={draft} onChange={onChange} />
      <h3>{fields.allotments}</h3>
      <AllotmentFields draft={draft} onChange={onChange} />
    </>
  );
}
