/** The session has ended: signing in again in front of the page, which stays as it is with all that was typed. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { request } from '../api/client.ts';
import { useAction } from '../api/queries.ts';
import { answerSignInsBy } from '../api/sign-in.ts';
import { Button, SubmitButton } from '../parts/button.tsx';
import { Dialog, DialogButtons } from '../parts/dialog.tsx';
import { TextField } from '../parts/fields.tsx';
import { Form } from '../parts/form.tsx';
import { Note } from '../parts/states.tsx';
import { FactorForm } from './factor-dialog.tsx';
import { provePasskey } from './passkey.ts';
import { useTexts } from './preferences.tsx';
import { factorKindsOf, isComplete, keepMe, knownMe, leaveSession, type Me, readMe } from './session.ts';

export function SignInDialog() {
  const words = useTexts().frame.signInAgain;
  const client = useQueryClient();
  const [person, setPerson] = useState<Me['person']>();
  const answer = useRef<(isBack: boolean) => void>(() => {});
  useEffect(() => {
    answerSignInsBy(() => {
      const me = knownMe(client);
      if (!me) return Promise.resolve(false);
      setPerson(me.person);
      return new Promise((resolve) => {
        answer.current = resolve;
      });
    });
  }, [client]);
  const close = (isBack: boolean) => {
    setPerson(undefined);
    answer.current(isBack);
  };
  return (
    <Dialog title={words.title} isOpen={person !== undefined} onClose={() => close(false)} isThrowaway>
      {person && <Steps person={person} onDone={() => close(true)} />}
    </Dialog>
  );
}

interface StepsProps {
  readonly person: Me['person'];
  readonly onDone: () => void;
}

function Steps({ person, onDone }: StepsProps) {
  const words = useTexts().frame.signInAgain;
  const client = useQueryClient();
  const [kinds, setKinds] = useState<ReturnType<typeof factorKindsOf>>();
  /** Somebody else must not find this page: theirs starts afresh. */
  const refresh = async () => {
    const me = await readMe();
    if (me?.next === 'second_factor') setKinds(factorKindsOf(me));
    else if (isComplete(me) && me.person.id !== person.id) leaveSession();
    else if (isComplete(me)) {
      keepMe(client, me);
      onDone();
    }
  };
  useSignInElsewhere(refresh);
  if (kinds)
    return (
      <div className="stack">
        <FactorForm can={kinds} onDone={() => void refresh()} />
      </div>
    );
  return <FirstStep person={person} words={words} onDone={() => void refresh()} />;
}

/** In another tab, if the sign-in is a provider's page. */
function useSignInElsewhere(refresh: () => Promise<void>): void {
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    const onFocus = () => {
      // Offline it is read again with the next focus.
      latest.current().catch(() => {});
    };
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, []);
}

type Words = ReturnType<typeof useTexts>['frame']['signInAgain'];

function FirstStep({ person, words, onDone }: StepsProps & { words: Words }) {
  const account = useTexts().account;
  const [password, setPassword] = useState('');
  const signIn = useAction(
    () => request('POST /api/account/sign-in', { body: { email: person.email, password } }),
    { onDone },
  );
  const byPasskey = useAction(() => provePasskey('sign-in'), { onDone });
  return (
    <Form refusal={signIn.refusal} onSubmit={() => signIn.run(undefined)} isThrowaway>
      <p>{words.text}</p>
      <p>
        {account.fields.email}: <strong>{person.email}</strong>
      </p>
      <input type="hidden" name="username" autoComplete="username" value={person.email} />
      <TextField
        name="password"
        label={account.fields.password}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        autoFocus
      />
      {byPasskey.refusal && <Note tone="warning">{account.signIn.passkeyRefused}</Note>}
      <DialogButtons>
        <a className="button button-quiet" href="/sign-in" target="_blank" rel="noreferrer">
          {words.elsewhere}
        </a>
        <Button icon="keys" onPress={() => byPasskey.run(undefined)}>
          {account.signIn.passkey}
        </Button>
        <SubmitButton action={signIn} verb={account.signIn.verb} working={account.signIn.working} />
      </DialogButtons>
    </Form>
  );
}
