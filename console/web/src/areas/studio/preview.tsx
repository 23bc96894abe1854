/** The price of a trip with the form's values, and the refund when it is cancelled: by the server's rules. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { MAX_TRIP_DAYS } from '../../../../../domain/trip-details.ts';
import type { PreviewBody } from '../../../../server/studio/schemas.ts';
import type { Refusal } from '../../api/errors.ts';
import { SelectField } from '../../parts/choices.tsx';
import { DateField } from '../../parts/date-fields.tsx';
import { addDays, todayIn } from '../../parts/days.ts';
import { NumberField } from '../../parts/fields.tsx';
import { Money } from '../../parts/money.tsx';
import { lineKind, lineName } from '../../parts/price-line.ts';
import { Note, Skeleton } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { numberFormat } from '../../texts/format.ts';
import { usePartners } from './conditions.tsx';
import { bodyOf, type Draft } from './draft.ts';
import { askPreview, type Preview, studioKey } from './own.ts';
import { fieldProblems } from './problems.ts';
import { YearPrices } from './year-prices.tsx';

/** How long typing has to pause until the price is read, in ms. */
const TYPING_MS = 300;
/** No merchant has such a key. */
const ANY_AGENCY = ' ';
/** No offer has such a code. */
const NO_CODE = ' ';

export function PricePreview({ draft }: { draft: Partial<Draft> }) {
  const { preview: words, editor } = useTexts().studio;
  const [tripDate, setDate] = useState(() => addDays(todayIn('UTC'), 60));
  const [tripDays, setDays] = useState(2);
  const [guestCount, setGuests] = useState(2);
  const [kind, setKind] = useState('days');
  const [start, setStart] = useState('');
  const [agency, setAgency] = useState('');
  const [code, setCode] = useState('');
  const codes = (draft.offers ?? []).flatMap((offer) => offer.code ?? []);
  const offerCode = codes.find((one) => one === code);
  const agencies = agenciesIn(draft);
  const booker = agencies.find((key) => key === agency);
  const kinds = draft.tripKinds ?? [];
  const hasDays = draft.offersWholeDays !== false || kinds.length === 0;
  const chosen = kinds.find(({ tripKindId }) => tripKindId === kind) ?? (hasDays ? undefined : kinds[0]);
  const startTime = chosen?.startTimes.find((time) => time === start) ?? chosen?.startTimes[0];
  const hours = chosen && { tripKindId: chosen.tripKindId, ...(startTime !== undefined && { startTime }) };
  const trip = {
    ...{ tripDate, guestCount, ...(hours ?? { tripDays }) },
    ...(booker !== undefined && { agency: booker }),
    ...(offerCode !== undefined && { offerCode }),
  };
  return (
    <section className="card stack" aria-label={words.title}>
      <h2>{words.title}</h2>
      <div className="fields">
        <DateField name="tripDate" label={words.date} value={tripDate} onChange={setDate} />
        {kinds.length > 0 && (
          <SelectField
            name="kind"
            label={words.kind}
            options={[
              ...(hasDays ? [{ id: 'days', label: words.wholeDays }] : []),
              ...kinds.map(({ tripKindId, name }) => ({ id: tripKindId, label: name })),
            ]}
            value={chosen?.tripKindId ?? 'days'}
            onChange={setKind}
          />
        )}
        {chosen && startTime !== undefined && chosen.startTimes.length > 1 && (
          <SelectField
            name="startTime"
            label={editor.fields.startTimes}
            options={chosen.startTimes.map((time) => ({ id: time, label: time }))}
            value={startTime}
            onChange={setStart}
          />
        )}
        {!chosen && (
          <NumberField
            name="tripDays"
            label={words.days}
            value={tripDays}
            onChange={setDays}
            minValue={1}
            maxValue={MAX_TRIP_DAYS}
          />
        )}
        <NumberField
          name="guestCount"
          label={words.guests}
          value={guestCount}
          onChange={setGuests}
          minValue={1}
          maxValue={500}
        />
        {codes.length > 0 && (
          <SelectField
            name="offerCode"
            label={editor.fields.code}
            options={[{ id: NO_CODE, label: words.noCode }, ...codes.map((id) => ({ id, label: id }))]}
            value={offerCode ?? NO_CODE}
            onChange={setCode}
          />
        )}
        {agencies.length > 0 && <AgencyField agencies={agencies} value={booker ?? ''} onChange={setAgency} />}
      </div>
      <Price draft={draft} trip={trip} />
    </section>
  );
}

interface AgencyFieldProps {
  readonly agencies: readonly string[];
  readonly value: string;
  readonly onChange: (key: string) => void;
}

/** Whose contract rates and offers count. */
function AgencyField({ agencies, value, onChange }: AgencyFieldProps) {
  const words = useTexts().studio.preview;
  const names = new Map(usePartners().map(({ id, label }) => [id, label]));
  return (
    <SelectField
      name="agency"
      label={words.agency}
      options={[
        { id: ANY_AGENCY, label: words.anyAgency },
        ...agencies.map((id) => ({ id, label: names.get(id) ?? id })),
      ]}
      value={value || ANY_AGENCY}
      onChange={(id) => onChange(id === ANY_AGENCY ? '' : id)}
    />
  );
}

function agenciesIn({ dayRates = [], offers = [], tripKinds = [] }: Partial<Draft>): string[] {
  const rates = [...dayRates, ...offers, ...tripKinds.flatMap((kind) => kind.rates ?? [])];
  return [...new Set(rates.flatMap((rate) => rate.agencies ?? []))];
}

function Price({ draft, trip }: { draft: Partial<Draft>; trip: PreviewBody['trip'] }) {
  const texts = useTexts();
  const words = texts.studio.preview;
  const here = useHere();
  const body = useSettled({ guide: bodyOf(draft), trip } as unknown as PreviewBody);
  const isReady = Boolean(body.guide.name && body.guide.area) && !Number.isNaN(draft.dayRate);
  const { data, error } = useQuery<Preview, Refusal>({
    queryKey: studioKey(here, 'preview', body),
    queryFn: ({ signal }) => askPreview(here, body, signal),
    enabled: isReady && trip.tripDate !== '',
    placeholderData: (before) => before,
    retry: false,
  });
  if (!isReady) return <p className="soft">{words.incomplete}</p>;
  if (error) {
    const problems = fieldProblems(error.details, body, texts);
    return (
      <Note tone="warning">
        {problems.length === 0
          ? error.message
          : problems.map(({ place, sentence }) => (
              <p key={place}>
                <strong>{place}</strong>: {sentence}
              </p>
            ))}
      </Note>
    );
  }
  if (!data) return <Skeleton lines={4} />;
  return (
    <>
      <Lines preview={data} zone={body.guide.timeZone} />
      <YearPrices body={body} />
    </>
  );
}

function Lines({ preview, zone }: { preview: Preview; zone: string }) {
  const texts = useTexts();
  const words = texts.studio.preview;
  const kinds = texts.trade.price.lines;
  const percents = numberFormat(useLocaleTag(), { style: 'percent' });
  const { currency, totalAmount, breakdown, cancellation } = preview;
  return (
    <div className="stack" aria-live="polite">
      <table className="lines">
        <caption className="hidden">{words.price}</caption>
        <tbody>
          {breakdown.map((line) => (
            <tr key={`${lineKind(line)} ${line.startDate} ${line.guestKind ?? ''}`}>
              <td>
                {lineName(line, kinds)}
                <span className="soft numbers">
                  {' '}
                  {line.days} × {line.guests !== null && `${line.guests} × `}
                  <Money amount={line.unitAmount} currency={currency} />
                </span>
              </td>
              <td>
                <Money amount={line.amount} currency={currency} />
              </td>
            </tr>
          ))}
          <tr className="total">
            <td>{words.total}</td>
            <td>
              <Money amount={totalAmount} currency={currency} />
            </td>
          </tr>
        </tbody>
      </table>
      <h3>{words.cancelling}</h3>
      <table className="lines">
        <caption className="hidden">{words.cancelling}</caption>
        <tbody>
          {cancellation.map(({ until, refundAmount, refundPercent }) => (
            <tr key={until ?? 'end'}>
              <td>
                {until === null ? (
                  words.after
                ) : (
                  <>
                    {words.until} <When at={until} zone={zone} isExact />
                  </>
                )}
              </td>
              <td>
                <Money amount={refundAmount} currency={currency} />{' '}
                <span className="soft">{percents.format(refundPercent / 100)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The value, once it has not changed for a moment. */
function useSettled<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(settled) as Value;
}
