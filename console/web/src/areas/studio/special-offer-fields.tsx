/** What trips cost less by: offers for all, for some agencies, or by a code. */
import { MoneyField, NumberField, TextField } from '../../parts/fields.tsx';
import { Segments } from '../../parts/segments.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { Conditions } from './conditions.tsx';
import type { Draft, DraftProps } from './draft.ts';
import { Items } from './list-fields.tsx';
import { TripsField } from './trips-field.tsx';
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
            <TripsField name={`offers.${index}.tripKindIds`} draft={draft} item={offer} onChange={change} />
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
