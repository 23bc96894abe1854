/** What waits for one endpoint, the oldest first. */

import type { WaitingRow } from '../../../../server/operators/answers.ts';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { DataTable } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useParam } from '../../shell/session.ts';
import { orderPath, useOperatorPages } from './data.ts';
import './operators.css';

export default function Waiting() {
  const texts = useTexts().operators;
  const words = texts.stuck;
  const events: Readonly<Record<string, string>> = useTexts().frame.events;
  const endpointId = useParam('endpointId');
  const waiting = useOperatorPages('GET /api/operator/deliveries/waiting', { endpointId });
  const cause = ({ error, httpStatus }: WaitingRow) =>
    `${texts.why.errors[error ?? 'not_tried'] ?? error}${httpStatus === null ? '' : ` (${httpStatus})`}`;
  return (
    <Page title={words.waiting(endpointId)} crumbs={[{ title: words.title, to: '/desk/deliveries' }]}>
      <DataTable
        label={words.waiting(endpointId)}
        {...waiting}
        keyOf={(row) => row.notificationId}
        to={(row) => (row.subjectId.startsWith('ORD') ? orderPath(row.subjectId) : '/desk/deliveries')}
        empty={<EmptyState icon="check" title={words.noneWaiting} />}
        columns={[
          { id: 'about', title: words.about, cell: (row) => row.subjectId },
          {
            id: 'type',
            title: words.type,
            cell: (row) => <span title={row.type}>{events[row.type] ?? row.type}</span>,
          },
          { id: 'created', title: words.created, cell: (row) => <When at={row.createdAt} /> },
          {
            id: 'attempts',
            title: words.attempts,
            isNumber: true,
            wideOnly: true,
            cell: (row) => row.attempts,
          },
          { id: 'last', title: words.last, wideOnly: true, cell: cause },
          {
            id: 'next',
            title: words.next,
            wideOnly: true,
            cell: (row) => (row.nextAttemptAt === null ? '–' : <When at={row.nextAttemptAt} />),
          },
        ]}
      />
    </Page>
  );
}
