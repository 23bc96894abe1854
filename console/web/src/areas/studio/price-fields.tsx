/** What a guide costs, and what cancelling gives back. */

import { MAX_TRIP_DAYS } from '../../../../../domain/trip-details.ts';
import { WEEKDAYS } from '../../../../../domain/weekday.ts';
import { SelectField } from '../../parts/choices.tsx';
import { DateRangeField } from '../../parts/date-fields.tsx';
import { Checkbox, CheckboxGroup, MoneyField, NumberField } from '../../parts/fields.tsx';
import { fieldsOf } from '../../parts/fields-of.ts';
import { Segments } from '../../parts/segments.tsx';
import { Note } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { CurrencyField } from './currency-field.tsx';
import type { Draft, DraftProps } from './draft.ts';
import { Items } from './list-fields.tsx';
import { DayRateFields } from './rate-fields.tsx';
import { SpecialOfferFields } from './special-offer-fields.tsx';

const GUEST_KINDS = ['adult', 'youth', 'child', 'infant', 'senior', 'student', 'military'] as const;
const PRESETS = ['flexible', 'moderate', 'strict', 'custom'] as const;

/** @param savedCurrency of a guide that is there: in another one its numbers are other prices. */
export function PriceFields({ draft, savedCurrency, onChange }: DraftProps & { savedCurrency?: string }) {
  const { fields, help } = useTexts().studio.editor;
  const set = (changed: Partial<Draft>) => onChange({ ...draft, ...changed });
  const field = fieldsOf(draft, onChange, fields);
  const { currency } = draft;
  return (
    <>
      <div className="fields">
        <MoneyField {...field('dayRate')} currency={currency} minValue={0} />
        <CurrencyField
          name="currency"
          label={fields.currency}
          value={currency}
          onChange={(chosen) => set({ currency: chosen })}
        />
      </div>
      {savedCurrency !== undefined && savedCurrency !== currency && (
        <Note tone="warning">{help.otherCurrency(savedCurrency, currency)}</Note>
      )}
      <Checkbox
        name="offersWholeDays"
        label={help.offersWholeDays}
        isSelected={draft.offersWholeDays}
        onChange={(offersWholeDays) => set({ offersWholeDays })}
      />
      {draft.offersWholeDays && <WholeDays draft={draft} onChange={onChange} />}
      <Weekend draft={draft} onChange={onChange} />
      <Surcharge draft={draft} onChange={onChange} />
      <h3>{fields.seasonalRates}</h3>
      <Seasons draft={draft} onChange={onChange} />
      <h3>{fields.dayRates}</h3>
      <DayRateFields draft={draft} onChange={onChange} />
      <h3>{fields.offers}</h3>
      <SpecialOfferFields draft={draft} onChange={onChange} />
      <h3>{fields.guestKinds}</h3>
      <GuestKinds draft={draft} onChange={onChange} />
    </>
  );
}

/** The limits of trips of whole days. Empty: none. */
function WholeDays({ draft, onChange }: DraftProps) {
  const { fields, help } = useTexts().studio.editor;
  const limit = (member: 'minDays' | 'maxDays' | 'minGuests' | 'leastPrice') => ({
    name: member,
    label: fields[member],
    isOptional: true,
    value: draft[member] ?? Number.NaN,
    onChange: (most: number) => onChange({ ...draft, [member]: Number.isNaN(most) ? null : most }),
  });
  return (
    <div className="fields">
      <NumberField {...limit('minDays')} minValue={1} maxValue={MAX_TRIP_DAYS} />
      <NumberField {...limit('maxDays')} minValue={1} maxValue={MAX_TRIP_DAYS} />
      <NumberField {...limit('minGuests')} help={help.leastGuests} minValue={1} maxValue={draft.maxGuests} />
      <MoneyField {...limit('leastPrice')} help={help.leastPrice} currency={draft.currency} minValue={0} />
    </div>
  );
}

function Weekend({ draft, onChange }: DraftProps) {
  const { fields, help, weekdays } = useTexts().studio.editor;
  const { weekendRate, currency } = draft;
  const set = (changed: Draft['weekendRate']) => onChange({ ...draft, weekendRate: changed });
  const ofWeekend = weekendRate && fieldsOf(weekendRate, set, fields, 'weekendRate.');
  return (
    <>
      <Checkbox
        name="hasWeekendRate"
        label={help.weekendRate}
        isSelected={weekendRate !== null}
        onChange={(isOn) => set(isOn ? { weekdays: ['saturday', 'sunday'], dayRate: Number.NaN } : null)}
      />
      {weekendRate && ofWeekend && (
        <div className="fields">
          <CheckboxGroup
            name="weekendRate.weekdays"
            label={fields.weekdays}
            options={WEEKDAYS.map((id) => ({ id, label: weekdays[id] }))}
            value={weekendRate.weekdays}
            onChange={(chosen) => set({ ...weekendRate, weekdays: chosen as (typeof WEEKDAYS)[number][] })}
          />
          <MoneyField {...ofWeekend('dayRate')} label={fields.weekendRate} currency={currency} minValue={0} />
        </div>
      )}
    </>
  );
}

function Surcharge({ draft, onChange }: DraftProps) {
  const { fields, help } = useTexts().studio.editor;
  const { guestSurcharge, currency } = draft;
  const set = (changed: Draft['guestSurcharge']) => onChange({ ...draft, guestSurcharge: changed });
  const ofSurcharge = guestSurcharge && fieldsOf(guestSurcharge, set, fields, 'guestSurcharge.');
  return (
    <>
      <Checkbox
        name="hasSurcharge"
        label={help.guestSurcharge}
        isSelected={guestSurcharge !== null}
        onChange={(isOn) => set(isOn ? { fromGuest: 5, amountPerDay: Number.NaN } : null)}
      />
      {ofSurcharge && (
        <div className="fields">
          <NumberField {...ofSurcharge('fromGuest')} minValue={2} maxValue={500} />
          <MoneyField {...ofSurcharge('amountPerDay')} currency={currency} minValue={0} />
        </div>
      )}
    </>
  );
}

function Seasons({ draft, onChange }: DraftProps) {
  const words = useTexts().studio.editor;
  const { seasonalRates, currency } = draft;
  return (
    <Items
      name="seasonalRates"
      items={seasonalRates}
      onChange={(changed) => onChange({ ...draft, seasonalRates: changed })}
      make={() => ({ startDate: '', endDate: '', dayRate: Number.NaN })}
      add={words.addSeason}
      label={(index) => `${words.season} ${index + 1}`}
    >
      {(field, season, change) => (
        <div className="fields">
          <DateRangeField
            label={words.fields.span}
            value={season.startDate === '' ? undefined : { from: season.startDate, to: season.endDate }}
            onChange={(span) => change({ ...season, startDate: span?.from ?? '', endDate: span?.to ?? '' })}
          />
          <MoneyField {...field('dayRate')} currency={currency} minValue={0} />
        </div>
      )}
    </Items>
  );
}

function GuestKinds({ draft, onChange }: DraftProps) {
  const words = useTexts().studio.editor;
  const { guestKinds, currency } = draft;
  const left = GUEST_KINDS.filter((kind) => !guestKinds.some((one) => one.kind === kind));
  return (
    <>
      <p className="soft">{words.help.guestKinds}</p>
      <Items
        name="guestKinds"
        items={guestKinds}
        onChange={(changed) => onChange({ ...draft, guestKinds: changed })}
        make={() => ({ kind: left[0] ?? 'adult', amount: 0 })}
        add={words.addGuestKind}
        label={(index) => words.guestKind[guestKinds[index]?.kind ?? 'adult']}
      >
        {(field, one, change, index) => (
          <div className="fields">
            <SelectField
              name={`guestKinds.${index}.kind`}
              label={words.fields.guestKind}
              options={GUEST_KINDS.map((id) => ({ id, label: words.guestKind[id] }))}
              value={one.kind}
              onChange={(kind) => change({ ...one, kind: kind as typeof one.kind })}
            />
            <MoneyField {...field('amount')} currency={currency} minValue={0} />
          </div>
        )}
      </Items>
    </>
  );
}

const UNITS = ['daysBefore', 'hoursBefore'] as const;
type Tier = NonNullable<Draft['cancellationPolicy']['tiers']>[number];

/** The same tier in days or in hours. */
function countedIn(unit: (typeof UNITS)[number], { daysBefore = 0, hoursBefore, refundPercent }: Tier): Tier {
  const hours = hoursBefore ?? daysBefore * 24;
  return unit === 'hoursBefore'
    ? { hoursBefore: hours, refundPercent }
    : { daysBefore: Math.floor(hours / 24), refundPercent };
}

export function PolicyFields({ draft, onChange }: DraftProps) {
  const words = useTexts().studio.editor;
  const { cancellationPolicy: policy } = draft;
  const set = (changed: Draft['cancellationPolicy']) => onChange({ ...draft, cancellationPolicy: changed });
  const tiers = policy.tiers ?? [{ daysBefore: 7, refundPercent: 100 }];
  const unit = tiers[0]?.hoursBefore === undefined ? 'daysBefore' : 'hoursBefore';
  const choose = (preset: string) => {
    set(preset === 'custom' ? { preset, tiers } : { preset: preset as (typeof PRESETS)[number] });
  };
  return (
    <>
      <SelectField
        name="cancellationPolicy.preset"
        label={words.fields.cancellationPolicy}
        help={words.policies[policy.preset]}
        options={PRESETS.map((id) => ({ id, label: words.presets[id] }))}
        value={policy.preset}
        onChange={choose}
      />
      {policy.preset === 'custom' && (
        <>
          <Segments
            label={words.tierUnit}
            segments={UNITS.map((id) => ({ id, label: words.tierUnits[id] }))}
            value={unit}
            onChange={(counted) =>
              set({ preset: 'custom', tiers: tiers.map((tier) => countedIn(counted, tier)) })
            }
          />
          <Items
            name="cancellationPolicy.tiers"
            items={policy.tiers ?? []}
            onChange={(changed) => set({ preset: 'custom', tiers: changed })}
            make={() => countedIn(unit, { daysBefore: 1, refundPercent: 0 })}
            add={words.addTier}
            label={(index) => `${words.tier} ${index + 1}`}
          >
            {(field, tier) => (
              <div className="fields">
                <NumberField
                  {...field(unit)}
                  value={tier[unit] ?? Number.NaN}
                  minValue={0}
                  maxValue={unit === 'daysBefore' ? 365 : 8_760}
                />
                <NumberField {...field('refundPercent')} minValue={0} maxValue={100} />
              </div>
            )}
          </Items>
        </>
      )}
    </>
  );
}
