import { weekdayOf } from '../../parts/days.ts';
import { dayText } from '../../parts/time.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { dateFormat } from '../../texts/format.ts';
import type { View } from './views.ts';

interface HeadProps {
  readonly view: View;
  readonly days: readonly string[];
  readonly today: string;
}

/** What is above the guides' days: their numbers, those of a week with its weekdays, or the hours of one. */
export function OverviewHead({ view, days, today }: HeadProps) {
  const words = useTexts().studio.calendar;
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">{words.guide}</th>
        {view === 'day' ? (
          <HoursHead day={days[0]!} />
        ) : (
          days.map((day) => (
            <th key={day} scope="col" className={headOf(day, today)}>
              {view === 'week' ? <WeekdayText day={day} /> : Number(day.slice(8))}
            </th>
          ))
        )}
      </tr>
    </thead>
  );
}

const headOf = (day: string, today: string) =>
  `${weekdayOf(day) > 4 ? 'weekend' : ''} ${day === today ? 'today' : ''}`;

/** `Mon 3`. */
function WeekdayText({ day }: { day: string }) {
  const format = { weekday: 'short', day: 'numeric', timeZone: 'UTC' } as const;
  return dateFormat(useLocaleTag(), format).format(new Date(day));
}

/** Every second has room for its name. */
const NAMED_HOURS = Array.from({ length: 12 }, (_, index) => index * 2);

function HoursHead({ day }: { day: string }) {
  const locale = useLocaleTag();
  const format = dateFormat(locale, { hour: 'numeric', timeZone: 'UTC' });
  return (
    <th scope="col" className="hours-head">
      <span className="hidden">{dayText(day, locale, true)}</span>
      <span className="hour-names" aria-hidden="true">
        {NAMED_HOURS.map((hour) => (
          <span key={hour}>{format.format(new Date(Date.UTC(2027, 0, 1, hour)))}</span>
        ))}
      </span>
    </th>
  );
}
