/** A change of an order: what was, what becomes of it, what it costs. */

import { moneyText } from '../../parts/money.tsx';
import { Note } from '../../parts/states.tsx';
import { Countdown, exact } from '../../parts/time.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useMerchantClock } from './data.ts';
import { PriceText } from './difference.tsx';
import type { Change } from './timeline.ts';

/** The change that waits for the studio, above everything else. */
export function OpenChange({ change }: { change: Change }) {
  const words = useTexts().trade.changes;
  const { realTime } = useMerchantClock();
  return (
    <Note tone="warning">
      <div className="stack-s">
        <strong>{words.title}</strong>
        <ChangeRows change={change} />
        {change.reason && <blockquote className="prose quoted">{change.reason}</blockquote>}
        {change.answerBy && (
          <span>
            {words.answerBy} <Countdown until={realTime(change.answerBy)} />
          </span>
        )}
      </div>
    </Note>
  );
}

/** Shown by others of the fields, or too long to be compared. */
const LEFT_OUT: readonly string[] = [
  'priceBreakdown',
  'tripKindId',
  'tripEndAt',
  'tripStartAt',
  'guests',
  'totalAmount',
];

export function ChangeRows({ change }: { change: Change }) {
  const words = useTexts().trade.changes;
  const locale = useLocaleTag();
  const fields = change.fields.filter((field) => !LEFT_OUT.includes(field));
  return (
    <div className="stack-s">
      <ul className="bare">
        {fields.map((field) => (
          <li key={field}>
            {words.fields[field] ?? field}: {valueText(change.before, field, change.currency, locale)} →{' '}
            <strong>{valueText(change.after, field, change.currency, locale)}</strong>
          </li>
        ))}
      </ul>
      <PriceText difference={change.difference} fee={change.changeFee} currency={change.currency} />
    </div>
  );
}

/** A member of an order in words; what the reader may not see is not there. */
function valueText(members: Change['before'], field: string, currency: string, locale: string): string {
  const value = (members as Readonly<Record<string, unknown>>)[field];
  if (value === undefined) return '…';
  if (value === null || value === '') return '–';
  if (field === 'totalAmount') return moneyText(Number(value), currency, locale);
  if (field === 'goesIf') return goesIfText(value as GoesIf, locale);
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return exact(new Date(value), locale);
  if (Array.isArray(value)) return value.map((one) => textOf(one)).join(', ') || '–';
  return textOf(value);
}

type GoesIf = NonNullable<Change['after']['goesIf']>;

/** How many guests have to come together, and when that is decided. */
function goesIfText({ leastGuests, decidedAt }: GoesIf, locale: string): string {
  return `${leastGuests} (${exact(new Date(decidedAt), locale)})`;
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.values(value)
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .join(' ');
}
