/** The audit log of the platform; filters are in the address. */

import { addressOf } from '../../api/client.ts';
import { SelectField } from '../../parts/choices.tsx';
import { DateField } from '../../parts/date-fields.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { FilterBar } from '../../parts/table.tsx';
import { type Filters, searchText, useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { SettledText } from '../trade/settled-text.tsx';
import { AuditRows } from './audit-rows.tsx';
import { useOperatorData, useOperatorPages } from './data.ts';
import './operators.css';

const NAMES = ['actor', 'action', 'subject', 'merchantKey', 'from', 'until'] as const;

/** Days of the viewer's calendar, both included, as instants. */
function asked({ actor, action, subject, merchantKey, from, until }: Filters): Filters {
  const begin = (day: string, after = 0) => {
    const at = new Date(`${day}T00:00:00`);
    at.setDate(at.getDate() + after);
    return at.toISOString();
  };
  return {
    actor,
    action,
    subject,
    merchantKey,
    since: from && begin(from),
    until: until && begin(until, 1),
  };
}

export default function Audit() {
  const words = useTexts().operators.audit;
  const [filters] = useFilters();
  const query = asked(filters);
  const log = useOperatorPages('GET /api/operator/audit', query);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <a
          className="button plain"
          href={`${addressOf('GET /api/operator/audit/export')}${searchText(query)}`}
          download="audit.csv"
        >
          {words.export}
        </a>
      }
    >
      <AuditFilters />
      <AuditRows
        rows={log.rows}
        error={log.error}
        onRetry={log.refetch}
        more={log.more}
        empty={
          <EmptyState icon="audit" title={words.none}>
            {words.noneText}
          </EmptyState>
        }
      />
    </Page>
  );
}

function AuditFilters() {
  const texts = useTexts().operators;
  const words = texts.audit;
  const labels: Readonly<Record<string, string>> = useTexts().company.audit.actions;
  const [filters, change] = useFilters();
  const { data } = useOperatorData('GET /api/operator/audit/actions');
  const actions = [
    { id: 'any', label: texts.any },
    ...(data?.list ?? []).map((id) => ({ id, label: labels[id] ?? id })),
  ];
  const text = (name: (typeof NAMES)[number], label: string) => (
    <SettledText
      key={name}
      name={name}
      label={label}
      value={filters[name] ?? ''}
      onSettled={(value) => change({ [name]: value || undefined })}
    />
  );
  const day = (name: 'from' | 'until', label: string) => (
    <DateField
      name={name}
      label={label}
      isOptional
      value={filters[name] ?? ''}
      onChange={(value) => change({ [name]: value || undefined })}
    />
  );
  return (
    <FilterBar names={NAMES}>
      {text('actor', words.who)}
      <SelectField
        name="action"
        label={words.action}
        options={actions}
        value={filters.action ?? 'any'}
        onChange={(value) => change({ action: value === 'any' ? undefined : value })}
      />
      {text('subject', words.subject)}
      {text('merchantKey', words.merchant)}
      {day('from', words.from)}
      {day('until', words.until)}
    </FilterBar>
  );
}
