/** Has everything sent again that was not acknowledged since a time: counted first, then begun. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { keyOf, useAction } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField } from '../../parts/choices.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';

const HOUR_MS = 3_600_000;

interface RecoverProps {
  /** Only of one endpoint. */
  readonly endpointId: string | undefined;
  readonly onClose: () => void;
}

export function RecoverDialog({ endpointId, onClose }: RecoverProps) {
  const here = useHere();
  const client = useQueryClient();
  const texts = useTexts();
  const words = texts.developers.deliveries;
  const [hours, setHours] = useState('24');
  // One instant for both: what was counted is what is sent.
  const [since, setSince] = useState<string>();
  const ask = (from: string, dryRun: boolean) =>
    call(here, 'recoverNotifications', {
      body: { since: from, dryRun, ...(endpointId !== undefined && { endpointId }) },
    });
  const counting = useAction(() => {
    const from = new Date(Date.now() - Number(hours) * HOUR_MS).toISOString();
    setSince(from);
    return ask(from, true);
  });
  const sending = useAction(() => ask(since ?? '', false), {
    onDone: () => {
      void client.invalidateQueries({ queryKey: keyOf(here, 'listRecoveries') });
      onClose();
    },
  });
  const counted = counting.answer;
  const refusal = counting.refusal ?? sending.refusal;
  const spans = Object.entries(words.sinceOptions).map(([id, label]) => ({ id, label }));
  return (
    <Dialog title={words.recoverTitle} isOpen onClose={onClose}>
      <div className="stack">
        <p>{words.recoverText}</p>
        <SelectField
          name="since"
          label={words.since}
          options={spans}
          value={hours}
          onChange={(value) => {
            setHours(value);
            counting.reset();
          }}
        />
        {refusal && <ErrorState refusal={refusal} />}
        {counted && (
          <p role="status">
            <strong>{words.counted(counted.count)}</strong> {counted.count > 0 && words.recoverConsequence}
          </p>
        )}
        <DialogButtons>
          <Button onPress={onClose}>{texts.frame.dialog.cancel}</Button>
          <Button
            tone={counted === undefined ? 'main' : 'plain'}
            isPending={counting.isRunning}
            onPress={() => counting.run(undefined)}
          >
            {words.count}
          </Button>
          {counted !== undefined && counted.count > 0 && (
            <Button tone="main" isPending={sending.isRunning} onPress={() => sending.run(undefined)}>
              {sending.isRunning ? words.recovering : words.recoverVerb}
            </Button>
          )}
        </DialogButtons>
      </div>
    </Dialog>
  );
}
