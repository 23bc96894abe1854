/** What became of requests, and how long their answers took. */
import { REPORT_GROUPS, type ReportGroup } from '../../../../../domain/report.ts';
import type { RequestsReport } from '../../../../server/reports/schemas.ts';
import { colorOf } from '../../parts/badge.tsx';
import type { Column } from '../../parts/table.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { numberFormat } from '../../texts/format.ts';
import { type GroupedReport, useBars, useLabels } from './grouped.ts';
import { GroupedSection, PictureAndTable } from './grouped-section.tsx';
import { hoursText } from './hours.ts';
import { useGroupName } from './report-section.tsx';

type Row = RequestsReport['list'][number];

export function Requests() {
  const words = useTexts().reports.requests;
  return (
    <GroupedSection
      title={words.title}
      lead={words.lead}
      name="requests"
      filter="requestsBy"
      groups={REPORT_GROUPS}
    >
      {(report, group) => <Answered report={report} group={group} />}
    </GroupedSection>
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
    <PictureAndTable
      title={words.title}
      picture={words.picture(requests)}
      bars={requests > 0 ? bars : undefined}
      columns={columns}
      rows={report.list}
    />
  );
}

function useColumns(report: GroupedReport<Row>): Column<Row>[] {
  const words = useTexts().reports.requests;
  const locale = useLocaleTag();
  const labels = useLabels(report);
  const nameOf = useGroupName();
  const percent = numberFormat(locale, { style: 'percent' });
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
