/** What became of requests, and how long their answers took. */
import { REPORT_GROUPS, type ReportGroup } from '../../../../../domain/report.ts';
import type { RequestsReport } from '../../../../server/reports/schemas.ts';
import { colorOf } from '../../parts/badge.tsx';
import { BarChart } from '../../parts/bar-chart.tsx';
import { Awaited } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { useFilters } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useReport, useReportQuery } from './data.ts';
import { type GroupedReport, useBars, useLabels } from './grouped.ts';
import { hoursText } from './hours.ts';
import { GroupField, NothingInPeriod, ReportSection, useGroupName } from './report-section.tsx';

type Row = RequestsReport['list'][number];

export function Requests() {
  const words = useTexts().reports.requests;
  const query = useReportQuery();
  const [{ requestsBy }] = useFilters();
  const groupBy = REPORT_GROUPS.find((group) => group === requestsBy) ?? 'period';
  const asked = { ...query, groupBy };
  const report = useReport('requests', asked);
  return (
    <ReportSection
      title={words.title}
      lead={words.lead}
      name="requests"
      query={asked}
      isCut={report.data?.isCut}
    >
      <GroupField name="requestsBy" of={words.title} groups={REPORT_GROUPS} value={groupBy} />
      <Awaited query={report} lines={6} />
      {report.data && <Answered report={report.data} group={groupBy} />}
    </ReportSection>
  );
}

const RESULTS = [
  { result: 'confirmed', color: colorOf('confirmed'), isFaint: false },
  { result: 'rejected', color: colorOf('cancelled'), isFaint: false },
  { result: 'expired', color: colorOf('cancelled'), isFaint: true },
  { result: 'withdrawn', color: colorOf('withdrawn'), isFaint: false },
  { result: 'otherwise', color: colorOf('withdrawn'), isFaint: true },
  { result: 'waiting', color: colorOf('pending'), isFaint: false },
] as const;

/** What hardly ever happens has no column of noughts. */
function resultsOf({ list }: { readonly list: readonly Row[] }) {
  return RESULTS.filter(
    ({ result }) => result !== 'otherwise' || list.some(({ otherwise }) => otherwise > 0),
  );
}

function Answered({ report, group }: { report: RequestsReport; group: ReportGroup }) {
  const words = useTexts().reports.requests;
  const requests = report.list.reduce((sum, row) => sum + row.requests, 0);
  const columns = useColumns({ ...report, group });
  const bars = useBars({ ...report, group }, (row?: Row) =>
    resultsOf(report).map(({ result, ...look }) => ({
      name: words[result],
      value: row?.[result] ?? 0,
      ...look,
    })),
  );
  return (
    <>
      {requests > 0 && (
        <div className="card">
          <BarChart label={words.picture(requests)} bars={bars} />
        </div>
      )}
      <DataTable<Row>
        label={words.title}
        columns={columns}
        rows={report.list}
        keyOf={({ key }) => key}
        empty={<NothingInPeriod />}
      />
    </>
  );
}

function useColumns(report: GroupedReport<Row>): Column<Row>[] {
  const words = useTexts().reports.requests;
  const locale = useLocaleTag();
  const labels = useLabels(report);
  const nameOf = useGroupName();
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const hours = (value: number | null) => (value === null ? '–' : hoursText(value, locale));
  return [
    { id: 'group', title: nameOf(report.group), cell: ({ key }) => labels.get(key) },
    { id: 'requests', title: words.requests, cell: ({ requests }) => requests, isNumber: true },
    ...resultsOf(report).map(({ result }) => ({
      id: result,
      title: words[result],
      cell: (row: Row) =>
        result === 'confirmed' && row.requests > 0
          ? words.share(row.confirmed, percent.format(row.confirmed / row.requests))
          : row[result],
      isNumber: true,
      wideOnly: result !== 'confirmed',
    })),
    {
      id: 'median',
      title: words.median,
      cell: ({ medianHours, confirmed, rejected }) =>
        medianHours === null ? '–' : words.ofAnswers(hours(medianHours), confirmed + rejected),
      isNumber: true,
    },
    { id: 'p90', title: words.p90, cell: ({ p90Hours }) => hours(p90Hours), isNumber: true, wideOnly: true },
    { id: 'instant', title: words.instant, cell: ({ instant }) => instant, isNumber: true, wideOnly: true },
  ];
}
