/** The question before a line is disputed: why, and what follows. */
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import type { Answer } from '../../api/routes.ts';
import { Dialog, DialogSubmit } from '../../parts/dialog.tsx';
import { TextAreaField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { useOnceKey } from '../trade/once-key.ts';
import { Signed } from './balance.tsx';
import { oldAfterWrite, readMoney, type StatementLine, useMerchantMoney } from './data.ts';
import { useSingle } from './use-single.ts';

/** contract/schemas/settlements.ts */
const MAX_REASON = 500;

interface ObjectProps {
  readonly statement: Answer<'GET /api/{company}/{world}/console/money/statements/{settlementId}'>['statement'];
  readonly line: StatementLine;
  readonly onClose: () => void;
  readonly onDone: (disputeId: string) => void;
}

export function ObjectDialog({ statement, line, onClose, onDone }: ObjectProps) {
  const all = useTexts().money;
  const words = all.statement;
  const [reason, setReason] = useState('');
  const objecting = useObjecting(statement.settlementId, line.lineId, (disputeId) => {
    showToast({ text: words.objected });
    onDone(disputeId);
  });
  const objectOnce = useSingle(objecting.runAsync);
  return (
    <Dialog title={words.objectTitle} isOpen onClose={onClose}>
      <Form refusal={objecting.refusal} onSubmit={() => objectOnce(reason.trim())}>
        <p>
          {all.kinds[line.kind]} · <Signed amount={line.amount} currency={statement.currency} />
        </p>
        <TextAreaField
          name="reason"
          label={words.objectReason}
          help={words.objectHint}
          value={reason}
          onChange={setReason}
          maxLength={MAX_REASON}
          rows={3}
        />
        <p>{words.objectConsequence}</p>
        <DialogSubmit
          action={objecting}
          verb={words.objectVerb}
          working={words.objecting}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}

/** Disputes by the API's own operation, then finds what the dispute is called. */
function useObjecting(settlementId: string, lineId: string, onDone: (disputeId: string) => void) {
  const here = useHere();
  const source = useMerchantMoney();
  const once = useOnceKey();
  return useAction(
    async (reason: string) => {
      const params = { settlementId };
      await once.use((idempotencyKey) =>
        call(here, 'disputeSettlementLine', { params, body: { lineId, reason }, idempotencyKey }),
      );
      const { disputes } = await readMoney(source, '/statements/{settlementId}', {
        params,
        query: { size: 1 },
      });
      return disputes.find((one) => one.lineId === lineId && one.status === 'open')?.disputeId;
    },
    {
      invalidates: oldAfterWrite(source),
      onDone: (disputeId) => disputeId !== undefined && onDone(disputeId),
    },
  );
}
