/** Confirmed orders that were cancelled: by which side, and how long before the trip. */
import { CANCELLATION_GROUPS, type CancellationGroup } from '../../../../../domain/report.ts';
import type { CancellationsReport } from '../../../../server/reports/schemas.ts';
import { BarChart } from '../../parts/bar-chart.tsx';
import { Awaited } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { useFilters } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useReport, useReportQuery } from './data.ts';
import { type GroupedReport, useBars, useLabels } from './grouped.ts';
import { hoursText } from './hours.ts';
import { GroupField, NothingInPeriod, ReportSection, useGroupName } from './report-section.tsx';

type Row = CancellationsReport['list'][number];

export function Cancellations() {
  const words = useTexts().reports.cancellations;
  const query = useReportQuery();
  const [{ cancelledBy }] = useFilters();
  const groupBy = CANCELLATION_GROUPS.find((group) => group === cancelledBy) ?? 'lead';
  const asked = { ...query, groupBy };
  const report = useReport('cancellations', asked);
  return (
    <ReportSection
      title={words.title}
      lead={words.lead}
      name="cancellations"
      query={asked}
      isCut={report.data?.isCut}
    >
      <GroupField name="cancelledBy" of={words.title} groups={CANCELLATION_GROUPS} value={groupBy} />
      <Awaited query={report} lines={6} />
      {report.data && <Cancelled report={report.data} group={groupBy} />}
    </ReportSection>
  );
}

/** Sides have no colors elsewhere. */
const SIDES = [
  { by: 'byAgency', color: 'blue' },
  { by: 'byStudio', color: 'amber' },
  { by: 'byOperator', color: 'grey' },
] as const;

function Cancelled({ report, group }: { report: CancellationsReport; group: CancellationGroup }) {
  const words = useTexts().reports.cancellations;
  const cancelled = report.list.reduce((sum, row) => sum + row.cancelled, 0);
  const columns = useColumns({ ...report, group });
  const bars = useBars({ ...report, group }, (row?: Row) =>
    SIDES.map(({ by, color }) => ({ name: words[by], value: row?.[by] ?? 0, color })),
  );
  return (
    <>
      {cancelled > 0 && (
        <div className="card">
          <BarChart label={words.picture(cancelled)} bars={bars} />
        </div>
      )}
      <DataTable<Row>
        label={words.title}
        columns={columns}
        rows={report.list}
        keyOf={({ key }) => key}
        empty={<NothingInPeriod title={words.none} />}
      />
    </>
  );
}

function useColumns(report: GroupedReport<Row>): Column<Row>[] {
  const words = useTexts().reports.cancellations;
  const locale = useLocaleTag();
  const labels = useLabels(report);
  const nameOf = useGroupName();
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const before = (hours: number) =>
    hours < 0 ? words.after(hoursText(hours, locale)) : hoursText(hours, locale);
  const confirmed: Column<Row> = {
    id: 'confirmed',
    title: words.confirmed,
    cell: (row) => row.confirmed,
    isNumber: true,
  };
  return [
    { id: 'group', title: nameOf(report.group), cell: ({ key }) => labels.get(key) },
    ...(report.group === 'lead' ? [] : [confirmed]),
    {
      id: 'cancelled',
      title: words.cancelled,
      cell: ({ cancelled, confirmed: all }) =>
        all === null ? cancelled : words.share(cancelled, percent.format(cancelled / all)),
      isNumber: true,
    },
    ...SIDES.map(({ by }) => ({
      id: by,
      title: words[by],
      cell: (row: Row) => row[by],
      isNumber: true,
      wideOnly: by === 'byOperator',
    })),
    {
      id: 'median',
      title: words.median,
      cell: ({ medianHours }) => (medianHours === null ? '–' : before(medianHours)),
      isNumber: true,
      wideOnly: true,
    },
  ];
}
