/** Blocking and freeing days: shown at once, put back where the server refuses, and undone by a click. */
import { useQueryClient } from '@tanstack/react-query';
import type { StudioCalendars } from '../../../../server/studio/schemas.ts';
import { call, type Place } from '../../api/client.ts';
import { refusalOf } from '../../api/errors.ts';
import { rangesOf } from '../../parts/days.ts';
import { sentenceOf } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { changeable, markOf, withDays } from './marks.ts';
import { type StudioCalendar, studioKey } from './own.ts';

export function useBlocking(place: Place) {
  const client = useQueryClient();
  const texts = useTexts();
  const words = texts.studio.calendar;
  const everyCalendar = studioKey(place, 'calendars');

  const show = (guideId: string, days: readonly string[], isBlocking: boolean) => {
    client.setQueriesData<StudioCalendars>({ queryKey: everyCalendar }, (known) => {
      if (!known) return known;
      const list = known.list.map((one) => (one.guideId === guideId ? withDays(one, days, isBlocking) : one));
      return { ...known, list };
    });
  };
  const write = async (guideId: string, days: readonly string[], isBlocking: boolean) => {
    await client.cancelQueries({ queryKey: everyCalendar });
    show(guideId, days, isBlocking);
    try {
      for (const range of rangesOf(days)) {
        const operation = isBlocking ? 'blockGuideDays' : 'unblockGuideDays';
        await call(place, operation, { params: { guideId }, body: range });
      }
      return true;
    } catch (error) {
      showToast({ text: sentenceOf(texts, refusalOf(error)), tone: 'warning' });
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: everyCalendar });
    }
  };

  /** Days that have a booking stay as they are, and the message says so. */
  return async (calendar: StudioCalendar, asked: readonly string[], isBlocking: boolean) => {
    const { guideId } = calendar;
    const days = changeable(calendar, asked, isBlocking);
    const isTaken = (day: string) => day >= calendar.today && markOf(calendar, day).taken.length > 0;
    const taken = isBlocking ? asked.filter(isTaken).length : 0;
    if (days.length === 0) {
      const isOver = asked.every((day) => day < calendar.today);
      const why = taken > 0 ? words.onlyBooked : words.nothingToDo;
      showToast({ text: isOver ? words.onlyPast : why, tone: 'warning' });
      return;
    }
    if (!(await write(guideId, days, isBlocking))) return;
    const said = isBlocking ? words.blocked(days.length) : words.freed(days.length);
    showToast({
      text: taken > 0 ? `${said} ${words.staysBooked(taken)}` : said,
      undo: () => void write(guideId, days, !isBlocking),
    });
  };
}
