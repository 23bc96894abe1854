/** Entries of the audit log, on all pages that list them. */

import type { AuditRow } from '../../../../server/operators/answers.ts';
import { DataTable } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { merchantPath, orderPath } from './data.ts';

const ORDER = /^order:(ORD\d+)$/;

/** The page of an entry's subject, or of its merchant. */
function wayOf({ subject, merchantKey }: AuditRow): string | undefined {
  const order = ORDER.exec(subject)?.[1];
  if (order !== undefined) return orderPath(order);
  return merchantKey === null ? undefined : merchantPath(merchantKey);
}

type Rest = Pick<Parameters<typeof DataTable<AuditRow>>[0], 'error' | 'refetch' | 'more'>;

export function AuditRows({
  rows,
  empty = null,
  ...rest
}: Rest & { rows: readonly AuditRow[] | undefined; empty?: React.ReactNode }) {
  const words = useTexts().operators.audit;
  const actions: Readonly<Record<string, string>> = useTexts().company.audit.actions;
  return (
    <DataTable
      {...rest}
      label={words.title}
      rows={rows}
      keyOf={(row) => String(row.id)}
      to={(row) => wayOf(row) ?? '/desk/audit'}
      empty={empty}
      columns={[
        {
          id: 'action',
          title: words.action,
          cell: (row) => <span title={row.action}>{actions[row.action] ?? row.action}</span>,
        },
        { id: 'subject', title: words.subject, wideOnly: true, cell: (row) => <code>{row.subject}</code> },
        {
          id: 'who',
          title: words.who,
          cell: (row) => <span className="breaks">{row.actorName ?? row.actor}</span>,
        },
        { id: 'details', title: words.details, wideOnly: true, cell: (row) => <Details row={row} /> },
        { id: 'when', title: words.when, cell: (row) => <When at={row.occurredAt} /> },
      ]}
    />
  );
}

/** What was changed, as it was noted. */
function Details({ row: { details } }: { row: AuditRow }) {
  const text = Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');
  return <span className="excerpt breaks">{text}</span>;
}
