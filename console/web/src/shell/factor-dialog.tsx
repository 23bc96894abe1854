/** The question for a fresh second factor, in front of whatever page needs it; the page behind it stays as it is. */
import { useEffect, useRef, useState } from 'react';
import { post } from '../api/client.ts';
import { type Refusal, refusalOf } from '../api/errors.ts';
import { answerFactorsBy } from '../api/factor.ts';
import { Button } from '../parts/button.tsx';
import { Dialog, DialogButtons } from '../parts/dialog.tsx';
import { TextField } from '../parts/fields.tsx';
import { Form } from '../parts/form.tsx';
import { provePasskey } from './passkey.ts';
import { useTexts } from './preferences.tsx';

export function FactorDialog() {
  const words = useTexts().frame.factor;
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<(given: boolean) => void>(() => {});
  useEffect(() => {
    answerFactorsBy(
      () =>
        new Promise((resolve) => {
          answer.current = resolve;
          setOpen(true);
        }),
    );
  }, []);
  const close = (given: boolean) => {
    setOpen(false);
    answer.current(given);
  };
  return (
    <Dialog title={words.title} isOpen={isOpen} onClose={() => close(false)}>
      <div className="stack">
        <p>{words.why}</p>
        <FactorForm onDone={() => close(true)} />
      </div>
    </Dialog>
  );
}

/** A code of the app, a recovery code, or a passkey. */
export function FactorForm({ onDone }: { onDone: () => void }) {
  const words = useTexts().frame.factor;
  const [way, setWay] = useState<'totp' | 'recoveryCode' | 'password'>('totp');
  const [code, setCode] = useState('');
  const [refusal, setRefusal] = useState<Refusal>();
  const [isSending, setSending] = useState(false);
  const give = async (prove: () => Promise<unknown>) => {
    setSending(true);
    setRefusal(undefined);
    try {
      await prove();
      onDone();
    } catch (error) {
      setRefusal(refusalOf(error));
    } finally {
      setSending(false);
    }
  };
  const send = () =>
    post(
      '/api/account/second-factor',
      { [way]: way === 'password' ? code : code.trim() },
      { leadsToSignIn: false },
    );
  const change = (next: typeof way) => {
    setWay(next);
    setCode('');
    setRefusal(undefined);
  };
  const labels = { totp: words.code, recoveryCode: words.recovery, password: words.password };
  return (
    <Form refusal={refusal} onSubmit={() => void give(send)}>
      <TextField
        key={way}
        name={way}
        label={labels[way]}
        value={code}
        onChange={setCode}
        autoFocus
        isCode={way !== 'password'}
        type={way === 'password' ? 'password' : 'text'}
        inputMode={way === 'totp' ? 'numeric' : 'text'}
        autoComplete={way === 'totp' ? 'one-time-code' : 'off'}
      />
      <DialogButtons>
        <Button tone="quiet" onPress={() => change(way === 'totp' ? 'recoveryCode' : 'totp')}>
          {way === 'totp' ? words.useRecovery : words.useCode}
        </Button>
        <Button onPress={() => void give(() => provePasskey('second-factor'))}>{words.usePasskey}</Button>
        <Button type="submit" tone="main" isPending={isSending}>
          {words.verb}
        </Button>
      </DialogButtons>
    </Form>
  );
}
