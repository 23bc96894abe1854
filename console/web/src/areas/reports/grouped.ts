/** Rows of a report by period, lead, guide, area or merchant: how they are called, and their bars. */
import { CANCELLATION_LEADS, type CancellationGroup, type ReportStep } from '../../../../../domain/report.ts';
import type { Bar } from '../../parts/bar-chart.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { labelsOf, MOST_BARS, periodsOf } from './bars.ts';
import { periodText } from './period-text.ts';

export interface GroupedReport<Row> {
  readonly from: string;
  readonly to: string;
  readonly step: ReportStep;
  readonly group: CancellationGroup;
  readonly list: readonly Row[];
}

interface GroupRow {
  readonly key: string;
  readonly name: string | null;
}

/** By key; periods and leads without a row have one too. */
export function useLabels(report: GroupedReport<GroupRow>): ReadonlyMap<string, string> {
  const leads = useTexts().reports.cancellations.leads;
  const locale = useLocaleTag();
  const { group, list, step } = report;
  if (group === 'period')
    return new Map(periodsOf(report).map((period) => [period, periodText(period, step, locale)]));
  if (group === 'lead') return new Map(CANCELLATION_LEADS.map(({ lead }) => [lead, leads[lead]]));
  const labels = labelsOf(list);
  return new Map(list.map(({ key }, index) => [key, labels[index]!]));
}

/** A bar for each label: all periods, but only the first of guides, areas and merchants. @param partsOf nothing: of a period without orders. */
export function useBars<Row extends GroupRow>(
  report: GroupedReport<Row>,
  partsOf: (row?: Row) => Bar['parts'],
): Bar[] {
  const labels = [...useLabels(report)];
  const isTime = report.group === 'period' || report.group === 'lead';
  const rows = new Map(report.list.map((row) => [row.key, row]));
  return labels
    .slice(0, isTime ? labels.length : MOST_BARS)
    .map(([key, label]) => ({ label, parts: partsOf(rows.get(key)) }));
}
