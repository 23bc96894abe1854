/** What the chosen days are, and what can be done with them. */
import { Link } from '@tanstack/react-router';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { dayText } from '../../parts/time.tsx';
import { useAddress } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { isOfHours } from './bars.ts';
import { timesText } from './hours.ts';
import { changeable, markOf } from './marks.ts';
import type { StudioCalendar, TakenTime } from './own.ts';

interface ChosenProps {
  readonly calendar: StudioCalendar;
  readonly days: readonly string[];
  /** Among others, it says whose days they are. */
  readonly isNamed?: boolean;
  readonly onAct: (guideId: string, days: readonly string[], isBlocking: boolean) => void;
}

export function ChosenDays({ calendar, days, isNamed = false, onAct }: ChosenProps) {
  const words = useTexts().studio.calendar;
  const locale = useLocaleTag();
  const [first, last = first] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined)
    return <p className="chosen-days soft">{words.chooseDays}</p>;
  const span =
    first === last ? dayText(first, locale, true) : `${dayText(first, locale)} – ${dayText(last, locale)}`;
  const marks = days.map((day) => markOf(calendar, day));
  const taken = unique(marks.flatMap((one) => one.taken));
  const { mark = 'free', holiday } = marks[0] ?? {};
  const word = (mark === 'holiday' && holiday) || words.marks[mark];
  return (
    <div className="chosen-days">
      {isNamed && <span>{calendar.name}</span>}
      <strong>{span}</strong>
      {last < calendar.today && <span className="soft">{words.isOver}</span>}
      {days.length > 1 ? <span className="soft">{words.count(days.length)}</span> : <span>{word}</span>}
      {taken.map((time) => (
        <TakenLink key={time.id} time={time} zone={calendar.timeZone} />
      ))}
      {changeable(calendar, days, true).length > 0 && (
        <Button small onPress={() => onAct(calendar.guideId, days, true)}>
          {words.block}
        </Button>
      )}
      {changeable(calendar, days, false).length > 0 && (
        <Button small onPress={() => onAct(calendar.guideId, days, false)}>
          {words.free}
        </Button>
      )}
      {marks.some((one) => one.mark === 'imported') && <span className="soft">{words.importedNote}</span>}
    </div>
  );
}

function TakenLink({ time, zone }: { time: TakenTime; zone: string }) {
  const address = useAddress();
  const locale = useLocaleTag();
  if (time.status === null) return <StateBadge state="held" />;
  return (
    <Link to={address(`/orders/${time.id}`)} className="row">
      <StateBadge state={time.status} />
      {isOfHours(time) && timesText(time, zone, locale)} {time.who || <code>{time.id}</code>}
    </Link>
  );
}

function unique(times: readonly TakenTime[]): TakenTime[] {
  return [...new Map(times.map((time) => [time.id, time])).values()];
}
