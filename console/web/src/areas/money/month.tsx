/** What has come together since the last statement: one card for each currency. */

import { Link } from '@tanstack/react-router';
import { BarChart } from '../../parts/bar-chart.tsx';
import { monthText } from '../../parts/days.ts';
import { Fact } from '../../parts/facts.tsx';
import { Money } from '../../parts/money.tsx';
import { dayText } from '../../parts/time.tsx';
import { useAddress } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { Balance } from './balance.tsx';
import type { Currency } from './data.ts';
import { daysFrom } from './months.ts';

export function MonthCard({ month }: { month: Currency }) {
  const words = useTexts().money;
  const locale = useLocaleTag();
  const address = useAddress();
  const { currency, kinds, closesOn, lineCount } = month;
  return (
    <article className="card stack">
      <div className="row row-between">
        <h3>
          {monthText(month.month, locale)} · {currency}
        </h3>
        <Link to={address(`/money/statements/${month.settlementId}`)}>
          {words.home.showLines} ({words.lines(lineCount)})
        </Link>
      </div>
      <Balance amount={month.balance} currency={currency} large />
      <DayBars month={month} />
      <dl className="facts" aria-label={words.home.byKind}>
        {kinds.map(({ kind, amount, lineCount: count }) => (
          <Fact
            key={kind}
            name={`${words.kinds[kind]} · ${words.lines(count)}`}
            value={<Balance amount={amount} currency={currency} />}
          />
        ))}
        {month.commission !== 0 && (
          <Fact
            name={words.columns.commission}
            value={<Money amount={Math.abs(month.commission)} currency={currency} />}
          />
        )}
      </dl>
      <p className="soft">{words.home.closes(dayText(closesOn, locale))}</p>
    </article>
  );
}

/** Two colors for the two directions, each with its name. */
function DayBars({ month: { days, month, currency } }: { month: Currency }) {
  const words = useTexts().money.home;
  const locale = useLocaleTag();
  const amounts = new Map(days.map(({ day, amount }) => [day, amount]));
  const shown = daysFrom(
    month,
    days.map(({ day }) => day),
  );
  const hasOwed = days.some(({ amount }) => amount < 0);
  const hasEarned = days.some(({ amount }) => amount > 0);
  const bars = shown.map((day) => {
    const amount = amounts.get(day) ?? 0;
    return {
      label: dayText(day, locale),
      parts: [
        ...(hasEarned ? [{ name: words.receive, value: Math.max(amount, 0), color: 'green' as const }] : []),
        ...(hasOwed ? [{ name: words.owe, value: Math.max(-amount, 0), color: 'amber' as const }] : []),
      ],
    };
  });
  return days.length === 0 ? null : <BarChart label={`${words.days} (${currency})`} bars={bars} />;
}
