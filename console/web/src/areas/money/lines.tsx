/** A statement's lines as a table: what each is for, both sides of its amount, what is disputed. */

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Checkbox } from '../../parts/fields.tsx';
import { FilterBar, FilterText, useFilter } from '../../parts/filters.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { Day, dayText } from '../../parts/time.tsx';
import { useFilters } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { numberFormat } from '../../texts/format.ts';
import { Signed } from './balance.tsx';
import type { StatementLine, useStatement } from './data.ts';

/** The filters of the address that are of lines. */
export function useLineFilters(): { orderId?: string; isDisputed?: string } {
  const [{ orderId, isDisputed }] = useFilters();
  return {
    ...(orderId !== undefined && /^ORD\d{3,24}$/.test(orderId) && { orderId }),
    ...(isDisputed === 'true' && { isDisputed }),
  };
}

interface LinesProps {
  readonly currency: string;
  readonly statement: Pick<ReturnType<typeof useStatement>, 'lines' | 'error' | 'refetch' | 'more'>;
  /** The page of a line's order. */
  readonly orderPath: (orderId: string) => string;
  /** The content of the last column. */
  readonly dispute: (line: StatementLine) => ReactNode;
}

export function LinesTable({ currency, statement, orderPath, dispute }: LinesProps) {
  const words = useTexts().money;
  const [isDisputed, setDisputed] = useFilter('isDisputed');
  const columns: Column<StatementLine>[] = [
    { id: 'day', title: words.columns.day, cell: ({ day }) => <Day date={day} /> },
    { id: 'what', title: words.columns.what, cell: (line) => <What line={line} orderPath={orderPath} /> },
    amountColumn('gross', words.columns.gross, currency),
    amountColumn('commission', words.columns.commission, currency),
    { ...amountColumn('amount', words.columns.amount, currency), wideOnly: false },
    { id: 'dispute', title: words.columns.dispute, cell: dispute },
  ];
  return (
    <div className="stack">
      <div className="no-print">
        <FilterBar names={['orderId', 'isDisputed']}>
          <FilterText name="orderId" label={words.statement.order} minLength={6} />
          <Checkbox
            name="isDisputed"
            label={words.statement.onlyDisputed}
            isSelected={isDisputed === 'true'}
            onChange={(isOn) => setDisputed(isOn ? 'true' : '')}
          />
        </FilterBar>
      </div>
      <DataTable<StatementLine>
        label={words.columns.lines}
        columns={columns}
        rows={statement.lines}
        keyOf={({ lineId }) => lineId}
        error={statement.error}
        refetch={statement.refetch}
        more={statement.more}
        empty={<EmptyState icon="money" title={words.statement.noLines} text={words.statement.noLinesText} />}
      />
    </div>
  );
}

function amountColumn(
  id: 'gross' | 'commission' | 'amount',
  title: string,
  currency: string,
): Column<StatementLine> {
  const cell = (line: StatementLine) => <Signed amount={line[id]} currency={currency} />;
  return { id, title, isNumber: true, wideOnly: true, cell };
}

function What({ line, orderPath }: { line: StatementLine; orderPath: (orderId: string) => string }) {
  const words = useTexts().money;
  const locale = useLocaleTag();
  const { kind, orderId, counterparty, reason, commissionRate, clientReference } = line;
  const { guideName, tripDate } = line;
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const facts = [
    clientReference && words.statement.orderReference(clientReference),
    guideName && tripDate && words.statement.trip(guideName, dayText(tripDate, locale)),
    counterparty && `${words.statement.with} ${counterparty.name}`,
    commissionRate !== null && words.statement.rate(percent.format(commissionRate / 10_000)),
    reason,
  ].filter(Boolean);
  return (
    <span className="line-what">
      <span>
        {words.kinds[kind]}
        {orderId !== null && (
          <>
            {' · '}
            <Link to={orderPath(orderId)} title={orderId}>
              <code>…{orderId.slice(-6)}</code>
            </Link>
          </>
        )}
      </span>
      {facts.length > 0 && <span className="soft">{facts.join(' · ')}</span>}
    </span>
  );
}
