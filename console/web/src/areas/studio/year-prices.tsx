/** What the same trip costs on each day of a year: a month in each row of the picture, and the same as a table. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PreviewBody } from '../../../../server/studio/schemas.ts';
import type { Refusal } from '../../api/errors.ts';
import { daysBetween } from '../../parts/days.ts';
import { Money, moneyRangeText, moneyText } from '../../parts/money.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { Day, dayText } from '../../parts/time.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { askYearPreview, studioKey, type YearPreview } from './own.ts';
import './year-prices.css';
import { dateFormat } from '../../texts/format.ts';

/** So many prices have a shade of their own; more of them share these. */
const SHADES = 6;
const [CELL, ROW, NAME_WIDTH] = [9, 14, 30];

interface YearPricesProps {
  /** A request that has a price. */
  readonly body: PreviewBody;
}

export function YearPrices({ body }: YearPricesProps) {
  const words = useTexts().studio.preview;
  const here = useHere();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery<YearPreview, Refusal>({
    queryKey: studioKey(here, 'year', body),
    queryFn: ({ signal }) => askYearPreview(here, body, signal),
    enabled: isOpen,
    placeholderData: (before) => before,
    retry: false,
  });
  return (
    <details className="year" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h3>{words.year}</h3>
      </summary>
      {isOpen && (data ? <Year year={data} /> : <Skeleton lines={4} />)}
    </details>
  );
}

function Year({ year }: { year: YearPreview }) {
  const words = useTexts().studio.preview;
  const locale = useLocaleTag();
  const { currency, periods } = year;
  const prices = [...new Set(periods.map(({ totalAmount }) => totalAmount))].toSorted((a, b) => a - b);
  const shadeOf = (amount: number) => Math.ceil(((prices.indexOf(amount) + 1) / prices.length) * SHADES);
  return (
    <div className="stack">
      <p className="soft">{words.yearHelp}</p>
      <Picture
        year={year}
        shadeOf={shadeOf}
        label={`${words.year}: ${moneyRangeText(prices, currency, locale)}`}
      />
      {prices.length <= SHADES && (
        <p className="year-legend numbers">
          {prices.map((amount) => (
            <span key={amount}>
              <svg width="10" height="10" aria-hidden="true">
                <rect width="10" height="10" rx="2" className={`year-${shadeOf(amount)}`} />
              </svg>
              <Money amount={amount} currency={currency} />
            </span>
          ))}
        </p>
      )}
      <details>
        <summary>{words.table}</summary>
        <Periods year={year} />
      </details>
    </div>
  );
}

interface PictureProps {
  readonly year: YearPreview;
  readonly shadeOf: (amount: number) => number;
  readonly label: string;
}

function Picture({ year: { currency, periods }, shadeOf, label }: PictureProps) {
  const locale = useLocaleTag();
  const month = dateFormat(locale, { month: 'short', timeZone: 'UTC' });
  const days = periods.flatMap(({ startDate, endDate, totalAmount }) =>
    daysBetween(startDate, endDate).map((date) => ({ date, totalAmount })),
  );
  const months = [...new Set(days.map(({ date }) => date.slice(0, 7)))];
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${NAME_WIDTH + 31 * CELL} ${months.length * ROW}`}
      className="year-picture"
    >
      {months.map((name, row) => (
        <text key={name} x={0} y={row * ROW + 9}>
          {month.format(new Date(`${name}-01`))}
        </text>
      ))}
      {days.map(({ date, totalAmount }) => (
        <rect
          key={date}
          x={NAME_WIDTH + (Number(date.slice(8)) - 1) * CELL}
          y={months.indexOf(date.slice(0, 7)) * ROW}
          width={CELL - 1}
          height={ROW - 3}
          rx={1.5}
          className={`year-${shadeOf(totalAmount)}`}
        >
          <title>{`${dayText(date, locale, true)}: ${moneyText(totalAmount, currency, locale)}`}</title>
        </rect>
      ))}
    </svg>
  );
}

function Periods({ year: { currency, periods } }: { year: YearPreview }) {
  const words = useTexts().studio.preview;
  return (
    <table className="lines">
      <caption className="hidden">{words.year}</caption>
      <tbody>
        {periods.map(({ startDate, endDate, totalAmount, rateNames }) => (
          <tr key={startDate}>
            <td>
              <Day date={startDate} />
              {endDate !== startDate && (
                <>
                  {' – '}
                  <Day date={endDate} />
                </>
              )}
              {rateNames.length > 0 && <span className="soft"> {rateNames.join(', ')}</span>}
            </td>
            <td>
              <Money amount={totalAmount} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
