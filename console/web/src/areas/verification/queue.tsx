/** What companies sent to be verified: what waits, oldest first; what was decided, newest first. */

import { useQuery } from '@tanstack/react-query';
import type { Queue as Answer } from '../../../../server/verification/schemas.ts';
import { request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Tabs } from '../../parts/menu.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { displayNames } from '../../texts/format.ts';

type Queued = Answer['list'][number];

export default function Queue() {
  const words = useTexts().company.backOffice;
  return (
    <Page title={words.title} lead={words.lead}>
      <Tabs
        label={words.title}
        tabs={[
          { id: 'submitted', label: words.waiting, children: <List state="submitted" /> },
          { id: 'decided', label: words.decided, children: <List state="decided" /> },
        ]}
      />
    </Page>
  );
}

function List({ state }: { state: 'decided' | 'submitted' }) {
  const words = useTexts().company.backOffice;
  const columns = useColumns(state);
  const { data, error, refetch } = useQuery<Answer, Refusal>({
    queryKey: ['backOffice', 'verifications', state],
    queryFn: () => request('GET /api/operator/verifications', { query: { state } }),
    refetchInterval: 60_000,
  });
  return (
    <DataTable
      label={words[state === 'submitted' ? 'waiting' : 'decided']}
      columns={columns}
      rows={data?.list}
      keyOf={({ companyId, number }) => `${companyId}/${number}`}
      to={({ companyId }) => `/desk/verifications/${companyId}`}
      error={error}
      refetch={refetch}
      empty={<EmptyState icon="shield" title={words.nothing} text={words.nothingText} />}
    />
  );
}

function useColumns(state: 'decided' | 'submitted'): readonly Column<Queued>[] {
  const { account, company } = useTexts();
  const words = company.backOffice.columns;
  const countries = displayNames(useLocaleTag(), { type: 'region' });
  return [
    { id: 'name', title: words.name, cell: ({ legalName }) => legalName },
    { id: 'kind', title: words.kind, cell: ({ kind }) => account.kinds[kind].label, wideOnly: true },
    { id: 'country', title: words.country, cell: ({ country }) => countries.of(country), wideOnly: true },
    { id: 'number', title: words.number, cell: ({ number }) => number, isNumber: true, wideOnly: true },
    { id: 'documents', title: words.documents, cell: ({ documents }) => documents, isNumber: true },
    ...(state === 'decided'
      ? [
          {
            id: 'state',
            title: words.state,
            cell: (row: Queued) => <StateBadge state={row.state} />,
          },
        ]
      : []),
    {
      id: 'sent',
      title: state === 'decided' ? words.decidedAt : words.sent,
      cell: ({ submittedAt, decidedAt }) => <When at={decidedAt ?? submittedAt} />,
    },
  ];
}
