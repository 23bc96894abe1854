/** Trips that begin in the coming two weeks, by state. */
import type { Home } from '../../../../server/trade/schemas.ts';
import { colorOf } from '../../parts/badge.tsx';
import { BarChart } from '../../parts/bar-chart.tsx';
import { addDays } from '../../parts/days.ts';
import { Section } from '../../parts/page.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { dateFormat } from '../../texts/format.ts';

const STATES = ['in_progress', 'confirmed', 'pending', 'completed'] as const;
const DAYS = 14;

/** @param now the merchant's time. */
export function TwoWeeks({ days, now }: { days: Home['days']; now: string }) {
  const texts = useTexts();
  const words = texts.trade.home;
  const locale = useLocaleTag();
  const format = dateFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  const today = now.slice(0, 10);
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const used = STATES.filter((state) => days.some(({ status }) => status === state));
  const bars = Array.from({ length: DAYS }, (_, index) => addDays(today, index)).map((day) => ({
    label: format.format(new Date(`${day}T00:00:00Z`)),
    parts: used.map((state) => ({
      name: texts.frame.state[state],
      color: colorOf(state),
      value: days.find((one) => one.day === day && one.status === state)?.count ?? 0,
    })),
  }));
  return (
    <Section title={words.picture}>
      {total > 0 ? (
        <div className="card">
          <BarChart label={words.pictureLabel(total)} bars={bars} />
        </div>
      ) : (
        <p className="soft">{words.noPicture}</p>
      )}
    </Section>
  );
}
