/** Signing in: password and then the second factor, or a passkey at once. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { request } from '../../api/client.ts';
import type { FactorKind } from '../../api/factor.ts';
import { useAction } from '../../api/queries.ts';
import { Button, SubmitButton } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { Page } from '../../parts/page.tsx';
import { Note, Skeleton } from '../../parts/states.tsx';
import { useFilters } from '../../shell/address.ts';
import { FactorForm } from '../../shell/factor-dialog.tsx';
import { homeOf } from '../../shell/home.ts';
import { provePasskey } from '../../shell/passkey.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { factorKindsOf, isComplete, startSession, useSignInState } from '../../shell/session.ts';

export default function SignIn() {
  const { data: me, isPending } = useSignInState();
  if (isPending) return <Skeleton lines={6} />;
  if (me?.next === 'second_factor') return <SecondStep can={factorKindsOf(me)} />;
  if (isComplete(me)) return <Arrival to={homeOf(me)} />;
  return <FirstStep />;
}

/** Goes where one wanted to go, else home; only within the console. */
function Arrival({ to }: { to: string }) {
  const { history } = useRouter();
  const [{ next }] = useFilters();
  // Once and for all: as soon as the address changes it has no `next` any more.
  const [target] = useState(() => (next !== undefined && /^\/(?![/\\])/.test(next) ? next : to));
  useEffect(() => history.replace(target), [history, target]);
  return <Skeleton lines={6} />;
}

function FirstStep() {
  const words = useTexts().account;
  const client = useQueryClient();
  const [filters] = useFilters();
  const [email, setEmail] = useState(filters.email ?? '');
  const [password, setPassword] = useState('');
  const onDone = () => void startSession(client);
  const signIn = useAction(
    () => request('POST /api/account/sign-in', { body: { email: email.trim(), password } }),
    { onDone },
  );
  const byPasskey = useAction(() => provePasskey('sign-in'), { onDone });
  return (
    <Page title={words.signIn.title}>
      <Form refusal={signIn.refusal} onSubmit={() => signIn.run(undefined)} isThrowaway>
        <TextField
          name="email"
          label={words.fields.email}
          type="email"
          autoComplete="username webauthn"
          value={email}
          onChange={setEmail}
          autoFocus={email === ''}
        />
        <TextField
          name="password"
          label={words.fields.password}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          autoFocus={email !== ''}
        />
        <SubmitButton action={signIn} verb={words.signIn.verb} working={words.signIn.working} />
      </Form>
      <div className="stack-s">
        <Button icon="keys" onPress={() => byPasskey.run(undefined)}>
          {words.signIn.passkey}
        </Button>
        {byPasskey.refusal && <Note tone="warning">{words.signIn.passkeyRefused}</Note>}
      </div>
      <div className="stack-s">
        <p>
          <Link to="/forgot-password">{words.signIn.forgot}</Link>
        </p>
        <p>
          {words.signIn.noAccount} <Link to="/register">{words.signIn.register}</Link>
        </p>
        <ProviderLink />
      </div>
    </Page>
  );
}

/** For operators, where their company has an OpenID provider: the browser leaves the console, and comes back signed in. */
function ProviderLink() {
  const words = useTexts().account.signIn;
  const [{ refused }] = useFilters();
  const { data } = useQuery<{ oidc: boolean }>({
    queryKey: ['ways'],
    queryFn: () => request('GET /api/account/ways'),
  });
  if (!data?.oidc) return null;
  return (
    <>
      <p>
        <a href="/api/account/oidc/start">{words.provider}</a>
      </p>
      {refused === 'provider' && <Note tone="warning">{words.providerRefused}</Note>}
    </>
  );
}

function SecondStep({ can }: { can: readonly FactorKind[] }) {
  const words = useTexts().account.signIn;
  const client = useQueryClient();
  const refresh = () => void startSession(client);
  const leave = useAction(() => request('POST /api/account/sign-out'), { onDone: refresh });
  return (
    <Page title={words.factorTitle} lead={words.factorLead}>
      <FactorForm can={can} onDone={refresh} />
      <div>
        <Button tone="quiet" onPress={() => leave.run(undefined)}>
          {words.otherPerson}
        </Button>
      </div>
    </Page>
  );
}
