import type { ReportStep } from '../../../../../domain/report.ts';
import { monthText } from '../../parts/days.ts';
import { dayText } from '../../parts/time.tsx';

/** A month by its name, a week by its Monday. */
export function periodText(period: string, step: ReportStep, locale: string): string {
  return step === 'month' ? monthText(period.slice(0, 7), locale) : dayText(period, locale);
}
