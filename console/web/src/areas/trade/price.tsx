/** A price with its parts, and what a cancellation gives back. */
import type { Data, Schema } from '../../api/types.ts';
import { Money } from '../../parts/money.tsx';
import { lineKind, lineName } from '../../parts/price-line.ts';
import { When } from '../../parts/time.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { numberFormat } from '../../texts/format.ts';

type Line = Data<'getOrder'>['priceBreakdown'][number];

interface PriceProps {
  readonly lines: readonly Line[];
  readonly total: number;
  readonly currency: string;
  /** Rows under the total. */
  readonly children?: React.ReactNode;
}

/** The lines sum to the total. */
export function PriceTable({ lines, total, currency, children }: PriceProps) {
  const words = useTexts().trade;
  const locale = useLocaleTag();
  const number = numberFormat(locale, { style: 'currency', currency });
  return (
    <table className="price-table numbers">
      <caption className="hidden">{words.price.title}</caption>
      <tbody>
        {lines.map((line) => (
          <tr key={`${lineKind(line)} ${line.startDate} ${line.guestKind ?? ''}`}>
            <th scope="row">
              {lineName(line, words.price.lines)}
              <span className="soft">{` ${factors(line, words.trip, number)}`}</span>
            </th>
            <td>
              <Money amount={line.amount} currency={currency} />
            </td>
          </tr>
        ))}
        <tr className="price-total">
          <th scope="row">{words.price.total}</th>
          <td>
            <Money amount={total} currency={currency} />
          </td>
        </tr>
        {children}
      </tbody>
    </table>
  );
}

/** `2 days × 4 guests × €20.00`: what a line multiplies. */
function factors(
  line: Line,
  words: ReturnType<typeof useTexts>['trade']['trip'],
  number: Intl.NumberFormat,
): string {
  const { kind, days, guests, guestKind, unitAmount } = line;
  if (['change_fee', 'least_price', 'offer'].includes(lineKind(line))) return '';
  const who = guestKind ? words.kinds[guestKind](guests ?? 0) : guests ? words.guests(guests) : undefined;
  const parts = [kind === 'trip_rate' ? undefined : words.days(days), who, number.format(unitAmount)];
  return parts.filter(Boolean).join(' × ');
}

/** A policy in sentences. */
export function PolicyText({ policy }: { policy: Schema<'CancellationPolicy'> }) {
  const words = useTexts().trade.policy;
  return (
    <div>
      <strong>{words.presets[policy.preset]}</strong>
      <ul className="bare">
        {policy.tiers.map(({ daysBefore, hoursBefore, refundPercent }) => (
          <li key={hoursBefore ?? daysBefore}>
            {hoursBefore === undefined
              ? words.tier(refundPercent, daysBefore)
              : words.tierOfHours(refundPercent, hoursBefore)}
          </li>
        ))}
        <li>{words.after}</li>
      </ul>
    </div>
  );
}

interface TermsProps {
  readonly terms: Data<'quoteOrder'>['cancellationTerms'];
  readonly currency: string;
  readonly zone: string;
}

/** What cancelling this trip gives back, until when: the guide's time and the reader's. */
export function CancellationTerms({ terms, currency, zone }: TermsProps) {
  const words = useTexts().trade.policy;
  return (
    <div>
      <p className="soft">{words.terms}</p>
      <ul className="bare">
        {terms.map(({ until, refund }) => (
          <li key={until ?? 'end'}>
            <Money amount={refund} currency={currency} /> {words.back}{' '}
            {until ? (
              <>
                {words.until} <When at={until} zone={zone} isExact />
              </>
            ) : (
              words.always
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
