/** A statement's head: which way its balance goes, its sums, when it was issued and paid, and what holds now. */
import type { StatementPage } from '../../../../server/money/schemas.ts';
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
        <Fact name={words.columns.lines}>{lineCount}</Fact>
        <Fact name={words.columns.gross}>
          <Signed amount={gross} currency={currency} />
        </Fact>
        <Fact name={words.columns.commission}>
          <Signed amount={commission} currency={currency} />
        </Fact>
        {closedUntil !== null && (
          <Fact name={words.statement.until}>
            <When at={closedUntil} zone={timeZone} isExact />
          </Fact>
        )}
        {issuedAt !== null && (
          <Fact name={words.statement.issuedAt}>
            <When at={issuedAt} isExact />
          </Fact>
        )}
        {paidAt !== null && (
          <Fact name={words.statement.paidAt}>
            <When at={paidAt} isExact />
          </Fact>
        )}
        {paymentReference !== null && <Fact name={words.statement.reference}>{paymentReference}</Fact>}
        <Fact name={words.statement.zone}>{timeZone}</Fact>
      </dl>
      {!isForOperators && (
        <Note tone={status === 'disputed' ? 'warning' : 'info'}>{words.statement.now[status]}</Note>
      )}
    </div>
  );
}

/** A name and what it is, in a list of facts. */
export function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Both files of a statement, and paper. */
export function StatementFiles({ source, settlementId }: { source: MoneySource; settlementId: string }) {
  const words = useTexts().money.statement;
  return (
    <>
      <a
        className="button button-plain"
        href={moneyAddress(source, '/statements/{settlementId}/csv', { settlementId })}
        download
      >
        {words.csv}
      </a>
      <a
        className="button button-plain"
        href={moneyAddress(source, '/statements/{settlementId}/pdf', { settlementId })}
        download
      >
        {words.pdf}
      </a>
    </>
  );
}
