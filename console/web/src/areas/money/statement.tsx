/** One statement of a merchant: its sums and its lines; from here a line is objected to. */
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { StatementPage as Answer } from '../../../../server/money/schemas.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { ShortId } from '../../parts/copy.tsx';
import { monthText } from '../../parts/days.ts';
import { Page } from '../../parts/page.tsx';
import { Awaited } from '../../parts/states.tsx';
import { useAddress } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useHere, useParam } from '../../shell/session.ts';
import { type StatementLine, useMerchantMoney, useStatement } from './data.ts';
import { DisputeBadge } from './dispute-badge.tsx';
import { LinesTable, useLineFilters } from './lines.tsx';
import { ObjectDialog } from './object-dialog.tsx';
import { StatementFacts, StatementFiles } from './statement-facts.tsx';
import './money.css';

export default function StatementPage() {
  const words = useTexts().money;
  const locale = useLocaleTag();
  const address = useAddress();
  const source = useMerchantMoney();
  const settlementId = useParam('settlementId');
  const answer = useStatement<Answer>(source, settlementId, useLineFilters());
  const statement = answer.page?.statement;
  const title = statement
    ? words.statement.title(monthText(statement.month, locale))
    : words.columns.statement;
  return (
    <Page
      title={title}
      crumbs={[{ title: words.home.title, to: address('/money') }]}
      beside={
        statement && (
          <>
            <StateBadge state={statement.status} />
            {statement.part > 1 && <span>{words.statement.part(statement.part)}</span>}
            <ShortId id={statement.settlementId} />
          </>
        )
      }
      actions={
        <>
          <StatementFiles source={source} settlementId={settlementId} />
          <Button onPress={() => window.print()}>{words.statement.print}</Button>
        </>
      }
    >
      <Awaited query={{ data: answer.page, error: answer.error, refetch: answer.refetch }} lines={10} />
      {answer.page && <Loaded answer={answer} page={answer.page} />}
    </Page>
  );
}

interface LoadedProps {
  readonly answer: ReturnType<typeof useStatement<Answer>>;
  readonly page: Answer;
}

function Loaded({ answer, page: { statement, disputes, canDispute } }: LoadedProps) {
  const here = useHere();
  const words = useTexts().money;
  const address = useAddress();
  const navigate = useNavigate();
  const [line, setLine] = useState<StatementLine>();
  const mayObject = canDispute && here.may('money.dispute');
  return (
    <>
      <StatementFacts statement={statement} />
      <LinesTable
        currency={statement.currency}
        statement={answer}
        orderPath={(orderId) => address(`/orders/${orderId}`)}
        dispute={(one) => {
          const own = disputes.find(({ lineId }) => lineId === one.lineId);
          return (
            <span className="row">
              {own && (
                <Link to={address(`/money/disputes/${own.disputeId}`)}>
                  <DisputeBadge status={own.status} />
                </Link>
              )}
              {mayObject && own?.status !== 'open' && (
                <Button
                  small
                  label={words.statement.objectTo(one.lineId)}
                  className="no-print"
                  onPress={() => setLine(one)}
                >
                  {words.statement.object}
                </Button>
              )}
            </span>
          );
        }}
      />
      {line && (
        <ObjectDialog
          statement={statement}
          line={line}
          onClose={() => setLine(undefined)}
          onDone={(disputeId) => void navigate({ to: address(`/money/disputes/${disputeId}`) })}
        />
      )}
    </>
  );
}
