import { call } from '../../api/client.ts';
import { keyOf, useAction, useOperation } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { monthText } from '../../parts/days.ts';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';

/** Closes the merchant's months by its clock, and marks statements as paid. */
export function SandboxStatements() {
  const here = useHere();
  const words = useTexts().developers.sandbox;
  const locale = useLocaleTag();
  const invalidates = [keyOf(here, 'listSettlements')];
  const statements = useOperation(here, 'listSettlements', { query: { status: 'issued', size: 20 } });
  const issuing = useAction(() => call(here, 'issueSandboxStatements'), {
    invalidates,
    onDone: ({ list, month }) => showToast({ text: words.issued(list.length, month) }),
  });
  const paying = useAction(
    (settlementId: string) => call(here, 'paySandboxStatement', { params: { settlementId } }),
    { invalidates, onDone: () => showToast({ text: words.paid }) },
  );
  const refusal = issuing.refusal ?? paying.refusal;
  return (
    <div className="stack">
      <p className="soft">{words.statementsText}</p>
      {refusal && <ErrorState refusal={refusal} />}
      <div>
        <Button isPending={issuing.isRunning} onPress={() => issuing.run(undefined)}>
          {issuing.isRunning ? words.issuing : words.issue}
        </Button>
      </div>
      <h3>{words.toPay}</h3>
      {!statements.data && !statements.error && <Skeleton lines={2} />}
      {statements.data?.list.length === 0 && <p className="soft">{words.nothingToPay}</p>}
      {statements.data?.list.map((one) => (
        <div key={one.settlementId} className="row row-between">
          <span>
            {monthText(one.month, locale)} · <code>{one.settlementId}</code>
          </span>
          <Button small isPending={paying.isRunning} onPress={() => paying.run(one.settlementId)}>
            {words.pay}
          </Button>
        </div>
      ))}
    </div>
  );
}
