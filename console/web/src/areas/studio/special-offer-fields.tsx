/** What trips cost less by: offers for all, for some agencies, or by a code. */
import { CheckboxGroup, MoneyField, NumberField, TextField } from '../../parts/fields.tsx';
import { Segments } from '../../parts/segments.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { Conditions } from './conditions.tsx';
import type { Draft, DraftProps } from './draft.ts';
import { Items } from './list-fields.tsx';
import { withMember } from './with-member.ts';

type Offer = Draft['offers'][number];
const UNITS = ['percent', 'amount'] as const;

export function SpecialOfferFields({ draft, onChange }: DraftProps) {
  const words = useTexts().studio.editor;
  const { offers, currency } = draft;
  return (
    <>
      <p className="soft">{words.help.offers}</p>
      <Items
        name="offers"
        items={offers}
        onChange={(changed) => onChange({ ...draft, offers: changed })}
        make={(): Offer => ({ name: '', percent: 10 })}
        add={words.addOffer}
        label={(index) => offers[index]?.name || `${words.offer} ${index + 1}`}
      >
        {(field, offer, change, index) => (
          <>
            <Segments
              label={words.offerUnit}
              segments={UNITS.map((id) => ({ id, label: words.offerUnits[id] }))}
              value={unitOf(offer)}
              onChange={(unit) => change(countedIn(unit, offer))}
            />
            <div className="fields">
              <TextField {...field('name')} maxLength={60} />
              {unitOf(offer) === 'percent' ? (
                <NumberField
                  {...field('percent')}
                  value={offer.percent ?? Number.NaN}
                  minValue={1}
                  maxValue={100}
                />
              ) : (
                <MoneyField
                  {...field('amount')}
                  label={words.fields.amountOff}
                  value={offer.amount ?? Number.NaN}
                  currency={currency}
                  minValue={0}
                />
              )}
              <TextField
                {...field('code')}
                help={words.help.code}
                isOptional
                isCode
                minLength={3}
                maxLength={32}
                value={offer.code ?? ''}
                onChange={(code) => change(withMember(offer, 'code', code.trim() || undefined))}
              />
            </div>
            <TripsField name={`offers.${index}.tripKindIds`} draft={draft} offer={offer} onChange={change} />
            <Conditions name={`offers.${index}`} rate={offer} onChange={change} />
          </>
        )}
      </Items>
    </>
  );
}

const unitOf = ({ amount }: Offer) => (amount === undefined ? 'percent' : 'amount');

/** The same offer, with the other number still to be typed. */
function countedIn(unit: (typeof UNITS)[number], { percent, amount, ...offer }: Offer): Offer {
  return unit === 'percent'
    ? { ...offer, percent: percent ?? Number.NaN }
    : { ...offer, amount: amount ?? Number.NaN };
}

/** No trip of hours has such an id. */
const WHOLE_DAYS = ' ';

interface TripsProps {
  readonly name: string;
  readonly draft: Draft;
  readonly offer: Offer;
  readonly onChange: (offer: Offer) => void;
}

/** Which trips it is for; none chosen: all. */
function TripsField({ name, draft, offer, onChange }: TripsProps) {
  const { editor, preview } = useTexts().studio;
  const kinds = draft.tripKinds.filter(({ tripKindId }) => tripKindId !== '');
  if (kinds.length === 0) return null;
  const all = kinds.map(({ tripKindId }) => tripKindId);
  const choose = (chosen: readonly string[]) => {
    const { tripKindIds: _ids, wholeDays: _days, ...others } = offer;
    const tripKindIds = chosen.filter((id) => id !== WHOLE_DAYS);
    onChange({
      ...others,
      ...(tripKindIds.length > 0 && { tripKindIds }),
      ...(chosen.includes(WHOLE_DAYS) && { wholeDays: true }),
    });
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
        ...(offer.wholeDays === true ? [WHOLE_DAYS] : []),
        ...(offer.tripKindIds ?? (offer.wholeDays === false ? all : [])),
      ]}
      onChange={choose}
    />
  );
}
