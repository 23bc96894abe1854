/** A question, the picture that answers it, and the table behind. */
import type { ReactNode } from 'react';
import type { CancellationGroup } from '../../../../../domain/report.ts';
import { SelectField } from '../../parts/choices.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Section } from '../../parts/page.tsx';
import { EmptyState, Note } from '../../parts/states.tsx';
import { type Filters, useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { type ReportName, useReportFile } from './data.ts';

interface ReportSectionProps {
  readonly title: string;
  readonly lead: string;
  readonly name: ReportName;
  readonly query: Filters;
  readonly isCut?: boolean | undefined;
  readonly children: ReactNode;
}

export function ReportSection({ title, lead, name, query, isCut = false, children }: ReportSectionProps) {
  const words = useTexts().reports;
  const file = useReportFile(name, query);
  return (
    <Section
      title={title}
      aside={
        <a className="button plain" href={file} download>
          <Icon name="download" />
          {words.csv}
          <span className="hidden">: {title}</span>
        </a>
      }
    >
      <p className="soft">{lead}</p>
      {children}
      {isCut && <Note>{words.cut}</Note>}
    </Section>
  );
}

/** `title` where something better than nothing can be said. */
export function NothingInPeriod({ title }: { title?: string }) {
  const words = useTexts().reports;
  return <EmptyState icon="chart" title={title ?? words.nothing} text={words.nothingText} />;
}

interface GroupFieldProps<Group extends CancellationGroup> {
  /** In the address. */
  readonly name: string;
  /** What is asked about: the page has two of these. */
  readonly of: string;
  readonly groups: readonly Group[];
  readonly value: Group;
}

/** The first group is usual, and not in the address. Who acts by a link sees no other merchant. */
export function GroupField<Group extends CancellationGroup>(props: GroupFieldProps<Group>) {
  const { name, of, groups, value } = props;
  const words = useTexts().reports.group;
  const { acting } = useHere();
  const [, change] = useFilters();
  const nameOf = useGroupName();
  const options = groups
    .filter((group) => group !== 'partner' || !acting)
    .map((id) => ({ id, label: nameOf(id) }));
  return (
    <div className="report-group">
      <SelectField
        name={name}
        label={words.label(of)}
        options={options}
        value={value}
        onChange={(id) => change({ [name]: id === groups[0] ? undefined : id })}
      />
    </div>
  );
}

/** What a group is called here, also as the head of its column. */
export function useGroupName(): (group: CancellationGroup) => string {
  const { group, filters } = useTexts().reports;
  const { kind } = useHere();
  const [{ step }] = useFilters();
  return (of) => {
    if (of === 'partner') return kind === 'studio' ? filters.agency : filters.studio;
    if (of === 'period') return step === 'month' ? filters.steps.month : filters.steps.week;
    return of === 'lead' ? group.lead : filters[of];
  };
}
