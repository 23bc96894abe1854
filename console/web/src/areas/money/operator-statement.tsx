/** One merchant's statement as operators see it: its lines, what is disputed, and its payment. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { OperatorStatementPage as Answer } from '../../../../server/operator-money/schemas.ts';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { ShortId } from '../../parts/copy.tsx';
import { monthText } from '../../parts/days.ts';
import { Dialog, DialogSubmit } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { moneyText } from '../../parts/money.tsx';
import { Page } from '../../parts/page.tsx';
import { Awaited } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useParam } from '../../shell/session.ts';
import { useOnceKey } from '../trade/once-key.ts';
import { OPERATOR_MONEY, oldAfterWrite, useStatement } from './data.ts';
import { DisputeBadge } from './dispute-badge.tsx';
import { LinesTable, useLineFilters } from './lines.tsx';
import { OPERATOR_MONEY_PATH, useMayWrite } from './operator-data.ts';
import { StatementFacts, StatementFiles } from './statement-facts.tsx';
import { useSingle } from './use-single.ts';
import './money.css';

/** contract/schemas: of the bank transfer. */
const MAX_REFERENCE = 140;

export default function OperatorStatement() {
  const all = useTexts().money;
  const locale = useLocaleTag();
  const settlementId = useParam('settlementId');
  const answer = useStatement<Answer>(OPERATOR_MONEY, settlementId, useLineFilters());
  const { page } = answer;
  const month = page ? monthText(page.statement.month, locale) : '';
  return (
    <Page
      title={page ? `${page.merchantName} · ${month}` : all.columns.statement}
      crumbs={[
        { title: all.backOffice.title, to: OPERATOR_MONEY_PATH },
        { title: all.backOffice.statementsTitle, to: `${OPERATOR_MONEY_PATH}/statements` },
      ]}
      beside={
        page && (
          <>
            <StateBadge state={page.statement.status} />
            {page.sandbox && <span className="soft">{all.backOffice.sandbox}</span>}
            <ShortId id={settlementId} />
          </>
        )
      }
      actions={<StatementFiles source={OPERATOR_MONEY} settlementId={settlementId} />}
    >
      <Awaited query={{ data: page, error: answer.error, refetch: answer.refetch }} lines={10} />
      {page && (
        <>
          <StatementFacts statement={page.statement} isForOperators />
          <Payment page={page} />
          <LinesTable
            currency={page.statement.currency}
            statement={answer}
            orderPath={(orderId) => `/desk/orders/${orderId}`}
            dispute={({ lineId }) => {
              const own = page.disputes.find((one) => one.lineId === lineId);
              return own ? (
                <Link to={`${OPERATOR_MONEY_PATH}/disputes/${own.disputeId}`}>
                  <DisputeBadge status={own.status} />
                </Link>
              ) : null;
            }}
          />
        </>
      )}
    </Page>
  );
}

function Payment({ page }: { page: Answer }) {
  const words = useTexts().money.backOffice.pay;
  const mayWrite = useMayWrite();
  const [isAsked, setAsked] = useState(false);
  if (!page.canPay || !mayWrite) return null;
  return (
    <div className="row no-print">
      <Button tone="main" onPress={() => setAsked(true)}>
        {words.open}
      </Button>
      {isAsked && <PayDialog page={page} onClose={() => setAsked(false)} />}
    </div>
  );
}

function PayDialog({ page, onClose }: { page: Answer; onClose: () => void }) {
  const all = useTexts().money;
  const words = all.backOffice.pay;
  const locale = useLocaleTag();
  const [reference, setReference] = useState('');
  const once = useOnceKey();
  const { settlementId, balance, currency } = page.statement;
  const way =
    balance > 0
      ? all.operatorPayer.platform
      : balance < 0
        ? all.operatorPayer.merchant
        : all.operatorPayer.nobody;
  const amount = `${way} ${moneyText(Math.abs(balance), currency, locale)}`;
  const paying = useAction(
    () =>
      once.use((key) =>
        request('POST /api/operator/money/statements/{settlementId}/pay', {
          params: { settlementId },
          body: { key, reference: reference.trim() },
        }),
      ),
    {
      invalidates: oldAfterWrite(OPERATOR_MONEY),
      onDone: ({ proposalId }) => {
        showToast({ text: proposalId === null ? words.done : words.proposed });
        onClose();
      },
    },
  );
  const payOnce = useSingle(paying.runAsync);
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <Form refusal={paying.refusal} onSubmit={() => reference.trim() !== '' && payOnce(undefined)}>
        <p>{words.consequence(amount, page.merchantName)}</p>
        <TextField
          name="reference"
          label={words.reference}
          value={reference}
          onChange={setReference}
          maxLength={MAX_REFERENCE}
        />
        <DialogSubmit action={paying} verb={words.verb} working={words.working} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
