import type { CalendarDate } from '@internationalized/date';
import type { ReactElement } from 'react';
import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from 'react-aria-components';
import { useTexts } from '../shell/preferences.tsx';
import { Icon } from './icon.tsx';

/** What calendars show: a month with its head. @param cell of a day; without it, its number. */
export function CalendarMonth({ cell = plainCell }: { cell?: (date: CalendarDate) => ReactElement }) {
  const words = useTexts().frame.form;
  return (
    <>
      <header className="calendar-head">
        <Button slot="previous" aria-label={words.previousMonth}>
          <Icon name="back" size={16} />
        </Button>
        <Heading />
        <Button slot="next" aria-label={words.nextMonth}>
          <Icon name="arrow" size={16} />
        </Button>
      </header>
      <CalendarGrid className="calendar-grid">
        <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
        <CalendarGridBody>{cell}</CalendarGridBody>
      </CalendarGrid>
    </>
  );
}

const plainCell = (date: CalendarDate) => <CalendarCell date={date} className="calendar-cell" />;
