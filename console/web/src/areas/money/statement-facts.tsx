/** A statement's head: which way its balance goes, its sums, when it was issued and paid, and what holds now. */

import type { StatementPage } from '../../../../server/money/schemas.ts';
import { Fact } from '../../parts/facts.tsx';
import { Note } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { Balance, Signed } from './balance.tsx';
import { type MoneySource, moneyAddress } from './data.ts';

export function StatementFacts({
  statement,
  isForOperators = false,
}: {
  statement: StatementPage['statement'];
  isForOperators?: boolean;
}) {
  const words = useTexts().money;
  const { status, balance, currency, gross, commission, lineCount, timeZone } = statement;
  const { issuedAt, paidAt, paymentReference, closedUntil } = statement;
  return (
    <div className="card stack">
      <Balance amount={balance} currency={currency} isForOperators={isForOperators} large />
      <dl className="facts">
        <Fact name={words.columns.lines} value={lineCount} />
        <Fact name={words.columns.gross} value={<Signed amount={gross} currency={currency} />} />
        <Fact name={words.columns.commission} value={<Signed amount={commission} currency={currency} />} />
        <Fact
          name={words.statement.until}
          value={closedUntil && <When at={closedUntil} zone={timeZone} isExact />}
        />
        <Fact name={words.statement.issuedAt} value={issuedAt && <When at={issuedAt} isExact />} />
        <Fact name={words.statement.paidAt} value={paidAt && <When at={paidAt} isExact />} />
        <Fact name={words.statement.reference} value={paymentReference} />
        <Fact name={words.statement.zone} value={timeZone} />
      </dl>
      {!isForOperators && (
        <Note tone={status === 'disputed' ? 'warning' : 'info'}>{words.statement.now[status]}</Note>
      )}
    </div>
  );
}

const FILES = ['csv', 'pdf', 'proof'] as const;

/** A statement's files. */
export function StatementFiles({ source, settlementId }: { source: MoneySource; settlementId: string }) {
  const words = useTexts().money.statement;
  return FILES.map((form) => (
    <a
      key={form}
      className="button button-plain"
      href={moneyAddress(source, `/statements/{settlementId}/${form}`, { settlementId })}
      title={form === 'proof' ? words.proofHelp : undefined}
      download
    >
      {words[form]}
    </a>
  ));
}
