/** A question that is answered by period, guide, area or merchant, as one chooses. */
import type { ReactNode } from 'react';
import type { CancellationGroup } from '../../../../../domain/report.ts';
import { type Bar, BarChart } from '../../parts/bar-chart.tsx';
import { Awaited } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { useFilters } from '../../shell/address.ts';
import { useReport, useReportQuery } from './data.ts';
import { GroupField, NothingInPeriod, ReportSection } from './report-section.tsx';

type Name = 'requests' | 'cancellations';
type Answered<One extends Name> = NonNullable<ReturnType<typeof useReport<One>>['data']>;

interface SectionProps<One extends Name, Group extends CancellationGroup> {
  readonly title: string;
  readonly lead: string;
  readonly name: One;
  /** The chosen group, in the address. */
  readonly filter: string;
  /** The first is usual. */
  readonly groups: readonly [Group, ...Group[]];
  readonly children: (report: Answered<One>, group: Group) => ReactNode;
}

export function GroupedSection<One extends Name, Group extends CancellationGroup>(
  props: SectionProps<One, Group>,
) {
  const { title, lead, name, filter, groups, children } = props;
  const [filters] = useFilters();
  const group = groups.find((one) => one === filters[filter]) ?? groups[0];
  const asked = { ...useReportQuery(), groupBy: group };
  const report = useReport(name, asked);
  const cut = report.data as { readonly isCut: boolean } | undefined;
  return (
    <ReportSection title={title} lead={lead} name={name} query={asked} isCut={cut?.isCut}>
      <GroupField name={filter} of={title} groups={groups} value={group} />
      <Awaited query={report} lines={6} />
      {report.data && children(report.data, group)}
    </ReportSection>
  );
}

interface PictureProps<Row> {
  readonly title: string;
  readonly picture: string;
  /** Undefined where there is nothing to see. */
  readonly bars: readonly Bar[] | undefined;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Instead of "nothing in this period". */
  readonly none?: string;
}

export function PictureAndTable<Row extends { readonly key: string }>(props: PictureProps<Row>) {
  const { title, picture, bars, columns, rows, none } = props;
  return (
    <>
      {bars && (
        <div className="card">
          <BarChart label={picture} bars={bars} />
        </div>
      )}
      <DataTable<Row>
        label={title}
        columns={columns}
        rows={rows}
        keyOf={({ key }) => key}
        empty={<NothingInPeriod {...(none !== undefined && { title: none })} />}
      />
    </>
  );
}
