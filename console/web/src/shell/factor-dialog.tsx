/** The question for a fresh second factor, in front of whatever page needs it; the page behind it stays as it is. */
import { useEffect, useRef, useState } from 'react';
import { request } from '../api/client.ts';
import { type Refusal, refusalOf } from '../api/errors.ts';
import { answerFactorsBy, type FactorKind } from '../api/factor.ts';
import { Button, SubmitButton } from '../parts/button.tsx';
import { Dialog, DialogButtons } from '../parts/dialog.tsx';
import { TextField } from '../parts/fields.tsx';
import { Form } from '../parts/form.tsx';
import { provePasskey } from './passkey.ts';
import { useTexts } from './preferences.tsx';

export function FactorDialog() {
  const words = useTexts().frame.factor;
  const [can, setCan] = useState<readonly FactorKind[]>([]);
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<(given: boolean) => void>(() => {});
  useEffect(() => {
    answerFactorsBy(
      (kinds) =>
        new Promise((resolve) => {
          answer.current = resolve;
          setCan(kinds);
          setOpen(true);
        }),
    );
  }, []);
  const close = (given: boolean) => {
    setOpen(false);
    answer.current(given);
  };
  return (
    <Dialog title={words.title} isOpen={isOpen} onClose={() => close(false)} isThrowaway>
      <div className="stack">
        <p>{words.why}</p>
        <FactorForm can={can} onDone={() => close(true)} />
      </div>
    </Dialog>
  );
}

type Typed = Exclude<FactorKind, 'passkey'>;

/** The member of the body for each kind. */
const MEMBER = { totp: 'totp', recovery_code: 'recoveryCode', password: 'password' } as const;
const AUTO_COMPLETE = { totp: 'one-time-code', recovery_code: 'off', password: 'current-password' } as const;

/** A code of the app, a recovery code, a passkey or the password: what the person has. */
export function FactorForm({ can, onDone }: { can: readonly FactorKind[]; onDone: () => void }) {
  const words = useTexts().frame.factor;
  const typed = can.filter((kind): kind is Typed => kind !== 'passkey');
  const [kind, setKind] = useState<Typed | undefined>(can[0] === 'passkey' ? undefined : typed[0]);
  const [secret, setSecret] = useState('');
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
  const change = (next: Typed) => {
    setKind(next);
    setSecret('');
    setRefusal(undefined);
  };
  const send = () =>
    request('POST /api/account/second-factor', { body: kind ? { [MEMBER[kind]]: secret.trim() } : {} });
  return (
    <Form refusal={refusal} onSubmit={() => void give(send)} isThrowaway>
      {kind && (
        <TextField
          key={kind}
          name={MEMBER[kind]}
          label={words[kind]}
          value={secret}
          onChange={setSecret}
          autoFocus
          isCode={kind !== 'password'}
          type={kind === 'password' ? 'password' : 'text'}
          inputMode={kind === 'totp' ? 'numeric' : 'text'}
          autoComplete={AUTO_COMPLETE[kind]}
        />
      )}
      <DialogButtons>
        {typed
          .filter((other) => other !== kind)
          .map((other) => (
            <Button key={other} tone="quiet" onPress={() => change(other)}>
              {words.use[other]}
            </Button>
          ))}
        {can.includes('passkey') && (
          <Button
            tone={kind ? 'plain' : 'main'}
            onPress={() => void give(() => provePasskey('second-factor'))}
          >
            {words.use.passkey}
          </Button>
        )}
        {kind && <SubmitButton action={{ isRunning: isSending }} verb={words.verb} />}
      </DialogButtons>
    </Form>
  );
}
