/** Days on which a studio's guides have a trip. They are no share of anything: what was closed in the past nobody knows. */
import type { DaysReport } from '../../../../server/reports/schemas.ts';
import { BarChart } from '../../parts/bar-chart.tsx';
import { monthText } from '../../parts/days.ts';
import { Awaited } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { monthsOf } from './bars.ts';
import { useReport, useReportQuery } from './data.ts';
import { NothingInPeriod, ReportSection } from './report-section.tsx';

type Row = DaysReport['list'][number];

interface GuideRow {
  readonly guideId: string;
  readonly name: string;
  readonly months: readonly Row[];
}

export function BookedDays() {
  const words = useTexts().reports.days;
  const query = useReportQuery();
  const report = useReport('days', query);
  const columns = useColumns();
  return (
    <ReportSection title={words.title} lead={words.lead} name="days" query={query} isCut={report.data?.isCut}>
      <Awaited query={report} lines={6} />
      {report.data && report.data.list.length > 0 && <Picture report={report.data} />}
      {report.data && (
        <DataTable<GuideRow>
          label={words.title}
          columns={columns}
          rows={guidesOf(report.data.list)}
          keyOf={({ guideId }) => guideId}
          empty={<NothingInPeriod />}
        />
      )}
    </ReportSection>
  );
}

function guidesOf(list: readonly Row[]): GuideRow[] {
  return [...Map.groupBy(list, ({ guideId }) => guideId)].map(([guideId, months]) => ({
    ...{ guideId, months, name: months[0]?.guideName ?? guideId },
  }));
}

const daysOf = (rows: readonly Row[]) => rows.reduce((sum, { days }) => sum + days, 0);

function Picture({ report }: { report: DaysReport }) {
  const words = useTexts().reports.days;
  const locale = useLocaleTag();
  const bars = monthsOf(report).map((month) => ({
    label: monthText(month, locale),
    parts: [
      {
        name: words.days,
        value: daysOf(report.list.filter((row) => row.month === month)),
        color: 'accent' as const,
      },
    ],
  }));
  return (
    <div className="card">
      <BarChart label={words.picture(daysOf(report.list))} bars={bars} />
    </div>
  );
}

function useColumns(): Column<GuideRow>[] {
  const words = useTexts().reports.days;
  const locale = useLocaleTag();
  return [
    { id: 'guide', title: words.guide, cell: ({ name }) => name },
    { id: 'days', title: words.days, cell: ({ months }) => daysOf(months), isNumber: true },
    {
      id: 'months',
      title: words.byMonth,
      cell: ({ months }) => (
        <ul className="report-months">
          {months.map(({ month, days, trips }) => (
            <li key={month}>{words.month(monthText(month, locale), days, trips)}</li>
          ))}
        </ul>
      ),
    },
  ];
}
