/** Days, spans of days and times of day, by keyboard and by calendar. Values are texts as in the API: `2026-11-22`, `09:30`. */
import { parseDate, parseTime } from '@internationalized/date';
import {
  DatePicker as AriaDatePicker,
  DateRangePicker as AriaDateRangePicker,
  TimeField as AriaTimeField,
  Button,
  Calendar,
  DateInput,
  DateSegment,
  Dialog,
  Group,
  Popover,
  RangeCalendar,
} from 'react-aria-components';
import { useTexts } from '../shell/preferences.tsx';
import { CalendarMonth } from './calendar-month.tsx';
import { FieldFoot, FieldLabel, type FieldProps } from './fields.tsx';
import { Icon } from './icon.tsx';
import './date-fields.css';

interface DayProps extends FieldProps {
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly min?: string;
  readonly max?: string;
}

export function DateField({ label, help, isOptional = false, value, onChange, min, max, ...rest }: DayProps) {
  return (
    <AriaDatePicker
      {...rest}
      className="field"
      isRequired={!isOptional}
      value={value === '' ? null : parseDate(value)}
      onChange={(date) => onChange(date?.toString() ?? '')}
      {...(min && { minValue: parseDate(min) })}
      {...(max && { maxValue: parseDate(max) })}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <Group className="input-group">
        <DateInput className="input date-input">{(segment) => <DateSegment segment={segment} />}</DateInput>
        <OpenCalendar />
      </Group>
      <FieldFoot help={help} />
      <Popover className="popover">
        <Dialog className="calendar-dialog">
          <Calendar>
            <CalendarMonth />
          </Calendar>
        </Dialog>
      </Popover>
    </AriaDatePicker>
  );
}

/** Both days belong to the span. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

interface SpanProps extends Omit<FieldProps, 'name'> {
  readonly value: DaySpan | undefined;
  readonly onChange: (value: DaySpan | undefined) => void;
  readonly min?: string;
}

export function DateRangeField({
  label,
  help,
  isOptional = false,
  value,
  onChange,
  min,
  ...rest
}: SpanProps) {
  return (
    <AriaDateRangePicker
      {...rest}
      className="field date-range"
      isRequired={!isOptional}
      value={value ? { start: parseDate(value.from), end: parseDate(value.to) } : null}
      onChange={(span) =>
        onChange(span ? { from: span.start.toString(), to: span.end.toString() } : undefined)
      }
      {...(min && { minValue: parseDate(min) })}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <Group className="input-group">
        <span className="input date-input">
          <DateInput slot="start">{(segment) => <DateSegment segment={segment} />}</DateInput>
          <span aria-hidden="true"> – </span>
          <DateInput slot="end">{(segment) => <DateSegment segment={segment} />}</DateInput>
        </span>
        <OpenCalendar />
      </Group>
      <FieldFoot help={help} />
      <Popover className="popover">
        <Dialog className="calendar-dialog">
          <RangeCalendar>
            <CalendarMonth />
          </RangeCalendar>
        </Dialog>
      </Popover>
    </AriaDateRangePicker>
  );
}

interface TimeProps extends FieldProps {
  /** `HH:MM`, or empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function TimeField({ label, help, isOptional = false, value, onChange, ...rest }: TimeProps) {
  return (
    <AriaTimeField
      {...rest}
      className="field"
      isRequired={!isOptional}
      hourCycle={24}
      value={value === '' ? null : parseTime(value)}
      onChange={(time) => onChange(time?.toString().slice(0, 5) ?? '')}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <DateInput className="input date-input">{(segment) => <DateSegment segment={segment} />}</DateInput>
      <FieldFoot help={help} />
    </AriaTimeField>
  );
}

function OpenCalendar() {
  const words = useTexts().frame.form;
  return (
    <Button aria-label={words.calendar}>
      <Icon name="calendar" size={16} />
    </Button>
  );
}
