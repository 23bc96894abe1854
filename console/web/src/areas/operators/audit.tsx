/** The audit log of the platform; filters are in the address. */

import { addressOf } from '../../api/client.ts';
import { FilterBar, FilterDay, FilterSelect, FilterText } from '../../parts/filters.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { type Filters, searchText, useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
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
      <AuditRows {...log} empty={<EmptyState icon="audit" title={words.none} text={words.noneText} />} />
    </Page>
  );
}

function AuditFilters() {
  const texts = useTexts().operators;
  const words = texts.audit;
  const labels: Readonly<Record<string, string>> = useTexts().company.audit.actions;
  const { data } = useOperatorData('GET /api/operator/audit/actions');
  const actions = (data?.list ?? []).map((id) => ({ id, label: labels[id] ?? id }));
  return (
    <FilterBar names={NAMES}>
      <FilterText name="actor" label={words.who} />
      <FilterSelect name="action" label={words.action} any={texts.any} options={actions} />
      <FilterText name="subject" label={words.subject} />
      <FilterText name="merchantKey" label={words.merchant} />
      <FilterDay name="from" label={words.from} />
      <FilterDay name="until" label={words.until} />
    </FilterBar>
  );
}
