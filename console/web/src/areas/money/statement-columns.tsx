import type { SettlementState } from '../../../../../domain/settlement.ts';
import { StateBadge } from '../../parts/badge.tsx';
import type { Column } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { Balance } from './balance.tsx';

interface StatementRow {
  readonly status: SettlementState;
  readonly lineCount: number;
  readonly balance: number;
  readonly currency: string;
  readonly issuedAt: string | null;
}

/** State, lines, balance and issue of a statement, for merchants and operators. */
export function useStatementColumns<Row extends StatementRow>(isForOperators = false): Column<Row>[] {
  const words = useTexts().money.columns;
  return [
    { id: 'state', title: words.state, cell: ({ status }) => <StateBadge state={status} /> },
    { id: 'lines', title: words.lines, isNumber: true, wideOnly: true, cell: ({ lineCount }) => lineCount },
    {
      id: 'balance',
      title: words.balance,
      isNumber: true,
      cell: ({ balance, currency }) => (
        <Balance amount={balance} currency={currency} isForOperators={isForOperators} />
      ),
    },
    {
      id: 'issued',
      title: words.issued,
      wideOnly: true,
      cell: ({ issuedAt }) => (issuedAt === null ? '–' : <When at={issuedAt} hasHappened />),
    },
  ];
}
