/** The disputed line, the objection to it, and its answer. */

import { Link } from '@tanstack/react-router';
import { ShortId } from '../../parts/copy.tsx';
import { monthText } from '../../parts/days.ts';
import { Fact } from '../../parts/facts.tsx';
import { Section } from '../../parts/page.tsx';
import { When } from '../../parts/time.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { Balance, Signed } from './balance.tsx';
import type { DisputeThread } from './data.ts';

interface FactsProps {
  readonly dispute: DisputeThread;
  readonly statementPath: string;
  readonly orderPath: string | undefined;
  readonly isForOperators?: boolean;
}

export function DisputeFacts({ dispute, statementPath, orderPath, isForOperators = false }: FactsProps) {
  const words = useTexts().money;
  const locale = useLocaleTag();
  const { currency, kind, gross, commission, amount, reason, openedAt } = dispute;
  return (
    <div className="stack-l">
      <Section title={words.dispute.line}>
        <div className="card stack">
          <Balance amount={amount} currency={currency} isForOperators={isForOperators} large />
          <dl className="facts">
            {isForOperators && (
              <Fact
                name={words.columns.merchant}
                value={
                  <>
                    {dispute.merchantName} <ShortId id={dispute.merchantKey} />
                    {dispute.sandbox && ` · ${words.backOffice.sandbox}`}
                  </>
                }
              />
            )}
            <Fact name={words.columns.what} value={words.kinds[kind]} />
            <Fact
              name={words.statement.order}
              value={dispute.orderId && orderPath && <Link to={orderPath}>{dispute.orderId}</Link>}
            />
            <Fact
              name={words.columns.statement}
              value={
                <Link to={statementPath}>
                  {monthText(dispute.month, locale)} · {dispute.settlementId}
                </Link>
              }
            />
            <Fact name={words.columns.gross} value={<Signed amount={gross} currency={currency} />} />
            <Fact
              name={words.columns.commission}
              value={<Signed amount={commission} currency={currency} />}
            />
          </dl>
        </div>
      </Section>
      <Section title={words.dispute.objection}>
        <div className="card stack-s">
          <p className="said">{reason}</p>
          <p className="soft">
            <When at={openedAt} />
          </p>
        </div>
      </Section>
      {dispute.resolution !== null && <Answer dispute={dispute} />}
    </div>
  );
}

function Answer({ dispute }: { dispute: DisputeThread }) {
  const words = useTexts().money.dispute;
  const { resolution, resolvedAt, adjusted, currency, postingId, status } = dispute;
  return (
    <Section title={words.answer}>
      <div className="card stack-s">
        <p>
          <strong>{words.status[status]}</strong>
        </p>
        <p className="said">{resolution}</p>
        {adjusted !== null && (
          <p>
            {words.adjustedBy} <Balance amount={adjusted} currency={currency} />. {words.nextStatement}
          </p>
        )}
        {postingId !== null && (
          <p className="soft">
            {words.posting} <ShortId id={postingId} />
          </p>
        )}
        {resolvedAt !== null && (
          <p className="soft">
            <When at={resolvedAt} />
          </p>
        )}
      </div>
    </Section>
  );
}
