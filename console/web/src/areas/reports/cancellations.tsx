/** Confirmed orders that were cancelled: by which side, and how long before the trip. */
import { CANCELLATION_GROUPS, type CancellationGroup } from '../../../../../domain/report.ts';
import type { CancellationsReport } from '../../../../server/reports/schemas.ts';
import type { Column } from '../../parts/table.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { numberFormat } from '../../texts/format.ts';
import { type GroupedReport, useBars, useLabels } from './grouped.ts';
import { GroupedSection, PictureAndTable } from './grouped-section.tsx';
import { hoursText } from './hours.ts';
import { useGroupName } from './report-section.tsx';

type Row = CancellationsReport['list'][number];

export function Cancellations() {
  const words = useTexts().reports.cancellations;
  return (
    <GroupedSection
      title={words.title}
      lead={words.lead}
      name="cancellations"
      filter="cancelledBy"
      groups={CANCELLATION_GROUPS}
    >
      {(report, group) => <Cancelled report={report} group={group} />}
    </GroupedSection>
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
    <PictureAndTable
      title={words.title}
      picture={words.picture(cancelled)}
      bars={cancelled > 0 ? bars : undefined}
      columns={columns}
      rows={report.list}
      none={words.none}
    />
  );
}

function useColumns(report: GroupedReport<Row>): Column<Row>[] {
  const words = useTexts().reports.cancellations;
  const locale = useLocaleTag();
  const labels = useLabels(report);
  const nameOf = useGroupName();
  const percent = numberFormat(locale, { style: 'percent' });
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
